// Bodies that move water: displaced volume, their waves, and forces of waves on them.
#include <cmath>
#include <numbers>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesWater : public test::BodyTest {};

TEST_F(BodiesWater, ADroppedBallKeepsTheVolumeAndSettles) {
  const double radius = 0.3, density = 400, volume = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
  const double mass = density * volume;
  load(R"({"shape": "sphere", "radius": 0.3, "density": 400, "position": [0.4, 1.0, -0.3]})",
       R"("cells": [96, 96], "size": [6, 6], "speed": 1.5, "damping": 0.3)");
  double worst = 0, ring = 0, fastest = 1e30;
  // Fall and splash; then its own waves return from the walls with decreasing height.
  for (int seconds : {4, 8, 16}) {
    double speed = 0;
    for (int k = 0; k < 12 * seconds; ++k) {
      advance(10);
      speed = std::max(speed, static_cast<double>(glm::length(state().velocity)));
      if (k % 6 > 0) continue;
      worst = std::max(worst, std::abs(*water_stats().volume));
      for (float h : height()) ring = std::max(ring, std::abs(static_cast<double>(h)));
      EXPECT_LT(body_stats().energy, mass * 9.81 * 1.0 * (1 + 1e-4));
    }
    EXPECT_LT(speed, 0.75 * fastest) << seconds;
    fastest = speed;
  }
  EXPECT_LT(worst, 1e-6 * density / 1000 * volume);
  EXPECT_GT(ring, 0.01);
  advance(3600);
  const BodyStats end = body_stats();
  EXPECT_NEAR(1000 * end.bodies[0].volume, mass, 0.01 * mass);
  EXPECT_NEAR(1000 * end.displaced, mass, 0.01 * mass);
  EXPECT_LT(std::abs(*water_stats().volume), 1e-6 * density / 1000 * volume);
  EXPECT_LT(glm::length(end.bodies[0].velocity), 0.01);
}

// Columns that rise by meters in a step conserve volume, too.
TEST_F(BodiesWater, SteepWavesKeepTheVolume) {
  load(R"({"size": [4, 2, 4], "density": 500, "position": [10, 0, 10]})",
       R"("cells": [64, 64], "size": [40, 40], "speed": 6, "damping": 0.1,
          "initial": [{"shape": "gaussian", "height": 20, "radius": 2, "center": [-5, 3]}])",
       0.05);
  const double volume = *water_stats().volume;
  for (int k = 0; k < 10; ++k) {
    advance(10);
    EXPECT_NEAR(*water_stats().volume, volume, 1e-6 * volume) << k;
  }
}

TEST_F(BodiesWater, ABodyAtRestStaysAtRest) {
  load(R"({"size": [0.8, 0.4, 0.6], "density": 500, "position": [0.1, 0, 0.05]})",
       R"("cells": [64, 64], "size": [4, 4], "speed": 1.5)");
  advance(2400);
  const BodyStats b = body_stats();
  EXPECT_LT(glm::length(b.bodies[0].velocity), 1e-3);
  double wave = 0;
  for (float h : height()) wave = std::max(wave, std::abs(static_cast<double>(h)));
  EXPECT_LT(wave, 2e-4);
}

// The level that dispersion reads goes on under hulls, where the water is lower by their draft.
TEST_F(BodiesWater, HullsRestInDispersiveWater) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.02},
    "water": [{"name": "sea", "solver": "shallow", "cells": [60, 40], "size": [12, 8], "dispersion": "nonhydrostatic",
      "initial": [{"shape": "level", "level": 1.5}]}],
    "bodies": [{"size": [2, 1, 1.4], "density": 500, "position": [0.3, 1.5, 0.2]},
               {"shape": "sphere", "radius": 0.6, "density": 500, "position": [-4, 1.5, 1]}]})");
  advance(300);
  double fastest = 0;
  for (const float u : field(".velocity")) fastest = std::max(fastest, std::abs(static_cast<double>(u)));
  EXPECT_LT(fastest, 1e-5);
  for (const bodies::BodyState& s : states()) EXPECT_LT(glm::length(s.velocity), 1e-3f);
}

TEST_F(BodiesWater, DisplacedWaterReturnsWhenTheBodyLeaves) {
  // Thrown up out of the water, with a force like that of the pointer's spring.
  load(R"({"size": [0.6, 0.3, 0.6], "density": 300, "position": [0, -0.05, 0], "velocity": [0, 6, 0],
           "drag": {"normal": 0, "tangential": 0}})",
       R"("cells": [64, 64], "size": [4, 4], "speed": 1.5, "damping": 2)");
  const double before = *water_stats().volume;
  advance(48);
  EXPECT_GT(state().position.y, 0.3f);
  EXPECT_EQ(body_stats().displaced, 0.0);
  EXPECT_NEAR(*water_stats().volume, before, 1e-7);
}

// A fully submerged body of half the water's density accelerates upwards by g, and along the surface slope by twice g
// times the slope.
TEST_F(BodiesWater, ASlopePushesASunkBody) {
  load(R"({"size": [0.6, 0.3, 0.6], "density": 500, "position": [-4, -1, 0], "drag": {"normal": 0, "tangential": 0}})",
       R"("cells": [64, 8], "size": [16, 2], "speed": 1, "edges": {"-z": "periodic", "+z": "periodic"},
          "initial": [{"shape": "cosine", "height": 0.2, "mode": [1, 0]}])");
  const auto h = height();
  const double slope = (static_cast<double>(h[4 * 64 + 17]) - static_cast<double>(h[4 * 64 + 14])) / 0.75;
  EXPECT_GT(std::abs(slope), 0.01);
  advance(1);
  const bodies::BodyState s = state();
  EXPECT_NEAR(static_cast<double>(s.velocity.x) / static_cast<double>(s.velocity.y), -2 * slope,
              0.05 * 2 * std::abs(slope));
}

// One step from rest: the angular velocity is the moment of buoyancy about the center of mass over the box's inertia.
TEST_F(BodiesWater, ATiltedBoxIsRighted) {
  load(R"({"size": [0.9, 0.4, 0.6], "density": 500, "position": [0, 0, 0], "rotation": [0, 0, 20],
           "drag": {"normal": 0, "tangential": 0}})",
       R"("cells": [64, 64], "size": [6, 6], "speed": 1)", 0.001);
  advance(1);
  const double c = std::cos(std::acos(-1.0) / 9), s = std::sin(std::acos(-1.0) / 9);
  double moment = 0;  // integral of x over the submerged part
  for (int j = 0; j < 400; ++j)
    for (int i = 0; i < 900; ++i) {
      const double x = (i + 0.5) * 0.001 - 0.45, y = (j + 0.5) * 0.001 - 0.2;
      if (s * x + c * y <= 0) moment += 0.6 * 1e-6 * (c * x - s * y);
    }
  const double inertia = 500 * 0.9 * 0.4 * 0.6 / 12 * (0.9 * 0.9 + 0.4 * 0.4), want = 0.001 * 9810 * moment / inertia;
  EXPECT_GT(std::abs(want), 1e-3);
  EXPECT_NEAR(static_cast<double>(state().spin.z), want, 0.01 * std::abs(want));
}

TEST_F(BodiesWater, AThrustAcceleratesAlongTheBow) {
  load(R"({"size": [0.6, 0.3, 0.4], "density": 500, "position": [0, 0, 0], "rotation": [0, 30, 0], "thrust": 90,
           "added_mass": 0, "drag": {"normal": 0, "tangential": 0}})",
       R"("cells": [64, 64], "size": [6, 6], "speed": 1)", 0.001);
  advance(20);
  const bodies::BodyState s = state();
  const double want = 90 * 0.02 / (500 * 0.6 * 0.3 * 0.4);
  EXPECT_NEAR(static_cast<double>(glm::length(s.velocity)), want, 0.02 * want);
  EXPECT_NEAR(static_cast<double>(std::abs(s.velocity.z / s.velocity.x)), std::sqrt(1 / 3.0), 0.01);
}

TEST_F(BodiesWater, AWaveTrainCarriesABodyOnAndRocksIt) {
  // Waves along +x, eight boxes long.
  load(R"({"size": [0.5, 0.25, 0.5], "density": 500, "position": [0, 0, 0], "displaces": false,
           "drag": {"normal": 0.3, "tangential": 0.05, "creep": 0.05}})",
       R"("cells": [128, 8], "size": [16, 1], "speed": 2.5,
          "edges": {"-x": "absorb", "+x": "absorb", "-z": "periodic", "+z": "periodic"},
          "makers": [{"center": [-7, 0], "length": 2, "angle": 0, "radius": 0.3, "height": 0.08, "period": 1.6}])");
  double up = 0, down = 0;
  advance(600);
  const double from = static_cast<double>(state().position.x);
  double worst = 0;
  for (int i = 0; i < 120; ++i) {
    advance(8);
    const bodies::BodyState s = state();
    const double pitch = 2 * std::asin(static_cast<double>(s.rotation.z));
    up = std::max(up, pitch);
    down = std::min(down, pitch);
    worst = std::max(worst, std::abs(static_cast<double>(s.position.y)));
  }
  // The maximum slope of waves of 0.08 m and 4 m is 0.126.
  EXPECT_GT(up, 0.06);
  EXPECT_LT(down, -0.06);
  EXPECT_LT(up, 0.35);
  EXPECT_LT(worst, 0.2);
  EXPECT_GT(static_cast<double>(state().position.x) - from, 0.1);
}

TEST_F(BodiesWater, ATowedBodyDrawsAVWake) {
  // Faster than the waves: they stay inside a wedge whose half angle has the sine wave speed / speed.
  load(R"({"size": [0.6, 0.3, 0.4], "density": 500, "position": [-6, 0, 0], "velocity": [3, 0, 0], "thrust": 600,
           "ballast": [0, -0.1, 0], "drag": {"normal": 1, "tangential": 0.02}})",
       R"("cells": [256, 128], "size": [16, 8], "speed": 1.0, "damping": 0.05)");
  advance(120);  // later the box, which has no rudder, has turned
  const bodies::BodyState s = state();
  const double x = static_cast<double>(s.position.x), v = static_cast<double>(s.velocity.x);
  ASSERT_GT(v, 1.3);
  ASSERT_LT(x, 6.5);
  const std::vector<float> h = height();
  const auto at = [&](double px, double pz) {
    const auto i = static_cast<std::size_t>((px + 8) * 16), j = static_cast<std::size_t>((pz + 4) * 16);
    return std::abs(static_cast<double>(h[j * 256 + i]));
  };
  double inside = 0, outside = 0;
  for (double px = x - 3; px < x - 1; px += 0.05)
    for (double pz = 0; pz < 3.5; pz += 0.05) {
      const double edge = 0.3 + (x + 0.3 - px) * std::tan(std::asin(1.0 / v));
      if (pz < edge) inside = std::max(inside, at(px, pz));
      if (pz > 1.3 * edge + 0.3) outside = std::max(outside, at(px, pz));
    }
  EXPECT_GT(inside, 0.01);
  EXPECT_LT(outside, 0.15 * inside);
  double ahead = 0;
  for (double px = x + 1; px < 7.9; px += 0.05) ahead = std::max(ahead, at(px, 0));
  EXPECT_LT(ahead, 0.1 * inside);
}

TEST_F(BodiesWater, HundredsOfBodiesGiveTheSameBytesTwice) {
  const std::string text = R"({"version": 1, "clock": {"step": 0.01, "seed": 3}, "water": [{"name": "sea",
    "solver": "wave", "cells": [128, 128], "size": [40, 40], "speed": 2, "initial": [{"shape": "gaussian",
    "height": 0.3, "radius": 2}]}], "bodies": [
    {"size": [0.8, 0.4, 0.6], "position": [0, 0.3, 0], "count": 200, "grid": {"spacing": [1.0, 0.9], "jitter": 0.6,
     "turn": 180}}, {"shape": "sphere", "radius": 0.3, "density": 200, "position": [0, 2, 0], "count": 100,
     "grid": {"spacing": [1, 1], "jitter": 0.5}}]})";
  std::vector<bodies::BodyState> first;
  std::vector<float> first_height;
  for (int run = 0; run < 2; ++run) {
    load_text(text);
    advance(200);
    const std::vector<bodies::BodyState> s = states();
    ASSERT_EQ(s.size(), 300u);
    for (const bodies::BodyState& b : s) {
      ASSERT_TRUE(std::isfinite(b.position.x + b.position.y + b.position.z));
      EXPECT_LT(std::abs(b.position.y), 3.0f);
    }
    if (run == 0) {
      first = s;
      first_height = height();
    } else {
      EXPECT_EQ(std::memcmp(first.data(), s.data(), s.size() * sizeof(bodies::BodyState)), 0);
      EXPECT_EQ(first_height, height());
    }
  }
}

}  // namespace
}  // namespace undine
