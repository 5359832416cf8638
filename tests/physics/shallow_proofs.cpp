// Invariants of the shallow-water solver over tens of thousands of steps: rest, depths, volume. They take about a
// minute.
#include "tests/support/shallow_runner.h"

namespace undine {

using shallow::ShallowSettings;

struct ShallowProofs : test::ShallowTest {};

// Emerging hills, vertical steps and noise between columns, side by side in one lake.
TEST_F(ShallowProofs, ALakeRestsForTenThousandSteps) {
  ShallowSettings s;
  s.cells = {60, 24};
  s.size = {30, 12};
  s.manning = 0.03;
  std::vector<double> bed;
  for (std::size_t i = 0; i < 60 * 24; ++i) {
    const double x = double(i % 60), z = double(i / 60);
    bed.push_back(x < 20   ? 0.9 * std::exp(-((x - 10) * (x - 10) + (z - 12) * (z - 12)) / 30)
                  : x < 40 ? 0.4 * double((i % 60 / 5 + i / 60 / 4) % 3)
                           : 1.2 * random(5, i));
  }
  SceneContext context;
  context.terrain = Heightmap{.nx = 60, .nz = 24, .size = {29.5, 11.5}};
  context.terrain->height.assign(bed.begin(), bed.end());
  s.initial = {{.kind = columns::Shape::Kind::level, .level = 0.6}};
  make(s, context);
  const auto before = field("height"), depth = field("depth");
  EXPECT_GT(std::count(depth.begin(), depth.end(), 0.0f), 100);
  std::int64_t taken = 0;
  for (int k = 0; k < 20; ++k) {
    advance(0.05, 500);
    taken += 500 * stats().sub_steps;
  }
  const auto after = field("height");
  double off = 0;
  for (std::size_t i = 0; i < before.size(); ++i) off = std::max(off, double(std::abs(after[i] - before[i])));
  fmt::print("rest: level {:.2e} m, velocity {:.2e} m/s after 10000 steps, {} sub-steps\n", off,
             test::largest(field("velocity")), taken);
  EXPECT_LT(off, 1e-6);
  EXPECT_LT(test::largest(field("velocity")), 1e-6);
}

// Bed with differences of up to 10 m between columns, with and without friction.
TEST_F(ShallowProofs, SteepNoiseDoesNoHarmInTwentyThousandSteps) {
  for (const double manning : {0.0, 0.03}) {
    SCOPED_TRACE(manning);
    steep_noise(manning);
    const double before = *stats().volume;
    double least = 0, fastest = 0;
    std::int64_t taken = 0;
    for (int k = 0; k < 200; ++k) {
      advance(0.05, 100);
      taken += 100 * stats().sub_steps;
      const auto h = field("depth"), u = field("velocity");
      least = std::min(least, double(*std::min_element(h.begin(), h.end())));
      for (const float x : h) ASSERT_TRUE(std::isfinite(x));
      for (const float x : u) ASSERT_TRUE(std::isfinite(x));
      fastest = std::max(fastest, test::largest(u));
    }
    fmt::print(
        "noise, n = {}: least depth {:.1e} m, volume {:.1e}, at most {:.2f} m/s, at the end {:.3f}, {} sub-steps\n",
        manning, least, *stats().volume / before - 1, fastest, test::largest(field("velocity")), taken);
    EXPECT_GE(least, 0);
    EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
  }
}

}  // namespace undine
