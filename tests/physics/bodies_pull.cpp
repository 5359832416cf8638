// The pointer grabs a body along a ray and pulls it.
#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesPull : public test::BodyTest {};

TEST_F(BodiesPull, TheFirstBodyOnTheRayFollowsIt) {
  load(
      R"({"size": [0.6, 0.4, 0.6], "position": [0, 0, 0]}, {"shape": "sphere", "radius": 0.3, "position": [0, 0, -2]})");
  world->bodies()->pull(Pull{{0, 0.1, 5}, {0, 0, -1}, true});
  advance(10);
  executor->finish();
  EXPECT_TRUE(world->bodies()->holding());
  const double away = 1.0 / std::hypot(1.0, 5.0);
  for (int i = 0; i < 60; ++i) {
    world->bodies()->pull(Pull{{0, 0.1, 5}, {away, 0, -5 * away}, false});
    advance(5);
  }
  auto s = states();
  // 4.7 m along the ray is x = 0.92; the center trails the grabbed side, for any rotation of the body.
  EXPECT_GT(s[0].position.x, 0.5);
  EXPECT_LT(s[0].position.x, 1.25);
  EXPECT_NEAR(s[1].position.x, 0, 0.1);
  world->bodies()->pull({});
  advance(1200);
  s = states();
  EXPECT_FALSE(world->bodies()->holding());
  EXPECT_NEAR(s[0].position.y, 0, 0.02);
}

// Along a ray through its center, in air, without gravity: x'' = k (to - x) - 2 sqrt(k) x' with k = 60 / s^2.
TEST_F(BodiesPull, ABallFollowsAsACriticallyDampedSpring) {
  load_text(R"({"version": 1, "meshes": [], "gravity": 1e-6, "clock": {"step": 0.001}, "water": [{"name": "pool",
    "solver": "wave", "cells": [16, 16], "size": [16, 16]}], "bodies": [{"shape": "sphere", "radius": 0.3,
    "position": [0, 3, 0]}]})");
  world->bodies()->pull(Pull{{0, 3, 5}, {0, 0, -1}, true});
  advance(10);
  executor->finish();
  world->bodies()->pull(Pull{{0, 3, 5.5}, {0, 0, -1}, false});
  const double w = std::sqrt(60.0);
  double worst = 0;
  for (int k = 1; k <= 20; ++k) {
    advance(20);
    const double t = 0.02 * k, want = 0.5 * (1 - (1 + w * t) * std::exp(-w * t));
    worst = std::max(worst, std::abs(static_cast<double>(state().position.z) - want));
  }
  EXPECT_LT(worst, 0.015 * 0.5);
}

TEST_F(BodiesPull, ARayThatMissesHoldsNothing) {
  load(R"({"size": [0.6, 0.4, 0.6], "position": [0, 0, 0]})");
  world->bodies()->pull(Pull{{0, 3, 5}, {0, 0, -1}, true});
  advance(60);
  executor->finish();
  EXPECT_FALSE(world->bodies()->holding());
  EXPECT_NEAR(state().position.x, 0, 1e-3);
}

}  // namespace
}  // namespace undine
