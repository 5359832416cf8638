// Fewer blocks of sub-steps than a clock step needs: the water reports its simulation lag, and its state is that of
// the time reached.
#include <numbers>

#include "passes/sph/sph_settings.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphBlocks : test::WaveTest {
  static constexpr double step = 0.02;
  static sph::SphSettings falling(sph::SphModel model, std::uint32_t blocks) {
    sph::SphSettings s;
    s.model = model;
    s.spacing = 0.05;
    s.blocks = blocks;
    s.domain = {{-1, 0, -1}, {1, 8, 1}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.1, 7.4, -0.1}, {0.1, 7.6, 0.1}}}};
    return s;
  }
};

TEST_F(SphBlocks, TimeThatIsNotManagedIsLeftAndTold) {
  for (const sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    make(falling(model, 1));
    double most = 0;
    for (int k = 1; k <= 40; ++k) {
      advance(step, 1);
      const Stats now = stats();
      EXPECT_EQ(now.sub_steps, 1);
      most = std::max(most, now.behind);
      EXPECT_EQ(now.behind > step, !now.warnings.empty()) << k;
      const auto x = field("position");
      double y = 0;
      for (std::size_t i = 1; i < x.size(); i += 3) y += 3 * x[i] / double(x.size());
      const double time = k * step - now.behind;
      // Symplectic Euler is ahead by half a sub-step, and sub-steps do not exceed the clock step.
      const double way = 0.5 * 9.81 * time * time;
      EXPECT_GE(7.5 - y, 0.99 * way) << k;
      EXPECT_LE(7.5 - y, way + 0.51 * 9.81 * time * step + 1e-3) << k;
    }
    EXPECT_GT(most, step);
  }
}

TEST_F(SphBlocks, EmittersGiveWhatTheWatersOwnTimeAsksFor) {
  sph::SphSettings s = falling(sph::SphModel::incompressible, 2);
  s.fluid = {
      sph::SphFluid{.emitter = sph::SphEmitter{.position = {0, 7, 0}, .radius = 0.2, .speed = 4, .begin = 0.03}}};
  make(s);
  const double per_second = 4 * std::numbers::pi * 0.04 / std::pow(s.spacing, 3);
  const double layer = 49;  // points of the disc
  double most = 0;
  for (int k = 1; k <= 20; ++k) {
    advance(0.05, 1);
    const Stats now = stats();
    most = std::max(most, now.behind);
    EXPECT_NEAR(double(now.emitted), per_second * std::max(k * 0.05 - now.behind - 0.03, 0.0), 4 * layer) << k;
    EXPECT_EQ(std::fmod(double(now.emitted), layer), 0);
    EXPECT_EQ(now.refused, 0);
  }
  EXPECT_GT(most, 0.05);
}

// Too few blocks for the first moments of a dam break: it lags, and it catches up. The result does not depend on the
// clock steps per frame.
struct SphDebt : test::WaveTest {
  static constexpr double step = 0.02;
  static sph::SphSettings dam(std::uint32_t blocks, std::uint32_t iterations) {
    sph::SphSettings s;
    s.model = sph::SphModel::incompressible;
    s.spacing = 0.05;
    s.blocks = blocks;
    s.block_iterations = iterations;
    s.domain = {{-1, 0, 0}, {1, 1, 0.2}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{-1, 0, 0}, {-0.5, 0.6, 0.2}}}};
    return s;
  }
  // Mean of x and y.
  glm::dvec2 mean(const std::string& what) {
    const auto v = field(what);
    glm::dvec2 sum(0);
    for (std::size_t i = 0; i < v.size(); i += 3) sum += glm::dvec2(v[i], v[i + 1]) * 3.0 / double(v.size());
    return sum;
  }
};

TEST_F(SphDebt, WaterCatchesUpAndIsWhereItShouldBe) {
  Stats last[2];
  glm::dvec2 place[2], speed[2];
  double most[2] = {0, 0};
  for (int few = 0; few < 2; ++few) {
    make(few ? dam(5, 8) : dam(20, 20));
    for (int k = 0; k < 5; ++k) {
      advance(step, 1);
      last[few] = stats();
      most[few] = std::max(most[few], last[few].behind);
    }
    place[few] = mean("position");
    speed[few] = mean("velocity");
  }
  EXPECT_EQ(most[0], 0);
  EXPECT_GT(most[1], 0.25 * step);
  EXPECT_EQ(last[1].behind, 0);
  EXPECT_EQ(last[1].volume, last[0].volume);
  EXPECT_EQ(last[1].converged, true);
  EXPECT_NEAR(last[1].energy, last[0].energy, 0.01 * last[0].energy);
  EXPECT_LT(glm::distance(place[0], place[1]), 0.002);
  EXPECT_LT(glm::distance(speed[0], speed[1]), 0.03 * glm::length(speed[0]));
}

TEST_F(SphDebt, TheSameBytesWhateverTheFrameRate) {
  std::vector<float> first;
  for (const int steps : {1, 16}) {
    make(dam(5, 8));
    for (int k = 0; k < 16; k += steps) advance(step, steps);
    EXPECT_GT(stats().behind, step);
    auto got = field("position");
    const auto v = field("velocity");
    got.insert(got.end(), v.begin(), v.end());
    if (steps == 1)
      first = got;
    else
      EXPECT_EQ(0, std::memcmp(got.data(), first.data(), 4 * got.size()));
  }
}

}  // namespace undine
