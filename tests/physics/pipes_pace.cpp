// CFL sub-steps of the pipe solver: the GPU selects their number from the current largest depth.
#include "passes/pipes/pipes_reference.h"
#include "tests/support/pipes_runner.h"

namespace undine {

struct PipesPace : test::PipesTest {
  static constexpr double dt = 0.03;

  // Shallow lake beside a ridge, with a dry valley 4 m deep behind it.
  pipes::PipesSettings lake() {
    pipes::PipesSettings s;
    s.cells = {40, 30};
    s.size = {4, 3};
    s.manning = 0.03;
    for (std::size_t i = 0; i < 1200; ++i) {
      const std::size_t x = i % 40;
      bed[i] = static_cast<float>(x < 30 ? 0.05 * random(1, i) : x < 32 ? 1.0 : -4.0);
      depth[i] = x < 30 ? static_cast<float>(0.25 + 0.1 * random(2, i)) : 0.0f;
    }
    pipes(s, bed, depth);
    return s;
  }
  std::vector<double> bed = std::vector<double>(1200), depth = bed;
};

TEST_F(PipesPace, ShallowWaterOverADeepValleyTakesTheStepItNeeds) {
  const pipes::PipesSettings s = lake();
  EXPECT_EQ(pipes::pipes_sub_steps(s, 9.81, 4.35, dt, ""), 3) << "what the ground allows";
  reference::Pipes want;
  want.nx = 40;
  want.nz = 30;
  want.dx = want.dz = 0.1;
  want.manning = s.manning;
  want.bed = bed;
  want.depth = depth;
  want.start();
  advance(dt, 40);
  EXPECT_EQ(stats().sub_steps, 1);
  for (int i = 0; i < 40; ++i) want.step(dt);
  const auto h = field("depth");
  double worst = 0;
  for (std::size_t i = 0; i < h.size(); ++i) worst = std::max(worst, std::abs(h[i] - want.depth[i]));
  EXPECT_LT(worst, 3e-5);
}

TEST_F(PipesPace, DeepWaterThatArrivesTakesMoreSubSteps) {
  std::vector<float> first;
  for (int run = 0; run < 2; ++run) {
    lake();
    advance(dt, 2);
    EXPECT_EQ(stats().sub_steps, 1);
    const double before = *stats().volume;
    solver->disturb({.point = {-0.8, 0, 0}, .seconds = dt, .radius = 0.5, .strength = 2 / dt, .pour = true});
    advance(dt, 1);
    EXPECT_EQ(stats().sub_steps, 3);
    const double after = *stats().volume;
    EXPECT_GT(after, before + 1);
    advance(dt, 600);
    EXPECT_LT(stats().sub_steps, 3) << "it has spread";
    EXPECT_NEAR(*stats().volume / after, 1, 1e-8);
    const auto h = field("depth");
    EXPECT_GT(h[35], 0) << "some went over the ridge";
    if (run == 0) first = h;
    EXPECT_EQ(h, first) << "same bytes run after run";
  }
}

}  // namespace undine
