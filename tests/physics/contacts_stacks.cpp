// Resting contacts between bodies: mass ratios, stacks, crossed shapes.
#include "tests/support/contact_runner.h"

namespace undine {
namespace {

class ContactsStack : public test::ContactTest {};

class ContactsHeavy : public test::ContactTest, public testing::WithParamInterface<double> {};

// Heavy crate on a light one: both stay in place.
TEST_P(ContactsHeavy, RestsOnALightCrate) {
  load_text(
      fmt::format(R"({{"version": 1, "water": [{{"name": "w", "solver": "shallow", "cells": [16, 16], "size": [20, 20],
      "initial": []}}], "bodies": [{{"density": 100, "position": [0, 0.5, 0]}}, {{"density": {}, "position": [0, 1.5, 0]}}]}})",
                  100 * GetParam()));
  advance(180);
  const auto s = states();
  EXPECT_NEAR(s[0].position.y, 0.5, 0.005);
  EXPECT_NEAR(s[1].position.y, 1.5, 0.005);
  EXPECT_LT(speed(s[1]), 1e-3);
  EXPECT_LT(test::tilt(s[1]), 2e-3);
}
INSTANTIATE_TEST_SUITE_P(Ratios, ContactsHeavy, testing::Values(1.0, 8.0, 16.0, 64.0, 100.0));

// The heavy body of 27 times the volume stands on four posts of a hundredth of its density.
TEST_F(ContactsStack, ABlockStandsOnFourPosts) {
  std::string bodies = R"({"size": [2, 0.6, 2], "density": 4000, "position": [0, 1.1, 0]})";
  for (const char* at : {"-0.8, 0.4, -0.8", "0.8, 0.4, -0.8", "-0.8, 0.4, 0.8", "0.8, 0.4, 0.8"})
    bodies += fmt::format(R"(, {{"size": [0.3, 0.8, 0.3], "density": 400, "position": [{}]}})", at);
  place(bodies);
  advance(180);
  EXPECT_NEAR(state().position.y, 1.1, 0.008);
  EXPECT_LT(speed(state()), 1e-3);
}

std::string stack(int count, double size) {
  std::string bodies;
  for (int i = 0; i < count; ++i)
    bodies += fmt::format(R"({}{{"size": [{}, {}, {}], "position": [0, {}, 0]}})", i ? ", " : "", size, size, size,
                          size * (i + 0.5));
  return bodies;
}

void expect_stack(const std::vector<bodies::BodyState>& s, std::size_t count, double size) {
  double below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double y = static_cast<double>(s[i].position.y) - 0.5 * size;
    EXPECT_GT(y - below, -0.01 * size) << "crate " << i;
    EXPECT_LT(std::hypot(s[i].position.x, s[i].position.z), 0.05 * size) << "crate " << i;
    EXPECT_LT(glm::length(s[i].velocity), 1e-3f) << "crate " << i;
    below = y + size;
  }
}

class ContactsTower : public test::ContactTest, public testing::WithParamInterface<int> {};

TEST_P(ContactsTower, Stands) {
  place(stack(GetParam(), 0.5));
  advance(300);
  expect_stack(states(), static_cast<std::size_t>(GetParam()), 0.5);
}
INSTANTIATE_TEST_SUITE_P(Crates, ContactsTower, testing::Values(3, 5, 8, 10));

class ContactsTowerLong : public test::ContactTest, public testing::WithParamInterface<double> {};

TEST_P(ContactsTowerLong, TenCratesStandForAMinute) {
  place(stack(10, GetParam()));
  advance(3600);
  expect_stack(states(), 10, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Sizes, ContactsTowerLong, testing::Values(0.25, 1.0));

// Plank across another one.
TEST_F(ContactsStack, CrossedPlanksLieOnEachOther) {
  load_text(
      R"({"version": 1, "water": [{"name": "w", "solver": "shallow", "cells": [16, 16], "size": [20, 20], "initial": []}],
      "bodies": [{"shape": "box", "size": [4, 0.4, 0.4], "position": [0, 0.2, 0]},
                 {"shape": "box", "size": [0.4, 0.4, 4], "position": [0, 0.8, 0]}]})");
  advance(180);
  EXPECT_NEAR(states()[1].position.y, 0.6, 0.004);
  EXPECT_LT(speed(states()[1]), 2e-3);
}

struct Crossed {
  const char* name;
  const char* shape;   // along z after a rotation by `lie` about x
  double lie, height;  // height: half of its vertical extent when it lies
};

class ContactsCrossed : public test::ContactTest, public testing::WithParamInterface<Crossed> {};

// Two equal shapes at ten angles, one on the other: the lower one is much heavier, so that it does not roll.
TEST_P(ContactsCrossed, LieOnEachOtherAtEveryAngle) {
  const Crossed& c = GetParam();
  std::string bodies;
  for (int k = 0; k < 10; ++k)
    bodies += fmt::format(R"({0}{{{1}, "position": [{2}, {3}, 0], "rotation": [{4}, 0, 0], "friction": 1}},
                            {{{1}, "position": [{2}, {5}, 0], "rotation": [{4}, {6}, 0], "friction": 1}})",
                          k ? ", " : "", c.shape, 3 * k - 13, c.height, c.lie, 3 * c.height, 9 * (k + 1));
  place(bodies);
  advance(60);
  const auto s = states();
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(s[2 * k].position.y, c.height, 0.01 * c.height) << c.name << " at " << 9 * (k + 1);
    EXPECT_NEAR(s[2 * k + 1].position.y, 3 * c.height, 0.02 * c.height) << c.name << " at " << 9 * (k + 1);
    EXPECT_LT(speed(s[2 * k + 1]), 0.02) << c.name << " at " << 9 * (k + 1);
  }
}
INSTANTIATE_TEST_SUITE_P(
    Shapes, ContactsCrossed,
    testing::Values(Crossed{"boxes", R"("shape": "box", "size": [0.3, 0.3, 2])", 0, 0.15},
                    Crossed{"capsules", R"("shape": "capsule", "radius": 0.15, "length": 2)", 90, 0.15},
                    Crossed{"cylinders", R"("shape": "cylinder", "radius": 0.15, "length": 2)", 90, 0.15}),
    [](const auto& p) { return p.param.name; });

}  // namespace
}  // namespace undine
