// Crates on slopes: at rest below the friction angle, sliding by Coulomb's law above it.
#include <numbers>

#include "tests/support/contact_runner.h"

namespace undine {
namespace {

class ContactsSlope : public test::ContactTest {
 protected:
  // Crates of two sizes on a terrain of this slope down along x, friction 0.4.
  void on_terrain(double degrees) {
    const double slope = std::tan(glm::radians(degrees));
    std::string bodies;
    for (const double size : {0.3, 1.0}) {
      const double lift = 0.5 * size / std::cos(glm::radians(degrees));
      bodies += fmt::format(
          R"({}{{"size": [{}, {}, {}], "position": [0.13, {}, {}], "rotation": [0, 0, {}], "friction": 0.4}})",
          bodies.empty() ? "" : ", ", size, size, size, lift - slope * 0.13, 2 * size, -degrees);
    }
    Scene scene = parse_scene(
        fmt::format(R"({{"version": 1, "clock": {{"step": 0.0166667}}, "meshes": [], "water": [{{"name": "far",
      "solver": "wave", "cells": [8, 8], "size": [60, 60], "origin": [0, -60, 0]}}], "bodies": [{}]}})",
                    bodies),
        "test.json");
    scene.terrain = Heightmap{.nx = 41, .nz = 21, .size = {40, 20}, .origin = {0, 0, 0}};
    for (int j = 0; j < 21; ++j)
      for (int i = 0; i < 41; ++i) scene.terrain->height.push_back(static_cast<float>(-slope * (i - 20)));
    begin(std::move(scene));
  }
};

TEST_F(ContactsSlope, ACrateWithMuchFrictionStays) {
  load_text(R"({"version": 1, "meshes": [{"shape": "box", "size": [30, 1, 30], "rotate": [0, 0, 15],
      "translate": [0.129, -0.483, 0], "solid": true}], "water": [{"name": "w", "solver": "shallow", "cells": [32, 32],
      "size": [20, 20], "origin": [0, -10, 0], "initial": []}],
      "bodies": [{"shape": "box", "position": [-0.129, 0.483, 0], "rotation": [0, 0, 15], "friction": 10}]})");
  advance(120);
  const auto before = state();
  advance(60);
  EXPECT_LT(speed(state()), 1e-3);
  EXPECT_LT(glm::distance(state().position, before.position), 5e-4f);
}

class ContactsSlopeBelow : public ContactsSlope, public testing::WithParamInterface<int> {};

TEST_P(ContactsSlopeBelow, CratesStayOnTerrain) {
  on_terrain(GetParam());
  advance(60);
  const auto before = floating();
  advance(60);
  const auto after = floating();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(speed(after[i]), 1e-3) << i;
    EXPECT_LT(glm::distance(after[i].position, before[i].position), 1e-3f) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Degrees, ContactsSlopeBelow, testing::Values(5, 10, 15, 20));

class ContactsSlopeAbove : public ContactsSlope, public testing::WithParamInterface<int> {};

// a = g (sin - mu cos).
TEST_P(ContactsSlopeAbove, CratesSlideAsCoulombSays) {
  on_terrain(GetParam());
  advance(60);
  const double angle = glm::radians(static_cast<double>(GetParam()));
  const double expected = 9.81 * (std::sin(angle) - 0.4 * std::cos(angle));
  for (const bodies::BodyState& s : floating()) {
    EXPECT_NEAR(speed(s), expected, 0.03 * expected + 0.01);
    EXPECT_NEAR(test::tilt(s), angle, 0.01);
  }
}
INSTANTIATE_TEST_SUITE_P(Degrees, ContactsSlopeAbove, testing::Values(25, 30));

class ContactsRolling : public test::ContactTest, public testing::WithParamInterface<double> {};

// a = g sin / (1 + I / m r²) for a ball, a cylinder and a capsule.
TEST_P(ContactsRolling, RoundBodiesRollWithoutLoss) {
  const double angle = glm::radians(GetParam()), r = 0.3;
  const glm::dvec3 normal(-std::sin(angle), std::cos(angle), 0);
  const auto at = [&](double z) {
    const glm::dvec3 p = r * normal;
    return fmt::format("[{}, {}, {}]", p.x, p.y + 10, z);
  };
  place(fmt::format(R"({{"shape": "sphere", "radius": 0.3, "position": {}}},
                       {{"shape": "cylinder", "radius": 0.3, "length": 0.8, "position": {}, "rotation": [90, 0, 0]}},
                       {{"shape": "capsule", "radius": 0.3, "length": 1.2, "position": {}, "rotation": [90, 0, 0]}})",
                    at(-4), at(0), at(4)),
        fmt::format(R"({{"shape": "box", "size": [30, 1, 12], "rotate": [0, 0, {}], "translate": [{}, {}, 0],
                         "solid": true}})",
                    GetParam(), -0.5 * normal.x, 10 - 0.5 * normal.y));
  advance(90);
  const double middle = 0.6, caps = 4.0 / 3 * r, all = middle + caps;
  const double inertia[] = {0.4, 0.5, (0.5 * middle + 0.4 * caps) / all};
  const auto s = floating();
  for (std::size_t i = 0; i < 3; ++i) {
    const double expected = 1.5 * 9.81 * std::sin(angle) / (1 + inertia[i]);
    EXPECT_NEAR(speed(s[i]), expected, 0.005 * expected) << i;
    EXPECT_NEAR(glm::length(s[i].spin), expected / r, 0.005 * expected / r) << i;
    EXPECT_NEAR(glm::dot(glm::dvec3(s[i].position) - glm::dvec3(0, 10, 0), normal), r, 0.002 * r) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Degrees, ContactsRolling, testing::Values(1.0, 15.0));

}  // namespace
}  // namespace undine
