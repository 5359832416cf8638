// Fish: they school, stay in the water, flee disturbances and calm down.
#include <array>

#include "passes/agents/fish_params.h"
#include "passes/agents/leaves_params.h"
#include "tests/support/agent_runner.h"

namespace undine::test {
namespace {

class Fish : public AgentTest {
 protected:
  struct Mood {
    double distance = 0, fright = 0, speed = 0;  // means; distance along x and z from a point
  };
  Mood mood(glm::vec2 from) {
    Mood m;
    const auto all = fish();
    for (const Swimmer& f : all) {
      const double share = 1.0 / static_cast<double>(all.size());
      m.distance += share * static_cast<double>(glm::length(glm::vec2(f.position.x, f.position.z) - from));
      m.fright += share * static_cast<double>(f.fright);
      m.speed += share * static_cast<double>(glm::length(f.velocity));
    }
    return m;
  }
  // Length of the mean heading; 1 if all head the same way.
  double order() {
    glm::dvec2 sum{0};
    const auto all = fish();
    for (const Swimmer& f : all) sum += glm::normalize(glm::dvec2(f.velocity.x, f.velocity.z));
    return glm::length(sum) / static_cast<double>(all.size());
  }
};

TEST_F(Fish, FleeADisturbanceAndCalmDown) {
  scene(pool() + R"(, "fish": [{"count": 30, "radius": 0.7, "speed": 0.15, "burst": 1.2, "fear": 2, "calm": 2}])");
  advance(60);
  const Mood before = mood({0, 0});
  EXPECT_LT(before.fright, 0.01);
  EXPECT_LT(before.speed, 0.4);
  world->disturb(0, {.point = {0, 0, 0}});
  advance(1);
  EXPECT_GT(mood({0, 0}).fright, 0.7);
  advance(80);
  const Mood fled = mood({0, 0});
  EXPECT_GT(fled.distance, before.distance + 0.7);
  EXPECT_GT(fled.speed, 0.5);
  advance(900);
  const Mood calm = mood({0, 0});
  EXPECT_LT(calm.fright, 0.01);
  EXPECT_LT(calm.speed, 0.4);
}

TEST_F(Fish, FarDisturbancesDoNotFrighten) {
  scene(pool() + R"(, "fish": [{"count": 30, "radius": 0.7, "fear": 1.5}])");
  world->disturb(0, {.point = {3.5, 0, 3.5}});
  world->disturb(0, {.point = {std::nan(""), 0, 0}});
  advance(20);
  EXPECT_EQ(mood({0, 0}).fright, 0);
  for (const Swimmer& f : fish()) EXPECT_TRUE(std::isfinite(f.position.x + f.velocity.x));
}

// Without a pointer: a falling dent of the surface frightens them, and its waves drive them away.
TEST_F(Fish, FleeASplash) {
  const std::string shoal =
      R"(, "fish": [{"count": 40, "radius": 1.2, "speed": 0.1, "startle": 0.1, "school": {"cohesion": 0}}])";
  scene(pool() + shoal);
  advance(120);
  const Mood still = mood({0, 0});
  scene(pool(R"("initial": [{"shape": "gaussian", "height": -0.15, "radius": 0.25, "center": [0, 0]}])") + shoal);
  advance(60);
  EXPECT_GT(mood({0, 0}).fright, 0.3);
  advance(60);
  EXPECT_EQ(still.fright, 0);
  EXPECT_GT(mood({0, 0}).distance, still.distance + 0.3);
}

// The same on a flow grid, as in garden.json: drops of a fountain make ripples that the flow advects.
TEST_F(Fish, FleeTheDropsOfAFountain) {
  const auto basin = [](double drops) {
    return fmt::format(R"("meshes": [{{"shape": "basin", "size": [8, 1, 8]}}],
      "water": [{{"name": "pool", "solver": "fluid", "cells": [64, 64], "size": [8, 8],
        "emitters": [{{"center": [0, 0], "radius": 0.2, "drops": {}, "end": 1}}],
        "waves": {{"speed": 1.5, "drops": {{"radius": 0.25, "depth": 0.15}}}}}}],
      "fish": [{{"count": 40, "radius": 1.2, "speed": 0.1, "startle": 0.1, "school": {{"cohesion": 0}}}}])",
                       drops);
  };
  scene(basin(0));
  advance(120);
  const Mood still = mood({0, 0});
  EXPECT_EQ(still.fright, 0);
  scene(basin(6));
  advance(60);
  EXPECT_GT(mood({0, 0}).fright, 0.3);
  advance(60);
  EXPECT_GT(mood({0, 0}).distance, still.distance + 0.3);
}

// A pillar through the surface, a block on the floor, a dry square in the stream.
TEST_F(Fish, StayInTheWater) {
  scene(
      R"("meshes": [{"shape": "basin", "size": [8, 1, 8]}, {"shape": "box", "size": [1.5, 3, 1.5], "translate": [2, 0, 0]},
      {"shape": "box", "size": [2, 0.6, 2], "translate": [-2, -0.7, 0]}],
    "water": [{"name": "brook", "solver": "stream", "flow": [0.5, 0.2], "slope": [0.01, 0], "dry": 1, "periodic": false}],
    "fish": [{"count": 120, "length": 0.3, "depth": [0.05, 2], "burst": 2, "carried": 1}])");
  for (int i = 0; i < 40; ++i) {
    if (i % 4 == 0) world->disturb(0, {.point = {std::sin(i) * 3, 0, std::cos(i) * 3}});
    advance(15);
    for (const Swimmer& f : fish()) {
      const glm::vec3 p = f.position;
      ASSERT_LT(std::max(std::abs(p.x), std::abs(p.z)), 4.0f);
      ASSERT_FALSE(std::abs(p.x - 2) < 0.75f && std::abs(p.z) < 0.75f) << "in the pillar, " << p.x << " " << p.z;
      ASSERT_FALSE(std::abs(p.x) < 0.5f && std::abs(p.z) < 0.5f) << "on the dry square, " << p.x << " " << p.z;
      const bool over_block = std::abs(p.x + 2) < 1 && std::abs(p.z) < 1;
      ASSERT_GT(p.y - 0.02f, over_block ? -0.4f : -1.0f) << p.x << " " << p.z;
      ASSERT_LT(p.y + 0.02f, 0.01f * p.x) << "over the surface";
    }
  }
}

TEST_F(Fish, ASchoolAligns) {
  const auto text = [](double alignment) {
    return fmt::format(R"("meshes": [], "water": [{{"name": "sea", "solver": "stream"}}],
      "fish": [{{"count": 60, "wander": 0.2, "school": {{"sight": 3, "alignment": {}}}}}])",
                       alignment);
  };
  scene(text(1));
  const double first = order();
  advance(1200);
  const double aligned = order();
  scene(text(0));
  advance(1200);
  EXPECT_LT(first, 0.3);
  EXPECT_GT(aligned, 0.9);
  EXPECT_LT(order(), 0.6);
}

TEST_F(Fish, KeepApartAndTogether) {
  scene(R"("meshes": [], "water": [{"name": "sea", "solver": "stream"}],
    "fish": [{"count": 40, "length": 0.2, "radius": 1.5, "school": {"sight": 4, "space": 0.3}, "wander": 0.2}])");
  advance(900);
  const auto all = fish();
  double nearest = 0, spread = 0;
  for (const Swimmer& a : all) {
    double least = 1e9;
    for (const Swimmer& b : all) {
      glm::dvec3 d(a.position - b.position);
      for (int axis : {0, 2}) d[axis] -= 8 * std::round(d[axis] / 8);
      const double away = glm::length(d);
      if (&a != &b) least = std::min(least, away);
      spread += away / static_cast<double>(all.size() * all.size());
    }
    nearest += least / static_cast<double>(all.size());
  }
  EXPECT_GT(nearest, 0.12);
  EXPECT_LT(spread, 2.0);  // scattered over the whole square: 3.06
}

// School with and without separation weight.
TEST_F(Fish, SeparationHoldsThemOff) {
  double nearest[2] = {0, 0};
  for (const int separation : {0, 3}) {
    scene(fmt::format(R"("meshes": [], "water": [{{"name": "sea", "solver": "stream"}}],
      "fish": [{{"count": 40, "length": 0.2, "radius": 1.5, "depth": [0.3, 0.3], "wander": 0.2,
        "school": {{"sight": 4, "space": 0.6, "separation": {}}}}}])",
                      separation));
    advance(900);
    const auto all = fish();
    for (const Swimmer& a : all) {
      double least = 1e9;
      for (const Swimmer& b : all) {
        glm::dvec3 d(a.position - b.position);
        for (int axis : {0, 2}) d[axis] -= 8 * std::round(d[axis] / 8);
        if (&a != &b) least = std::min(least, glm::length(d));
      }
      nearest[separation > 0] += least / static_cast<double>(all.size());
    }
  }
  EXPECT_GT(nearest[1], 1.3 * nearest[0]);
}

// School with and without cohesion weight.
TEST_F(Fish, CohesionHoldsThemTogether) {
  double spread[2] = {0, 0};
  for (const int cohesion : {0, 2}) {
    scene(fmt::format(R"("meshes": [], "water": [{{"name": "sea", "solver": "stream"}}],
      "fish": [{{"count": 40, "length": 0.2, "radius": 1.5, "wander": 0.2,
        "school": {{"sight": 4, "space": 0.3, "alignment": 0, "cohesion": {}}}}}])",
                      cohesion));
    advance(900);
    const auto all = fish();
    for (const Swimmer& a : all)
      for (const Swimmer& b : all) {
        glm::dvec3 d(a.position - b.position);
        for (int axis : {0, 2}) d[axis] -= 8 * std::round(d[axis] / 8);
        spread[cohesion > 0] += glm::length(d) / static_cast<double>(all.size() * all.size());
      }
  }
  EXPECT_LT(spread[1], 0.8 * spread[0]);
}

TEST_F(Fish, TheCurrentCarriesAShare) {
  scene(R"("meshes": [], "water": [{"name": "brook", "solver": "stream", "flow": [0.4, -0.2]}],
    "fish": [{"count": 5, "speed": 1e-4, "burst": 1e-4, "carried": 0.25}])");
  const auto before = fish();
  advance(60);
  const auto after = fish();
  for (std::size_t i = 0; i < before.size(); ++i) {
    glm::dvec3 d(after[i].position - before[i].position);
    for (int axis : {0, 2}) d[axis] -= 8 * std::round(d[axis] / 8);
    EXPECT_NEAR(d.x, 0.1, 2e-3);
    EXPECT_NEAR(d.z, -0.05, 2e-3);
  }
}

TEST_F(Fish, SameSceneSameBytes) {
  const auto run_once = [&](int seed) {
    scene(pool(R"("drops": {"rate": 5, "radius": 0.1, "depth": 0.05})") +
              R"(, "fish": [{"count": 50}, {"count": 20, "length": 0.15}], "leaves": [{"count": 60}])",
          9.81, seed);
    advance(200);
    world->disturb(0, {.point = {1, 0, 1}});
    advance(100);
    return std::pair(rows<std::array<std::uint32_t, agents::fish_state_floats>>("fish.state"),
                     rows<std::array<std::uint32_t, agents::leaf_state_floats>>("leaves.state"));
  };
  const auto one = run_once(3);
  EXPECT_EQ(one, run_once(3));
  EXPECT_NE(one, run_once(4));
}

}  // namespace
}  // namespace undine::test
