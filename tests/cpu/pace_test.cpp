#include "engine/app/session/pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace undine {
namespace {

// An image takes `fixed` seconds plus `whole` at the full size.
struct Machine {
  double fixed = 0, whole = 0;
  double takes(double share) const { return fixed + whole * share * share; }
};

double settled(session::Pace& pace, const Machine& machine, int pictures = 200) {
  for (int i = 0; i < pictures; ++i) pace.took(machine.takes(pace.share()));
  return pace.share();
}

TEST(Pace, KeepsTheWholeSizeWhereThereIsTime) {
  session::Pace pace(30);
  EXPECT_EQ(settled(pace, {0.005, 0.02}), 1);
}

TEST(Pace, DrawsSmallerUntilTheRateHolds) {
  for (const Machine& machine : {Machine{0.001, 0.045}, Machine{0.01, 0.045}, Machine{0.02, 0.02}, Machine{0, 0.1}}) {
    session::Pace pace(30);
    EXPECT_LT(settled(pace, machine), 1);
    EXPECT_LE(machine.takes(pace.share()), 1.05 / 30);
  }
}

TEST(Pace, EndsAtItsLeastShareAndTakesNoneWithoutARate) {
  session::Pace pace(30), none(0);
  EXPECT_EQ(settled(pace, {0.3, 0.7}), session::Pace::least);
  EXPECT_EQ(settled(none, {0.3, 0.7}), 1);
}

TEST(Pace, ComesBackWhenPicturesAreCheapAgain) {
  session::Pace pace(30);
  EXPECT_LT(settled(pace, {0, 0.1}), 0.7);
  EXPECT_EQ(settled(pace, {0.001, 0.02}), 1);
}

// The first image is small to appear sooner, and later ones replace it.
TEST(Pace, BeginsWithTheLeastShareInWindows) {
  session::Pace pace(30, true), none(0, true);
  EXPECT_EQ(pace.share(), session::Pace::least);
  EXPECT_EQ(none.share(), 1);
  EXPECT_EQ(settled(pace, {1 / 60.0, 0}), 1) << "display of 60 Hz";
}

// Drafts cost far less than their pixels: retries of the larger scale become rarer.
TEST(Pace, TriesLargerThanDraftsEverMoreSeldom) {
  session::Pace pace(30, true);
  int tried = 0;
  for (int i = 0; i < 4000; ++i) {
    const bool draft = pace.share() < 0.5;
    tried += !draft;
    pace.took(draft ? 0.02 : 0.13);
  }
  EXPECT_GT(tried, 7);
  EXPECT_LT(tried, 100);
}

// For any cost of an image, the render scale does not oscillate.
TEST(Pace, SettlesOnOneShare) {
  for (int fixed = 0; fixed <= 40; fixed += 2)
    for (int whole = 0; whole <= 120; whole += 3) {
      const Machine machine{fixed / 1e3, whole / 1e3};
      session::Pace pace(30);
      settled(pace, machine);
      std::set<double> seen;
      for (int i = 0; i < 100; ++i) {
        pace.took(machine.takes(pace.share()));
        seen.insert(pace.share());
      }
      EXPECT_EQ(seen.size(), 1u) << fixed << " ms and " << whole << " ms";
    }
}

// Frames per second of a simulation with real-time steps, and its speed relative to real time.
struct Budgeted {
  double rate = 0, speed = 0;
};
Budgeted budgeted(double fps, double picture, double step, double clock_step) {
  session::StepBudget budget(fps);
  double time = 0, pending = 0, simulated = 0, last = 0;
  const int warm_up = 50, pictures = 2000;
  double began = 0;
  for (int i = 0; i < warm_up + pictures; ++i) {
    if (i == warm_up) began = time, simulated = 0;
    pending = std::min(pending + last, std::max(0.1, clock_step));
    const auto due = static_cast<std::uint32_t>(pending / clock_step);
    pending -= due * clock_step;
    const std::uint32_t taken = budget.take(due);
    budget.measured(picture, taken * step, taken);
    simulated += taken * clock_step;
    last = std::max(picture + taken * step, 1 / 60.0);
    time += last;
  }
  return {pictures / (time - began), simulated / (time - began)};
}

TEST(StepBudget, LeavesTheClockAloneWhereThereIsTime) {
  for (const double step : {0.0002, 0.001, 0.005}) {
    const Budgeted got = budgeted(30, 0.012, step, 0.01);
    EXPECT_NEAR(got.speed, 1, 0.02) << step;
    EXPECT_GE(got.rate, 30) << step;
  }
}

TEST(StepBudget, HoldsTheRateAndLetsTheClockLag) {
  for (const double step : {0.004, 0.01, 0.02}) {
    const Budgeted got = budgeted(30, 0.01, step, 0.002);
    EXPECT_GE(got.rate, 30) << step;
    EXPECT_NEAR(got.speed, got.rate * (0.95 / 30 - 0.01) / step * 0.002, 0.15 * got.speed) << step;
  }
}

TEST(StepBudget, TwoPicturesASecondComeFirst) {
  EXPECT_GE(budgeted(30, 0.35, 0.19, 0.01).rate, 2);
  const Budgeted slow = budgeted(30, 0.8, 0.19, 0.01);
  EXPECT_NEAR(slow.rate, 1 / 0.96, 0.02);
  EXPECT_GT(slow.speed, 0);
}

// Slow images with even slower steps: each gets half of the time.
TEST(StepBudget, SlowStepsTakeHalfOfTheTimeAtMost) {
  for (const double step : {0.005, 0.02, 0.2, 0.9}) {
    const Budgeted got = budgeted(30, 0.2, step, 0.001);
    EXPECT_NEAR(got.rate, 2.5, 0.1) << step;
    EXPECT_NEAR(got.speed, 0.5 / step * 0.001, 0.05 * got.speed) << step;
  }
}

TEST(StepBudget, WithoutARateOrTimesEverythingThatIsDueIsTaken) {
  session::StepBudget none(0), blind(30);
  EXPECT_EQ(none.take(48), 48u);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(blind.take(48), 1u);
  EXPECT_EQ(blind.take(48), 48u);
}

TEST(RealTime, SaysHowFarTheClockFallsBehind) {
  session::RealTime time;
  EXPECT_FALSE(time.behind());
  for (int i = 0; i < 10; ++i) time.passed(0.1, 0.25, 0.25);
  ASSERT_TRUE(time.behind());
  EXPECT_NEAR(*time.behind(), 0.4, 1e-9);
  for (int i = 0; i < 200; ++i) time.passed(1.0 / 60, 1.0 / 60, 1.0 / 60);
  EXPECT_FALSE(time.behind());
}

// Requested slow motion does not count as simulation lag.
TEST(RealTime, SlowMotionIsNotBehind) {
  session::RealTime time;
  for (int i = 0; i < 200; ++i) time.passed(0.25 / 60, 1.0 / 60, 0.25 / 60);
  EXPECT_FALSE(time.behind());
}

}  // namespace
}  // namespace undine
