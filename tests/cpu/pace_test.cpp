#include "engine/app/session/pace.h"

#include <gtest/gtest.h>

#include <set>

namespace undine {
namespace {

// A picture takes `fixed` seconds and `whole` ones at the full size.
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

// Whatever a picture takes, its size does not go to and fro.
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

TEST(RealTime, SaysHowFarTheClockFallsBehind) {
  session::RealTime time;
  EXPECT_FALSE(time.behind());
  for (int i = 0; i < 10; ++i) time.passed(0.1, 0.25, 0.25);
  ASSERT_TRUE(time.behind());
  EXPECT_NEAR(*time.behind(), 0.4, 1e-9);
  for (int i = 0; i < 200; ++i) time.passed(1.0 / 60, 1.0 / 60, 1.0 / 60);
  EXPECT_FALSE(time.behind());
}

// Slow motion that is asked for is not late.
TEST(RealTime, SlowMotionIsNotBehind) {
  session::RealTime time;
  for (int i = 0; i < 200; ++i) time.passed(0.25 / 60, 1.0 / 60, 0.25 / 60);
  EXPECT_FALSE(time.behind());
}

}  // namespace
}  // namespace undine
