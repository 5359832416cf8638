// Exposure metering on the GPU against a double-precision histogram, and its adaptation over time.
#include "passes/picture/metering.h"

#include <cmath>

#include "tests/support/gpu.h"

namespace undine {
namespace {

class MeteringTest : public test::GpuTest {
 protected:
  // Exposure factor after an image of `size` at a time.
  float meter(picture::Metering& metering, glm::uvec2 size, double time, const std::vector<float>& rgba,
              bool follows = true) {
    graph::Graph g(state);
    const graph::Image lit = g.image("lit", {{size.x, size.y}, graph::Format::rgba32_float});
    g.upload("upload", lit, rgba);
    deferred::Camera camera{};
    camera.viewport = {static_cast<float>(size.x), static_cast<float>(size.y), 1.0f / static_cast<float>(size.x),
                       1.0f / static_cast<float>(size.y)};
    camera.eye.w = static_cast<float>(time);
    const graph::Buffer factor = metering.draw(g, camera, {lit, {}}, follows);
    float out = 0;
    g.readback("read", factor, [&](std::span<const std::byte> bytes) { std::memcpy(&out, bytes.data(), 4); });
    run(g);
    executor->finish();
    return out;
  }
};

TEST_F(MeteringTest, MakesTheMeanBetweenPercentilesMiddleGrey) {
  for (const glm::uvec2 size : {glm::uvec2(64, 64), glm::uvec2(97, 131), glm::uvec2(7, 3)}) {
    std::vector<float> rgba;
    std::vector<double> logs;
    for (std::uint32_t i = 0; i < size.x * size.y; ++i) {
      const double value = std::exp2(-9 + 12.0 * ((i * 7919u) % (size.x * size.y)) / (size.x * size.y));
      for (double c : {value, value, value, 1.0}) rgba.push_back(static_cast<float>(c));
      logs.push_back(std::log2(value));
    }
    std::ranges::sort(logs);
    double sum = 0, weight = 0;
    const auto n = static_cast<double>(logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i) {
      const double share =
          std::max(std::min(static_cast<double>(i + 1), 0.95 * n) - std::max(static_cast<double>(i), 0.10 * n), 0.0);
      sum += share * logs[i];
      weight += share;
    }
    const double wanted = double(picture::metering_grey) / std::exp2(sum / weight);
    picture::Metering metering(state);
    const double half_a_bin = 0.5 * 24.0 / picture::metering_bins;
    EXPECT_NEAR(std::log2(double(meter(metering, size, 0, rgba))), std::log2(wanted), half_a_bin) << size.x;
    state = graph::State();
  }
}

TEST_F(MeteringTest, AdaptsAsTimePassesAndAtOnceAfterAJump) {
  const auto grey = [](double value) {
    std::vector<float> out;
    for (int i = 0; i < 32 * 32; ++i)
      for (double c : {value, value, value, 1.0}) out.push_back(static_cast<float>(c));
    return out;
  };
  picture::Metering metering(state);
  const double dark = std::log2(double(meter(metering, {32, 32}, 0, grey(0.02))));
  double expected = dark;
  for (int i = 1; i < 4; ++i) {
    const double bright = std::log2(double(picture::metering_grey) / 2.0);
    expected += (bright - expected) * (1 - std::exp(-0.1 / 0.6));
    EXPECT_NEAR(std::log2(double(meter(metering, {32, 32}, 0.1 * i, grey(2)))), expected, 0.12) << i;
  }
  EXPECT_NEAR(std::log2(double(meter(metering, {32, 32}, 20, grey(2)))),
              std::log2(double(picture::metering_grey) / 2.0), 0.12);
  // An image without a predecessor, as in a film rendered in parts, has an exposure of its own.
  EXPECT_NEAR(std::log2(double(meter(metering, {32, 32}, 20.1, grey(0.02), false))), dark, 1e-6);
}

}  // namespace
}  // namespace undine
