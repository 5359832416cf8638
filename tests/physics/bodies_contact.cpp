// Contacts of bodies with walls, terrain and each other.
#include <algorithm>
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesContact : public test::BodyTest {
 protected:
  // Basin of 6 x 1.5 x 4 m, empty but for a film of water far below; bodies reach the floor at -1.5.
  void drop(const std::string& bodies, double step = 1.0 / 120) {
    load_text(fmt::format(R"({{"version": 1, "clock": {{"step": {}}}, "water": [{{"name": "pool", "solver": "wave",
      "cells": [24, 16], "size": [6, 4], "origin": [0, -40, 0]}}],
      "meshes": [{{"shape": "basin", "size": [6, 1.5, 4]}}], "bodies": [{}]}})",
                          step, bodies));
  }
};

TEST_F(BodiesContact, FastBodiesDoNotPassThroughWallsOrFloor) {
  drop(R"({"size": [0.3, 0.3, 0.3], "position": [0, 0, 0], "velocity": [10, 0, 0]},
          {"shape": "sphere", "radius": 0.1, "position": [0, 0.5, 1], "velocity": [-10, 0, 3]},
          {"shape": "cylinder", "radius": 0.1, "length": 0.4, "position": [1, 0, -1], "velocity": [0, -10, -10]},
          {"shape": "capsule", "radius": 0.06, "length": 0.5, "position": [-1, -0.5, -1], "velocity": [3, -10, 0],
           "angular_velocity": [0, 0, 900]},
          {"size": [0.5, 0.05, 0.5], "position": [-2, 0, 1], "velocity": [-7, -7, 0], "angular_velocity": [300, 0, 0]})");
  for (int i = 0; i < 300; ++i) {
    advance(1);
    for (const bodies::BodyState& s : states()) {
      ASSERT_LT(std::abs(s.position.x), 3.0f);
      ASSERT_LT(std::abs(s.position.z), 2.0f);
      ASSERT_GT(s.position.y, -1.5f);
      ASSERT_LT(glm::length(s.velocity), 16.0f);
    }
  }
}

TEST_F(BodiesContact, ABoxComesToRestFlatOnTheFloor) {
  drop(R"({"size": [0.6, 0.4, 0.5], "position": [0, 0, 0], "rotation": [10, 0, 25], "velocity": [1, 0, 0]})");
  advance(600);
  const bodies::BodyState s = state();
  EXPECT_NEAR(s.position.y, -1.5 + 0.2, 0.01);
  EXPECT_LT(test::tilt(s), 0.02);
  EXPECT_LT(glm::length(s.velocity), 0.01f);
  EXPECT_LT(glm::length(s.spin), 0.02f);
}

TEST_F(BodiesContact, FrictionStopsASlidingBox) {
  // From 2 m/s with mu = 0.5 it slides v^2 / (2 mu g) = 0.408 m.
  drop(
      R"({"size": [0.6, 0.2, 0.6], "position": [-1, -1.4, 0], "velocity": [2, 0, 0], "friction": 0.5, "restitution": 0})");
  advance(240);
  const bodies::BodyState s = state();
  EXPECT_NEAR(s.position.x + 1, 0.408, 0.06);
  EXPECT_LT(std::abs(s.velocity.x), 0.01f);
}

// The same fall with two restitutions. The balls are identical until contact; afterwards their speeds differ by the
// difference of restitutions times the impact speed.
TEST_F(BodiesContact, ReboundsDifferByTheirRestitution) {
  std::vector<double> speeds[2];
  for (const int k : {0, 1}) {
    drop(fmt::format(R"({{"shape": "sphere", "radius": 0.2, "position": [0, -1.29, 0], "velocity": [0, -2, 0],
      "friction": 0, "restitution": {}}})",
                     k == 0 ? 0.3 : 0.8),
         1.0 / 2000);
    for (int i = 0; i < 20; ++i) {
      advance(1);
      speeds[k].push_back(static_cast<double>(state().velocity.y));
    }
  }
  const auto [first, other] = std::ranges::mismatch(speeds[0], speeds[1]);
  ASSERT_NE(first, speeds[0].end());
  EXPECT_NEAR(*other - *first, 0.5 * 2, 0.08 * 0.5 * 2);
}

TEST_F(BodiesContact, CollisionsKeepMomentumAndBodiesStayApart) {
  // In the air, at 10 m/s towards each other.
  drop(R"({"size": [0.3, 0.3, 0.3], "density": 800, "position": [-0.5, 5, 0], "velocity": [10, 0, 0.3]},
          {"size": [0.3, 0.3, 0.3], "density": 400, "position": [0.5, 5.05, 0.05], "rotation": [0, 30, 0],
           "velocity": [-10, 0, 0]})");
  const double m0 = 800 * 0.027, m1 = 400 * 0.027;
  glm::dvec3 before(m0 * 10 - m1 * 10, 0, m0 * 0.3);
  for (int i = 0; i < 30; ++i) {
    advance(1);
    const auto s = states();
    ASSERT_LT(s[0].position.x, s[1].position.x);  // they have not passed through each other
  }
  const auto s = states();
  const glm::dvec3 after = m0 * glm::dvec3(s[0].velocity) + m1 * glm::dvec3(s[1].velocity);
  EXPECT_NEAR(after.x, before.x, 1e-3 * m0 * 10);
  EXPECT_NEAR(after.z, before.z, 1e-3 * m0 * 10);
  EXPECT_GT(s[1].position.x - s[0].position.x, 0.25f);
  EXPECT_GT(s[1].velocity.x, s[0].velocity.x);
}

TEST_F(BodiesContact, BoxesStackedOnTheFloorStay) {
  drop(R"({"size": [0.5, 0.3, 0.5], "position": [0, -1.35, 0]}, {"size": [0.4, 0.3, 0.4], "position": [0.02, -1.05, 0]},
          {"shape": "sphere", "radius": 0.2, "position": [2, -1.3, 0]})");
  advance(600);
  const auto s = states();
  EXPECT_NEAR(s[0].position.y, -1.35, 0.01);
  EXPECT_NEAR(s[1].position.y, -1.05, 0.02);
  EXPECT_NEAR(s[2].position.y, -1.3, 0.01);
  EXPECT_LT(std::abs(s[1].position.x), 0.1f);
}

// On a box, and on a cylinder of two radii, whose collisions use its distance field. The bodies are in waves far
// below: there gravity acts for a clock step at once on floating bodies, and not on resting ones.
TEST_F(BodiesContact, BodyOnAMeshIsStill) {
  for (const char* shape : {"box", "cylinder"}) {
    load_text(fmt::format(R"({{"version": 1, "clock": {{"step": 0.0166667}}, "water": [{{"name": "pool",
      "solver": "wave", "cells": [24, 16], "size": [6, 4], "origin": [0, -40, 0]}}],
      "meshes": [{{"shape": "{}", "size": [1.5, 0.5, 1.2], "translate": [0, 0.25, 0], "solid": true}}],
      "bodies": [{{"size": [0.3, 0.24, 0.26], "density": 500, "position": [0.05, 0.7, 0.03], "rotation": [20, 0, 15]}},
                 {{"size": [0.2, 0.1, 0.2], "position": [0.4, 0.65, 0.2]}}]}})",
                          shape));
    advance(240);
    const auto before = states();
    for (int k = 0; k < 10; ++k) {
      advance(1);
      const auto now = states();
      for (std::size_t i = 0; i < 2; ++i) {
        const bodies::BodyState& s = now[i];
        EXPECT_LT(glm::length(s.velocity), 1e-3f) << shape;
        EXPECT_LT(glm::length(s.spin), 5e-3f) << shape;
      }
    }
    const auto after = states();
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_LT(glm::length(after[i].position - before[i].position), 1e-4f) << shape;
      EXPECT_NEAR(after[i].position.y, i == 0 ? 0.62 : 0.55, 0.006) << shape;
    }
  }
}

TEST_F(BodiesContact, TerrainHoldsABox) {
  Scene scene = parse_scene(R"({"version": 1, "clock": {"step": 0.01}, "meshes": [], "water": [{"name": "sea",
    "solver": "wave", "cells": [8, 8], "size": [8, 8], "origin": [0, -40, 0]}],
    "bodies": [{"size": [0.6, 0.3, 0.6], "position": [1, 2, 0], "friction": 0.8}]})",
                            "test.json");
  // Slope of 1:5 down along x: below the friction angle.
  scene.terrain = Heightmap{.nx = 5, .nz = 3, .size = {10, 10}, .origin = {0, 0, 0}};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 5; ++i) scene.terrain->height.push_back(static_cast<float>(-0.2 * (2.5 * i - 5)));
  begin(std::move(scene));
  advance(500);
  const bodies::BodyState s = state();
  EXPECT_NEAR(s.position.y, -0.2 * static_cast<double>(s.position.x) + 0.15 / std::cos(std::atan(0.2)), 0.02);
  EXPECT_LT(glm::length(s.velocity), 0.02f);
  EXPECT_NEAR(test::tilt(s), std::atan(0.2), 0.02);
}

}  // namespace
}  // namespace undine
