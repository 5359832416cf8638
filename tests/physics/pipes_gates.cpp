// Sluice gates: walls in a river that sink into the ground.
#include "engine/core/error.h"
#include "engine/scene/scene.h"
#include "tests/support/body_runner.h"
#include "tests/support/pipes_runner.h"
#include "tests/support/refused.h"

namespace undine {

struct PipesGates : test::PipesTest {
  // Channel of 60 x 4 m with a gate of 2 columns across its middle; 1 m of water behind it.
  pipes::PipesSettings channel(double opens, double time) {
    pipes::PipesSettings s;
    s.cells = {60, 4};
    s.size = {60, 4};
    s.origin = {3, 5, 2};
    s.initial = {{.kind = columns::Shape::Kind::box, .depth = 1, .center = {-16, 0}, .size = {30, 4}}};
    s.gates = {{.region = {.center = {0, 0}, .size = {2, 4}}, .top = 6.5, .opens = opens, .time = time}};
    return s;
  }
};

TEST_F(PipesGates, ALakeRestsBehindAClosedGate) {
  make(channel(1e6, 1));
  advance(0.1, 1000);
  const auto h = field("depth"), u = field("velocity"), bed = field("bed");
  for (std::size_t i = 0; i < 240; ++i) {
    const std::size_t x = i % 60;
    EXPECT_EQ(bed[i], x == 29 || x == 30 ? 6.5f : 5.0f) << x;
    EXPECT_EQ(h[i], x < 29 ? 1.0f : 0.0f) << x;
  }
  EXPECT_EQ(test::largest(u), 0);
}

TEST_F(PipesGates, AnOpenedGateLetsTheWaterOut) {
  make(channel(5, 2));
  const double before = *stats().volume;
  advance(0.1, 50);
  EXPECT_EQ(field("depth")[40], 0);
  // Half sunk: 1.52 m of travel, to an end 2 cm below the ground.
  advance(0.1, 10);
  EXPECT_NEAR(field("bed")[29], 6.5 - 0.5 * 1.52, 1e-5);
  advance(0.1, 40);
  EXPECT_EQ(field("bed")[29], 5.0f);
  EXPECT_GT(field("depth")[34], 0.1f);
  advance(0.1, 3000);
  const auto h = field("depth");
  double sum = 0;
  for (float d : h) sum += d;
  EXPECT_NEAR(sum / 240, before / 240, 1e-6 * before);
  EXPECT_GT(h[58], 0.2f);
  EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
}

// Water everywhere: water above the wall sinks with it, and volume is conserved.
TEST_F(PipesGates, WaterOverAGateKeepsItsVolume) {
  pipes::PipesSettings s = channel(0, 3);
  s.initial = {{.kind = columns::Shape::Kind::level, .level = 7}};
  s.friction = 0.5;
  make(s);
  EXPECT_NEAR(field("depth")[29], 0.5, 1e-6);
  const double before = *stats().volume;
  EXPECT_NEAR(before, 58 * 4 * 2 + 2 * 4 * 0.5, 1e-4);
  advance(0.05, 40);
  EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
  advance(0.05, 4000);
  EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
  for (float h : field("depth")) EXPECT_NEAR(h, before / 240, 1e-4);
}

// Height of the drawn wall and of the columns' bed, at all times.
TEST_F(PipesGates, TheWallThatIsDrawnIsTheOneThatIsThere) {
  const pipes::PipesSettings s = channel(0.5, 2);
  const std::vector<MovingWall> walls = s.walls({});
  ASSERT_EQ(walls.size(), 1u);
  EXPECT_EQ(walls[0].low.x, 2);
  EXPECT_EQ(walls[0].high.x, 4);
  EXPECT_EQ(walls[0].low.z, 0);
  EXPECT_EQ(walls[0].high.z, 4);
  EXPECT_EQ(walls[0].high.y, 6.5);
  EXPECT_LT(walls[0].low.y, 5);
  make(s);
  for (int step = 1; step <= 30; ++step) {
    advance(0.1, 1);
    const double top = walls[0].high.y - walls[0].travel * moved_share(walls[0].opens, walls[0].time, 0.1 * step);
    EXPECT_NEAR(field("bed")[29], std::max(5.0, top), 1e-5) << step;
  }
}

TEST_F(PipesGates, ARestartClosesThem) {
  make(channel(0, 0));
  advance(0.1, 20);
  EXPECT_EQ(field("bed")[30], 5.0f);
  graph::Graph g(state);
  solver->start(g);
  run(g);
  EXPECT_EQ(field("bed")[30], 6.5f);
}

TEST_F(PipesGates, BadGatesAreAnswered) {
  const auto refuses = [&](const std::string& gate, const std::string& says) {
    SCOPED_TRACE(gate);
    const auto open = [&] {
      Scene scene = parse_scene(R"({"version": 1, "meshes": [], "water": [{"name": "r", "solver": "pipes",
          "cells": [16, 16], "size": [16, 16], "gates": [)" +
                                    gate + "]}]}",
                                "test.json");
      graph::State own;
      session::World world(own, scene);
    };
    test::expect_refused(open, {says});
  };
  refuses(R"({"region": {"center": [20, 0]}})", "gates/0/region");
  refuses(R"({"region": {"center": [0, 0]}, "top": -1})", "gates/0/top");
  refuses(R"({"region": {"center": [0, 0]}, "time": -1})", "gates/0/time");
  refuses(R"({"region": {"center": [0, 0]}, "opens": "soon"})", "gates/0/opens");
}

}  // namespace undine
