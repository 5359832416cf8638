// Floating and grounded bodies in a river.
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

class PipesBodies : public test::BodyTest {
 protected:
  void river(const std::string& bodies, const std::string& water, double step = 1.0 / 60) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}},
      "water": [{{"name": "river", "solver": "pipes", {}}}], "bodies": [{}]}})",
                          step, water, bodies));
  }
  std::vector<float> field(const std::string& what) { return BodyTest::field("river." + what); }
};

constexpr const char* lake = R"("cells": [64, 64], "size": [8, 8], "friction": 0.3,
    "initial": [{"shape": "level", "level": 1}])";

TEST_F(PipesBodies, ABoxFloatsAtItsDraft) {
  river(R"({"size": [1.6, 0.5, 1.2], "density": 500, "position": [0.1, 0.85, 0.05]})", lake);
  const double before = *water_stats().volume;
  advance(3000);
  const BodyStats b = body_stats();
  const double weight = 0.5 * 1.6 * 0.5 * 1.2;
  EXPECT_NEAR(b.bodies[0].volume, weight, 0.005 * weight) << "Archimedes";
  EXPECT_NEAR(b.displaced, weight, 0.02 * weight) << "and the water has made way for it";
  EXPECT_NEAR(*water_stats().volume, before, 1e-6 * before);
  // The lake stands as if its water and the body's filled the basin.
  const auto h = field("height");
  const double level = (before + weight) / 64;
  EXPECT_NEAR(h[0], level, 1e-3);
  EXPECT_NEAR(h[64 * 64 - 1], level, 1e-3);
  EXPECT_NEAR(b.bodies[0].position.y, level, 0.02 * 0.25) << "half of it under water";
  EXPECT_LT(glm::length(b.bodies[0].velocity), 0.01);
  // The water under the hull fills the remaining space. A facet displaces water with tent weights, whose sum is not
  // flat (0.22 to 0.33 m of 0.25): the mean is taken one facet within the sides.
  const auto depth = field("depth");
  double under = 0;
  for (std::size_t z = 30; z < 35; ++z)
    for (std::size_t x = 30; x < 36; ++x) under += static_cast<double>(depth[z * 64 + x]) / 30;
  EXPECT_NEAR(under, level - 0.25, 0.012);
}

TEST_F(PipesBodies, BodiesAtEquilibriumStayAtRest) {
  river(R"({"size": [1.6, 0.5, 1.2], "density": 500, "position": [0.1, 1, 0.05]})", lake);
  double worst = 0;
  for (int i = 0; i < 10; ++i) {
    advance(120);
    const auto h = field("height");
    for (std::size_t z = 0; z < 64; ++z)
      for (std::size_t x = 0; x < 16; ++x) worst = std::max(worst, std::abs(static_cast<double>(h[z * 64 + x]) - 1));
  }
  EXPECT_LT(worst, 2e-3);
  EXPECT_LT(glm::length(state().velocity), 2e-3);
  EXPECT_NEAR(state().position.y, 1, 2e-3);
}

// The pressure head of a hull must not amplify waves: they decay as without the hull.
TEST_F(PipesBodies, WavesUnderAHullDieAway) {
  river(R"({"size": [2.4, 0.5, 2.4], "density": 500, "position": [0, 0.7, 0]})",
        R"("cells": [32, 32], "size": [4, 4], "initial": [{"shape": "level", "level": 0.6}])");
  const auto swell = [&] {
    double most = 0;
    for (int i = 0; i < 20; ++i) {
      advance(6);
      const auto u = field("velocity");
      for (float v : u) most = std::max(most, std::abs(static_cast<double>(v)));
    }
    return most;
  };
  const double first = swell();
  advance(1200);
  const double late = swell();
  EXPECT_LT(late, 0.3 * first);
  advance(3600);
  EXPECT_LT(swell(), 1.2 * late + 0.01);
}

// Channel with a stream of 0.2 m; a heavy crate, three quarters of its width, stands on the bed. It should act as a
// wall of its shape.
class GroundedCrate : public PipesBodies {
 protected:
  // Mean upstream depth of the columns of `solver` with `more` in the channel.
  double upstream(const std::string& solver, const std::string& more, const std::string& bodies) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.0166667}}, "bodies": [{}],
      "water": [{{"name": "river", "solver": "{}", "cells": [120, 24], "size": [12, 2.4], "manning": 0.02, {}
        "edges": {{"+x": "open"}}, "initial": [{{"shape": "level", "level": 0.3}}],
        "sources": [{{"region": {{"center": [-5.8, 0], "size": [0.4, 2.4]}}, "rate": 0.25}}]}}]}})",
                          bodies, solver, more));
    advance(1200);
    double sum = 0;
    for (int k = 0; k < 10; ++k) {
      advance(12);
      const auto h = field("depth");
      for (std::size_t z = 0; z < 24; ++z) sum += static_cast<double>(h[z * 120 + 35]) / 240;
    }
    return sum;
  }
  double open(const std::string& solver) {  // the crate far away
    return upstream(solver, "", R"({"size": [0.4, 1, 0.4], "density": 3000, "position": [40, 0.5, 0]})");
  }
  double wall(const std::string& solver) {
    const char* gate =
        R"("gates": [{"region": {"center": [0, 0], "size": [1.2, 1.8]}, "top": 1, "opens": 1000, "time": 1}],)";
    return upstream(solver, gate, R"({"size": [0.4, 1, 0.4], "density": 3000, "position": [40, 0.5, 0]})");
  }
  double crate(const std::string& solver) {
    return upstream(solver, "", R"({"size": [1.2, 1, 1.8], "density": 3000, "position": [0, 0.5, 0], "friction": 1})");
  }
  void stands_and_is_passed_by(double blocked) {
    EXPECT_LT(state().position.y, 0.51f);
    EXPECT_LT(std::abs(state().position.x), 0.05f) << "too heavy to be carried";
    // The water flows around the crate: little stays under it, and it is faster beside it.
    const auto h = field("depth"), u = field("velocity");
    EXPECT_LT(h[12 * 120 + 60], 0.1f * static_cast<float>(blocked));
    const auto passing = [&](std::size_t x, std::size_t from, std::size_t to) {  // m^3/s
      double sum = 0;
      for (std::size_t z = from; z < to; ++z)
        sum += 0.1 * static_cast<double>(h[z * 120 + x]) * static_cast<double>(u[2 * (z * 120 + x)]);
      return sum;
    };
    double beside = 0;
    for (std::size_t z = 0; z < 3; ++z) beside += 0.1 * static_cast<double>(h[z * 120 + 60]);
    EXPECT_GT(passing(60, 0, 3) / beside, 2 * 0.25 / (2.4 * blocked));
    EXPECT_LT(passing(60, 6, 18), 0.07 * 0.25) << "next to nothing passes where it stands";
    double level = 0;  // level of the open water beside it, which determines its displacement
    for (std::size_t x = 54; x < 66; ++x) level += static_cast<double>(h[x]) / 12;
    EXPECT_NEAR(body_stats().displaced, 1.2 * 1.8 * level, 0.06 * 1.2 * 1.8 * level);
  }
};

TEST_F(GroundedCrate, BacksAShallowStreamUpAsAWallDoes) {
  const double free = open("shallow"), walled = wall("shallow"), blocked = crate("shallow");
  fmt::print("open {:.4f} m, wall {:.4f} m, crate {:.4f} m\n", free, walled, blocked);
  // Critical flow in the two gaps: 1.5 (q²/g)^(1/3) over their bed with q = 0.25 / 0.6 m^2/s, and 0.387 m upstream.
  EXPECT_NEAR(walled, 0.387, 0.1 * 0.387);
  // The tents of the hull's facets spread beyond its outline and narrow the gaps.
  EXPECT_NEAR(blocked, walled, 0.15 * walled);
  stands_and_is_passed_by(blocked);
}

// Pipes have no velocity head: a wall holds their stream back by friction alone, and by less than critical flow
// beside it would (0.387 m).
TEST_F(GroundedCrate, BacksPipesUpAsAWallDoes) {
  const double free = open("pipes"), walled = wall("pipes"), blocked = crate("pipes");
  fmt::print("open {:.4f} m, wall {:.4f} m, crate {:.4f} m\n", free, walled, blocked);
  EXPECT_GT(walled, 1.2 * free);
  EXPECT_LT(walled, 0.387);
  EXPECT_NEAR(blocked, walled, 0.1 * walled);
  stands_and_is_passed_by(blocked);
}

// The channel is short, so its stream swings for minutes after the source begins. The reference is a tracer in the same
// stream without a body: where it would be after 4 s. Half as dense as water, the crate drifts with it; the slope of
// the surface pushes it a few percent faster.
TEST_F(PipesBodies, ABodyDriftsWithTheCurrent) {
  constexpr const char* crate = R"({{"size": [0.4, 0.2, 0.3], "density": 500, "position": [{}, 0.5, 0.2]}})";
  const auto begin = [&](double x) {
    river(fmt::format(fmt::runtime(crate), x),
          R"("cells": [160, 16], "size": [16, 1.6], "manning": 0.02, "edges": {"+x": "level"},
             "initial": [{"shape": "level", "level": 0.5}],
             "sources": [{"region": {"center": [-7.8, 0], "size": [0.4, 1.6]}, "rate": 0.5}])");
    advance(600);
  };
  begin(-6);
  const double from = static_cast<double>(state().position.x);
  advance(240);
  const double drift = static_cast<double>(state().position.x) - from;
  begin(40);  // outside of the channel
  double tracer = from;
  for (int i = 0; i < 40; ++i) {
    advance(6);
    const auto u = field("velocity");
    const auto column = static_cast<std::size_t>((tracer + 8) / 0.1);
    ASSERT_LT(column, 160u);
    for (std::size_t z = 0; z < 16; ++z) tracer += 0.1 * static_cast<double>(u[2 * (z * 160 + column)]) / 16;
  }
  fmt::print("crate {:.2f} m, tracer {:.2f} m\n", drift, tracer - from);
  EXPECT_GT(tracer - from, 2);
  EXPECT_NEAR(drift / (tracer - from), 1, 0.1);
}

TEST_F(PipesBodies, OverDryGroundABodyRestsOnIt) {
  river(
      R"({"size": [0.5, 0.3, 0.5], "density": 500, "position": [2, 0.6, 0]})",
      R"("cells": [64, 32], "size": [8, 4], "initial": [{"shape": "box", "center": [-3, 0], "size": [2, 4], "depth": 1e-9}])");
  advance(300);
  EXPECT_NEAR(state().position.y, 0.15, 0.01);
  EXPECT_LT(glm::length(state().velocity), 0.01f);
  EXPECT_EQ(body_stats().displaced, 0);
}

// A flood lifts a crate off the ground; afterwards the crate stands on the ground again.
TEST_F(PipesBodies, AFloodLiftsACrateAndSetsItDown) {
  river(R"({"size": [0.6, 0.6, 0.6], "density": 400, "position": [1, 0.3, 0]})",
        R"("cells": [64, 32], "size": [8, 4], "manning": 0.03, "edges": {"-x": "open"},
           "initial": [{"shape": "box", "center": [-2, 0], "size": [4, 4], "depth": 1.4}])");
  double high = 0;
  for (int i = 0; i < 40; ++i) {
    advance(6);
    high = std::max(high, static_cast<double>(state().position.y));
  }
  EXPECT_GT(high, 0.34);
  advance(4800);
  const bodies::BodyState s = state();
  EXPECT_NEAR(s.position.y, 0.3, 0.02);
  EXPECT_LT(body_stats().displaced, 0.02) << "nothing is left of the flood under it";
}

// Bodies thrown about in shallow and deep water on rough ground: finite values, no negative depth, conserved volume.
TEST_F(PipesBodies, VolumeIsConservedAmongManyBodies) {
  for (int seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01666, "seed": {}}},
        "water": [{{"name": "river", "solver": "pipes", "cells": [48, 48], "size": [6, 6],
                    "initial": [{{"shape": "disc", "radius": 2.2, "depth": 0.{}}}]}}],
        "bodies": [{{"size": [0.5, 0.3, 0.4], "density": 300, "position": [0, 1.2, 0], "count": 16,
                     "grid": {{"spacing": [1.1, 1.1], "jitter": 0.4}}, "velocity": [1, -3, 0.5]}},
                   {{"shape": "sphere", "radius": 0.25, "density": 1500, "position": [0.3, 0.6, 0.1], "count": 4,
                     "grid": {{"spacing": [0.8, 0.8]}}}}]}})",
                          seed, 2 * seed));
    const double before = *water_stats().volume;
    double least = 0, displaced = 0;
    for (int i = 0; i < 30; ++i) {
      advance(12);
      for (float h : field("depth")) {
        ASSERT_TRUE(std::isfinite(h));
        least = std::min(least, static_cast<double>(h));
      }
      displaced = std::max(displaced, body_stats().displaced);
    }
    EXPECT_GE(least, 0);
    EXPECT_GT(displaced, 0.02);
    for (const bodies::BodyState& s : states()) ASSERT_TRUE(std::isfinite(glm::length(s.position)));
    EXPECT_NEAR(*water_stats().volume, before, 1e-6 * before);
  }
}

}  // namespace
}  // namespace undine
