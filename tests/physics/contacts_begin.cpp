// Bodies with overlapping initial positions, impacts, and invariants: energy and bytes.
#include <gtest/gtest.h>

#include "tests/support/contact_runner.h"

namespace undine {
namespace {

class ContactsBegin : public test::ContactTest {
 protected:
  // Largest speed during the steps.
  double fastest(int steps) {
    double most = 0;
    for (int k = 0; k < steps; k += 2) {
      advance(2);
      for (const bodies::BodyState& s : floating()) most = std::max(most, speed(s));
    }
    return most;
  }
};

TEST_F(ContactsBegin, BodiesAtOnePlaceAreNamedAndPushedApart) {
  testing::internal::CaptureStderr();
  place(
      R"({"size": [0.5, 0.5, 0.5], "position": [0, 0.25, 0], "name": "one"}, {"size": [0.5, 0.5, 0.5], "position": [0, 0.25, 0]},
           {"shape": "sphere", "radius": 0.3, "position": [4, 0.3, 0]}, {"shape": "sphere", "radius": 0.3, "position": [4, 0.3, 0]})");
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("/bodies/0 (one) begins 0.5 m inside of /bodies/1"), std::string::npos) << text;
  EXPECT_NE(text.find("/bodies/2 begins 0.6 m inside of /bodies/3"), std::string::npos) << text;
  EXPECT_LT(fastest(150), 0.05);
  const auto s = floating();
  EXPECT_GT(glm::distance(s[0].position, s[1].position), 0.49f);
  EXPECT_GT(glm::distance(s[2].position, s[3].position), 0.59f);
}

TEST_F(ContactsBegin, ABodyInsideOfAFloorComesOutSlowly) {
  testing::internal::CaptureStderr();
  place(R"({"size": [0.5, 0.5, 0.5], "position": [0, -0.2, 0]}, {"size": [0.4, 0.4, 0.4], "position": [3, 0.2, 0]})",
        R"({"shape": "box", "size": [0.3, 1, 3], "translate": [3.3, 0.5, 0], "solid": true})");
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("/bodies/0 begins 0.45 m inside of /meshes/0"), std::string::npos) << text;
  EXPECT_NE(text.find("/bodies/1 begins 0.05 m inside of /meshes/1"), std::string::npos) << text;
  EXPECT_LT(fastest(20), 0.7);
  advance(60);
  EXPECT_NEAR(floating()[0].position.y, 0.25, 0.003);
}

TEST_F(ContactsBegin, TouchingBodiesGiveNoWarning) {
  testing::internal::CaptureStderr();
  place(R"({"size": [0.5, 0.5, 0.5], "position": [0, 0.25, 0]}, {"size": [0.5, 0.5, 0.5], "position": [0, 0.75, 0]},
           {"shape": "sphere", "radius": 0.3, "position": [4, 0.3, 0]}, {"size": [0.5, 0.5, 0.5], "position": [4.55, 0.25, 0]})");
  EXPECT_EQ(testing::internal::GetCapturedStderr().find("inside of"), std::string::npos);
}

// The water does not pull a crate beside it over its border.
TEST_F(ContactsBegin, ACrateOnADeckStays) {
  load_text(
      R"({"version": 1, "meshes": [{"shape": "box", "size": [8, 0.2, 8], "translate": [6.2, 0, 0], "solid": true}],
      "water": [{"name": "w", "solver": "wave", "cells": [32, 32], "size": [4, 4]}],
      "bodies": [{"shape": "box", "size": [0.4, 0.4, 0.4], "position": [5, 0.3, 0]}]})");
  advance(120);
  EXPECT_NEAR(state().position.x, 5, 1e-3);
  EXPECT_NEAR(state().position.y, 0.3, 1e-3);
}

class ContactsImpact : public ContactsBegin, public testing::WithParamInterface<double> {};

// Ball and flat box that fall 1 m.
TEST_P(ContactsImpact, LeavesWithItsRestitution) {
  const double e = GetParam();
  place(fmt::format(R"({{"shape": "sphere", "radius": 0.2, "position": [0, 1.2, 0], "restitution": {0}}},
                       {{"size": [0.4, 0.4, 0.6], "position": [3, 1.2, 0], "restitution": {0}}})",
                    e),
        "", 1.0 / 240);
  double before[2] = {0, 0}, after[2] = {-9, -9};
  for (int k = 0; k < 130; ++k) {
    advance(1);
    const auto s = floating();
    for (std::size_t i = 0; i < 2; ++i) {
      const double v = static_cast<double>(s[i].velocity.y);
      before[i] = std::min(before[i], v);
      if (before[i] < -4) after[i] = std::max(after[i], v);
    }
  }
  const double expected = std::max(e, 0.1);  // restitution of the floor
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(after[i] / -before[i], expected, 0.05 * expected) << i;
}
INSTANTIATE_TEST_SUITE_P(Restitutions, ContactsImpact, testing::Values(0.0, 0.2, 0.4, 0.6, 0.8));

std::string heap() {
  std::string bodies;
  for (int k = 0; k < 12; ++k)
    bodies += fmt::format(R"({}{{"size": [0.4, 0.3, 0.5], "position": [{}, {}, {}], "rotation": [{}, {}, 0]}})",
                          k ? ", " : "", 0.2 * (k % 2), 0.4 + 0.45 * k, 0.15 * (k % 3), 17 * k, 31 * k);
  return bodies;
}

TEST_F(ContactsBegin, AFallingHeapNeverGainsEnergy) {
  place(heap());
  double before = 1e30;
  for (int k = 0; k < 60; ++k) {
    advance(2);
    double energy = 0;
    for (const bodies::BodyState& s : floating()) energy += energy_of(s, {0.4, 0.3, 0.5}, 500);
    EXPECT_LT(energy, before + 1e-4 * std::abs(before)) << k;
    before = energy;
  }
}

TEST_F(ContactsBegin, AHeapHasTheSameBytesTwice) {
  std::vector<bodies::BodyState> first;
  for (int run = 0; run < 2; ++run) {
    place(heap());
    advance(60);
    const auto s = states();
    if (run == 0) first = s;
    EXPECT_EQ(std::memcmp(first.data(), s.data(), s.size() * sizeof(s[0])), 0);
  }
}

// Bodies poured into a bin: five shapes, layer upon layer.
class ContactsBin : public test::ContactTest {
 protected:
  void pour(int side, int layers) {
    const char* shapes[] = {R"("size": [0.25, 0.25, 0.25])", R"("shape": "sphere", "radius": 0.14)",
                            R"("size": [0.3, 0.2, 0.25])", R"("shape": "capsule", "radius": 0.09, "length": 0.34)",
                            R"("shape": "cylinder", "radius": 0.12, "length": 0.26)"};
    const double wide = 0.35 * side + 0.2;
    std::string bodies, walls;
    for (int k = 0; k < layers; ++k)
      bodies += fmt::format(
          R"({}{{{}, "position": [0, {}, 0], "count": {}, "grid": {{"spacing": [0.35, 0.35], "jitter": 0.1, "turn": 45}}}})",
          k ? ", " : "", shapes[k % 5], 0.3 + 0.45 * k, side * side);
    for (int k = 0; k < 4; ++k)
      walls +=
          fmt::format(R"({}{{"shape": "box", "size": [{}, 9, {}], "translate": [{}, 4.5, {}], "solid": true}})",
                      k ? ", " : "", k < 2 ? 0.3 : wide, k < 2 ? wide + 0.6 : 0.3,
                      k < 2 ? (0.5 * wide + 0.15) * (2 * k - 1) : 0.0, k < 2 ? 0.0 : (0.5 * wide + 0.15) * (2 * k - 5));
    place(bodies, walls);
    half_ = 0.5 * wide;
  }
  // Checks penetration: between spheres, and between all bodies, floor and walls, to 2 % of the size.
  void expect_inside(std::size_t per_layer) {
    const auto s = floating();
    for (std::size_t i = 0; i < s.size(); ++i) {
      const bool sphere = i / per_layer % 5 == 1;
      const double least = sphere ? 0.14 : 0.09;
      EXPECT_GT(s[i].position.y, least - 0.005) << i;
      EXPECT_LT(std::max(std::abs(s[i].position.x), std::abs(s[i].position.z)), half_ - least + 0.005) << i;
      for (std::size_t j = 0; sphere && j < i; ++j) {
        if (j / per_layer % 5 != 1) continue;
        EXPECT_GT(glm::distance(s[i].position, s[j].position), 0.28 * 0.98) << i << ' ' << j;
      }
    }
  }
  double half_ = 0;
};

TEST_F(ContactsBin, ManyShapesComeToRestInIt) {
  pour(4, 5);
  advance(150);
  expect_inside(16);
  double mean = 0;
  for (const bodies::BodyState& s : floating()) mean += speed(s) / 80;
  EXPECT_LT(mean, 0.05);
}

// Levels of the broad-phase grid: balls of 0.04 to 0.3 m, some fast, fall on a slab of 4 m.
TEST_F(ContactsBin, BallsOfEverySizeMeetALargeSlab) {
  std::string bodies = R"({"size": [4, 0.3, 4], "density": 900, "position": [0, 0.15, 0]})";
  const double radii[] = {0.04, 0.07, 0.15, 0.3};
  for (int k = 0; k < 4; ++k)
    bodies += fmt::format(
        R"(, {{"shape": "sphere", "radius": {}, "density": 400, "position": [0, {}, 0], "velocity": [0, {}, 0], "count": 25,
             "grid": {{"spacing": [0.7, 0.7], "jitter": 0.02}}}})",
        radii[k], 0.7 + 0.7 * k, k % 2 ? -12 : 0);
  place(bodies);
  advance(90);
  const auto s = floating();
  EXPECT_NEAR(s[0].position.y, 0.15, 0.003);
  for (std::size_t i = 1; i < s.size(); ++i) {
    const double r = radii[(i - 1) / 25];
    const bool over = std::max(std::abs(s[i].position.x), std::abs(s[i].position.z)) < 2;
    EXPECT_GT(s[i].position.y, (over ? 0.3 : 0) + 0.98 * r) << i;
    for (std::size_t j = 1; j < i; ++j)
      EXPECT_GT(glm::distance(s[i].position, s[j].position), 0.98 * (r + radii[(j - 1) / 25])) << i << ' ' << j;
  }
}

TEST_F(ContactsBin, AThousandBodiesLong) {
  pour(10, 10);
  advance(300);
  expect_inside(100);
}

}  // namespace
}  // namespace undine
