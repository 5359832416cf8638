// Driven meshes in water: displacement, waves, and the work that they do.
#include <cmath>
#include <numbers>

#include "tests/support/body_runner.h"
#include "tests/support/refused.h"

namespace undine {
namespace {

class Moving : public test::BodyTest {
 protected:
  void scene(const std::string& meshes, const std::string& water, double step) {
    load_text(
        fmt::format(R"({{"version": 1, "meshes": [{}], "clock": {{"step": {}}}, "water": [{{"name": "pool", {}}}]}})",
                    meshes, step, water));
  }
  double mean(const std::vector<float>& v) {
    double sum = 0;
    for (float x : v) sum += static_cast<double>(x);
    return sum / static_cast<double>(v.size());
  }
};

class MovingColumns : public Moving, public testing::WithParamInterface<const char*> {};

// A block of 1.44 m² enters a pool of 36 m²: the water rises by the displacement and returns to its level when the
// block has left. Volume is conserved.
TEST_P(MovingColumns, APlungerRaisesTheLevelByWhatItDisplaces) {
  scene(R"({"shape": "box", "size": [1.2, 1, 1.2], "translate": [0.13, 2, 0.21], "solid": true, "motion":
            {"keys": [{"time": 0}, {"time": 3, "translate": [0, -1.1, 0]}, {"time": 12, "translate": [0, -1.1, 0]},
                      {"time": 15}]}})",
        fmt::format(R"("solver": "{}", "cells": [24, 24], "size": [6, 6], "friction": 1.5,
            "initial": [{{"shape": "level", "level": 1}}])",
                    GetParam()),
        1.0 / 30);
  const double before = *water_stats().volume;
  advance(360);
  const auto h = field(".height");
  const double immersed = h[0] - 0.4, expected = 1 + 1.44 * immersed / 36;
  EXPECT_NEAR(h[0], expected, 0.02 * (expected - 1)) << "36 (h - 1) = 1.44 (h - 0.4)";
  EXPECT_NEAR(h[24 * 24 - 1], h[0], 1e-3);
  EXPECT_NEAR(*water_stats().volume, before, 1e-9 * before);
  advance(900);
  const auto rest = field(".height");
  for (std::size_t i = 0; i < rest.size(); ++i) ASSERT_NEAR(rest[i], 1, 2e-3) << i;
  EXPECT_NEAR(*water_stats().volume, before, 1e-9 * before);
}

INSTANTIATE_TEST_SUITE_P(Waters, MovingColumns, testing::Values("shallow", "pipes"));

// A piston with stroke 2 a = S in water of depth h makes a wave of height S k h for small k h [Havelock 1929].
TEST_F(Moving, APistonMakesTheWaveOfTheory) {
  const double depth = 0.5, period = 4, stroke = 0.08, speed = std::sqrt(9.81 * depth);
  std::string keys;
  for (int i = 0; i <= 16; ++i)
    keys += fmt::format(R"({}{{"time": {}, "translate": [{}, 0, 0]}})", i ? "," : "", period * i / 16,
                        0.5 * stroke * (1 - std::cos(2 * std::numbers::pi * i / 16)));
  scene(fmt::format(R"({{"shape": "box", "size": [2, 3, 4], "translate": [-14, 0.5, 0], "solid": true,
                         "motion": {{"repeat": true, "keys": [{}]}}}})",
                    keys),
        R"("solver": "shallow", "cells": [300, 4], "size": [30, 0.4], "initial": [{"shape": "level", "level": 0.5}])",
        1.0 / 60);
  // Until the reflection at the far wall arrives, 25 m away.
  advance(480);
  double low = 1e9, high = -1e9;
  for (int i = 0; i < 80; ++i) {
    advance(3);
    const auto h = field(".height");
    low = std::min(low, static_cast<double>(h[300 + 60]));
    high = std::max(high, static_cast<double>(h[300 + 60]));
  }
  const double k = 2 * std::numbers::pi / (period * speed), expected = stroke * k * depth;
  EXPECT_NEAR(high - low, expected, 0.05 * expected);
}

TEST_F(Moving, AGateHoldsTheWaterUntilItLifts) {
  scene(R"({"shape": "box", "size": [0.5, 2, 3], "translate": [0, 1, 0], "solid": true, "motion":
            {"keys": [{"time": 4}, {"time": 5, "translate": [0, 1.5, 0]}]}})",
        R"("solver": "shallow", "cells": [60, 12], "size": [6, 1.2],
           "initial": [{"shape": "box", "depth": 1, "center": [-1.625, 0], "size": [2.75, 1.2]}])",
        1.0 / 60);
  const auto right = [&] {
    const auto depth = field(".depth");
    double sum = 0;
    for (std::size_t i = 0; i < depth.size(); ++i)
      if (i % 60 >= 33) sum += 0.01 * static_cast<double>(depth[i]);
    return sum;
  };
  const double before = *water_stats().volume;
  advance(230);
  EXPECT_LT(right(), 1e-3 * before) << "closed";
  advance(300);
  EXPECT_GT(right(), 0.3 * before) << "open";
  EXPECT_NEAR(*water_stats().volume, before, 1e-9 * before);
}

// Jet of 0.2 x 0.2 m at 4 m/s against a plate that recedes at `speed`. The plate absorbs the momentum of the arriving
// water, F = rho A (v - u)², and the power F u.
TEST_F(Moving, ParticlesOnAPlateThatGivesWayBringThePowerOfTheory) {
  const double v = 4, u = 1.2, area = 0.04;
  std::string keys;
  for (double t : {0.0, 0.05, 0.1, 0.3, 0.5, 0.7})
    keys += fmt::format(R"({}{{"time": {}, "translate": [{}, 0, 0]}})", t > 0 ? "," : "", t, t * u);
  scene(fmt::format(R"({{"shape": "box", "size": [0.12, 1.2, 1.2], "translate": [0.4, 0, 0], "solid": true,
                         "motion": {{"keys": [{}]}}}})",
                    keys),
        fmt::format(R"("solver": "sph", "model": "incompressible", "spacing": 0.05, "gravity": 1e-6, "blocks": 6,
            "domain": {{"min": [-2, -0.8, -0.8], "max": [2, 0.8, 0.8]}},
            "fluid": [{{"box": {{"min": [-1.7, -0.1, -0.1], "max": [0.3, 0.1, 0.1]}}, "velocity": [{}, 0, 0]}}])",
                    v),
        1.0 / 300);
  advance(50);
  const auto now = [&] { return body_stats().movers.at(0); };
  const double begins = now().work;
  advance(60);
  const double mean = (now().work - begins) / (60.0 / 300);
  const double expected = 1000 * area * (v - u) * (v - u) * u;
  EXPECT_NEAR(mean, expected, 0.1 * expected);
}

// Without water, load and bearings slow a wheel down: I w' = -c w - f.
TEST_F(Moving, AWheelOnItsAxleRunsOut) {
  scene(R"({"shape": "box", "size": [0.2, 2, 0.5], "translate": [0, 5, 0], "solid": true, "motion": {"name": "wheel",
            "axle": {"axis": [0, 0, 1], "center": [0, 5, 0], "inertia": 50, "friction": 5, "load": 20, "rate": 120}}})",
        R"("solver": "shallow", "cells": [8, 8], "size": [4, 4], "initial": [{"shape": "level", "level": 1}])",
        1.0 / 480);
  advance(480);
  const MoverFigures m = body_stats().movers.at(0);
  const double w0 = 2 * std::numbers::pi / 3, w = (w0 + 0.25) * std::exp(-0.4) - 0.25;
  EXPECT_NEAR(m.spin.z, w, 2e-3 * w0);
  EXPECT_NEAR(m.delivered, 20 * w * w, 0.01 * 20 * w0 * w0);
  EXPECT_NEAR(m.turned, (w0 + 0.25) / 0.4 * (1 - std::exp(-0.4)) - 0.25, 2e-3);
  EXPECT_EQ(m.work, 0);
}

// The stream loses at least the energy of the wheel that it turns.
TEST_F(Moving, AWheelTakesItsEnergyFromTheStream) {
  scene(
      R"({"shape": "box", "size": [0.1, 2, 1.6], "translate": [0, 1.2, 0], "solid": true, "motion": {"name": "wheel",
            "axle": {"axis": [0, 0, 1], "center": [0, 1.2, 0], "inertia": 40, "load": 10}}})",
      R"("solver": "shallow", "cells": [80, 20], "size": [8, 2], "velocity": [2, 0], "initial": [{"shape": "level", "level": 0.6}])",
      1.0 / 120);
  const double before = water_stats().energy;
  advance(120);
  const MoverFigures m = body_stats().movers.at(0);
  EXPECT_GT(m.spin.z, 0.2) << "the stream goes below the axle";
  EXPECT_GT(m.work, 20);
  const double kept = 0.5 * 40 * m.spin.z * m.spin.z;
  EXPECT_LE(kept, m.work);
  EXPECT_GE(1000 * (before - water_stats().energy), 0.98 * m.work);
}

// A stream of 1 m^3/s in a channel of 2 x 8 m turns a blade: pipes, whose stream does not advect momentum, as shallow
// water.
TEST_F(Moving, AWheelTurnsInPipesAsInShallowWater) {
  const auto spin = [&](const char* solver) {
    scene(
        R"({"shape": "box", "size": [0.1, 2, 1.6], "translate": [0, 1.2, 0], "solid": true, "motion": {"name": "wheel",
              "axle": {"axis": [0, 0, 1], "center": [0, 1.2, 0], "inertia": 40, "load": 60}}})",
        fmt::format(R"("solver": "{}", "cells": [80, 20], "size": [8, 2], "manning": 0.02, "edges": {{"+x": "level"}},
              "initial": [{{"shape": "level", "level": 0.6}}],
              "sources": [{{"region": {{"center": [-3.8, 0], "size": [0.4, 2]}}, "rate": 1}}])",
                    solver),
        1.0 / 120);
    advance(1200);
    const MoverFigures m = body_stats().movers.at(0);
    fmt::print("{}: turned by {:.3f}, {:.2f} J\n", solver, m.turned, m.work);
    return m;
  };
  const MoverFigures expected = spin("shallow"), got = spin("pipes");
  EXPECT_GT(expected.work, 1);
  EXPECT_NEAR(got.work, expected.work, 0.25 * expected.work);
}

// A blade that rotates in a closed tank stirs the water in its own direction.
class MovingStirs : public Moving, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    scene(R"({"shape": "box", "size": [0.1, 1, 0.8], "translate": [0, 0.2, 0], "solid": true,
              "motion": {"spin": {"axis": [0, 1, 0], "center": [0, 0, 0], "rate": 90}}})",
          GetParam(), 1.0 / 120);
    advance(360);
  }
  double angular_momentum() {  // relative to 1 m^2/s on 1 m of a cell of 1/16 m
    const auto v = field("pool.velocity");
    double turns = 0;
    for (std::size_t z = 0; z < 64; ++z)
      for (std::size_t x = 0; x < 64; ++x)
        turns += (static_cast<double>(z) - 31.5) * static_cast<double>(v[2 * (z * 64 + x)]) -
                 (static_cast<double>(x) - 31.5) * static_cast<double>(v[2 * (z * 64 + x) + 1]);
    return turns / 16;
  }
};

TEST_P(MovingStirs, TheWayItTurns) {
  const double turns = angular_momentum(), work = -body_stats().movers.at(0).work;
  fmt::print("angular momentum {:.1f}, work {:.2f} J\n", turns, work);
  EXPECT_GT(turns, 10);
  EXPECT_GT(work, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Waters, MovingStirs,
    testing::Values(
        R"("solver": "fluid", "cells": [64, 64], "size": [4, 4], "depth": 0.5)",
        R"("solver": "pipes", "cells": [64, 64], "size": [4, 4], "initial": [{"shape": "level", "level": 0.5}])",
        R"("solver": "shallow", "cells": [64, 64], "size": [4, 4], "initial": [{"shape": "level", "level": 0.5}])"),
    [](const auto& i) {
      return std::string(i.index == 0 ? "Flow" : i.index == 1 ? "Pipes" : "Shallow");
    });

// A blade gives a flow at most the work that it does.
TEST_F(Moving, ABladeGivesAFlowNoMoreThanItDoes) {
  scene(R"({"shape": "box", "size": [0.1, 1, 0.8], "solid": true,
            "motion": {"spin": {"axis": [0, 1, 0], "center": [0, 0, 0], "rate": 90}}})",
        R"("solver": "fluid", "cells": [64, 64], "size": [4, 4], "depth": 0.5)", 1.0 / 120);
  advance(360);
  const double energy = 1000 * 0.5 * water_stats().energy, work = -body_stats().movers.at(0).work;
  fmt::print("energy {:.2f} of {:.2f} J\n", energy, work);
  EXPECT_GT(energy, 0.15 * work);
  EXPECT_LT(energy, work);
}

// A stream turns an eccentric vane until it points downstream.
TEST_F(Moving, AFlowTurnsAVane) {
  scene(
      R"({"shape": "box", "size": [0.1, 1, 0.9], "translate": [0, 0, 0.45], "solid": true, "motion": {"name": "vane",
            "axle": {"axis": [0, 1, 0], "center": [0, 0, 0], "inertia": 20, "load": 30}}})",
      R"("solver": "fluid", "cells": [80, 40], "size": [8, 4], "depth": 0.5, "edges": {"-x": {"inflow": [1, 0]}, "+x": "outflow"})",
      1.0 / 120);
  advance(1200);
  const MoverFigures m = body_stats().movers.at(0);
  EXPECT_NEAR(m.turned, std::numbers::pi / 2, 0.15);
  EXPECT_GT(m.work, 1);
  EXPECT_LT(std::abs(m.spin.y), 0.1);
}

// A rigid lid cannot rise: the displacement of a bobbing, drifting body does not change the outflow. The body floats
// at the draft of Archimedes.
TEST_F(Moving, AFlowUnderABodyGoesOnEvenly) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.0166667}, "water": [{"name": "pool", "solver": "fluid",
    "cells": [80, 16], "size": [8, 1.6], "depth": 0.5,
    "edges": {"-x": {"inflow": [0.6, 0]}, "+x": "outflow", "-z": "slip", "+z": "slip"}}],
    "bodies": [{"size": [0.4, 0.2, 0.3], "density": 500, "position": [-3, 0.06, 0.1]}]})");
  const auto out = [&] {
    const auto v = field("pool.velocity");
    double sum = 0;
    for (std::size_t z = 0; z < 16; ++z) sum += static_cast<double>(v[2 * (z * 80 + 78)]) / 16;
    return sum;
  };
  for (int k = 0; k < 30; ++k) {  // while it falls in and bobs
    advance(1);
    EXPECT_NEAR(out(), 0.6, 0.006) << k;
  }
  for (int k = 0; k < 12; ++k) {
    advance(k % 2 == 0 ? 20 : 21);
    EXPECT_NEAR(out(), 0.6, 0.006) << k;
    if (k < 6) continue;
    EXPECT_NEAR(state().volume, 0.012, 0.0003) << k;
    EXPECT_NEAR(body_stats().displaced, 0.012, 0.0003) << k;
  }
  EXPECT_GT(state().velocity.x, 0.3f) << "it goes along";
}

// A crate comes to rest on the floor of a solid trough, whose bounding box would hold it above the rim.
TEST_F(Moving, BodiesTouchAMeshAndNotItsBox) {
  load_text(R"({"version": 1, "clock": {"step": 0.0166667},
      "meshes": [{"shape": "basin", "size": [2, 1, 2], "wall": 0.3, "rim": 0.1, "translate": [20, 1, 0], "solid": true}],
      "water": [{"name": "pool", "solver": "wave", "cells": [8, 8], "size": [60, 60], "origin": [0, -5, 0], "speed": 2}],
      "bodies": [{"size": [0.4, 0.4, 0.4], "density": 500, "position": [20.2, 1.6, 0.1]}]})");
  advance(300);
  EXPECT_NEAR(state().position.y, 0.2, 0.02);
  EXPECT_NEAR(state().position.x, 20.2, 0.05);
}

}  // namespace
}  // namespace undine
