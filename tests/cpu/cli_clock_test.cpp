#include <gtest/gtest.h>

#include <limits>

#include "engine/app/window/step_clock.h"

namespace undine {
namespace {

TEST(StepClock, GivesAsManyStepsAsRealTimeHolds) {
  window::StepClock clock(1.0 / 120);
  std::uint32_t steps = 0;
  for (int frame = 0; frame < 600; ++frame) steps += clock.advance(1.0 / 60);
  EXPECT_NEAR(steps, 1200, 1);
}

TEST(StepClock, CatchesUpAtMostATenthOfASecond) {
  window::StepClock clock(0.01);
  EXPECT_LE(clock.advance(30.0), 10u);
  EXPECT_LE(clock.advance(0.01), 2u);
}

TEST(StepClock, LongStepsStillCome) {
  window::StepClock clock(0.5);
  std::uint32_t steps = 0;
  for (int frame = 0; frame < 60; ++frame) steps += clock.advance(1.0 / 60);
  EXPECT_NEAR(steps, 2, 1);
}

TEST(StepClock, IgnoresTimeThatRunsBackOrIsNoNumber) {
  window::StepClock clock(0.01);
  EXPECT_EQ(clock.advance(-5), 0u);
  EXPECT_EQ(clock.advance(std::numeric_limits<double>::quiet_NaN()), 0u);
  EXPECT_EQ(clock.advance(0), 0u);
  EXPECT_EQ(clock.advance(0.0101), 1u);
}

TEST(StepClock, ResetForgetsWhatIsOwed) {
  window::StepClock clock(0.01);
  clock.advance(0.009);
  clock.reset();
  EXPECT_EQ(clock.advance(0.009), 0u);
}

}  // namespace
}  // namespace undine
