// Hulls that fill most of a closed basin of columns. A facet reads the level with the weights of its displacement, so
// that water and hull together do not gain energy.
#include <algorithm>
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

struct Basin {
  const char* name;
  const char* solver;
  const char* cells;
  double hull;  // m of the 4 m
  double bump;  // m above the level, on a tenth of the basin
};

class ColumnsBasin : public test::BodyTest, public testing::WithParamInterface<Basin> {
 protected:
  void load() {
    const Basin& b = GetParam();
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
      "water": [{{"name": "lock", "solver": "{}", "cells": {}, "size": [4, 1],
        "initial": [{{"shape": "level", "level": 0.5}},
          {{"shape": "box", "center": [-1.8, 0], "size": [0.4, 1], "depth": {}}}]}}],
      "bodies": [{{"size": [{}, 0.2, 0.98], "density": 500, "position": [0, 0.5, 0]}}]}})",
                          b.solver, b.cells, 0.5 + b.bump, b.hull));
  }
  // Peak-to-peak motion of the level at the basin's end and of the hull in `steps` steps, m.
  std::pair<double, double> swing(int steps) {
    double low = 1e9, high = -1e9, deep = 1e9, top = -1e9;
    for (int k = 0; k < steps; k += 4) {
      advance(4);
      const double level = static_cast<double>(field("lock.height")[0]), hull = static_cast<double>(state().position.y);
      low = std::min(low, level), high = std::max(high, level);
      deep = std::min(deep, hull), top = std::max(top, hull);
    }
    return {high - low, top - deep};
  }
};

class ColumnsShot : public test::BodyTest {};

TEST_P(ColumnsBasin, AHullThatFillsItComesToRest) {
  load();
  const double weight = 0.5 * GetParam().hull * 0.2 * 0.98, volume = *water_stats().volume;
  if (GetParam().hull < 3) {  // else its ends lie in the wave
    EXPECT_NEAR(body_stats().displaced, weight, 0.01 * weight) << "as it is put there";
  }
  const auto [first, hull] = swing(100);
  advance(600);
  const auto [last, hull_last] = swing(200);
  fmt::print("level {:.2f} to {:.2f} mm, hull {:.2f} to {:.2f} mm\n", 1e3 * first, 1e3 * last, 1e3 * hull,
             1e3 * hull_last);
  EXPECT_LT(last, 0.2 * first);
  EXPECT_LT(hull_last, 0.2 * hull);
  EXPECT_NEAR(body_stats().displaced, weight, 0.02 * weight);
  EXPECT_NEAR(state().volume, weight, 0.02 * weight);
  EXPECT_NEAR(*water_stats().volume, volume, 1e-6 * volume);
}

INSTANTIATE_TEST_SUITE_P(Hulls, ColumnsBasin,
                         testing::Values(Basin{"Half", "shallow", "[80, 20]", 2, 0.01},
                                         Basin{"HalfInPipes", "pipes", "[80, 20]", 2, 0.01},
                                         Basin{"HalfInAWave", "shallow", "[80, 20]", 2, 0.08},
                                         Basin{"NearlyAll", "shallow", "[80, 20]", 3.2, 0.08},
                                         Basin{"NearlyAllInPipes", "pipes", "[80, 20]", 3.2, 0.08},
                                         Basin{"FineColumns", "shallow", "[240, 60]", 2, 0.01},
                                         Basin{"LongColumns", "shallow", "[80, 5]", 2, 0.01}),
                         [](const auto& p) { return p.param.name; });

// A box launched across a lake runs ahead of its waves: its recorded displacement refers to the lake's level, not to
// local waves.
TEST_F(ColumnsShot, IsBookedAtTheLakesLevel) {
  load_text(
      R"({"version": 1, "meshes": [], "clock": {"step": 0.0083333333}, "water": [{"name": "lake", "solver": "shallow",
    "cells": [200, 60], "size": [20, 6], "initial": [{"shape": "level", "level": 0.5}]}],
    "bodies": [{"size": [0.6, 0.3, 0.6], "density": 500, "position": [0, 0.5, 0], "velocity": [2, 0, 0],
                "drag": {"normal": 0, "tangential": 0}}]})");
  for (int k = 0; k < 8; ++k) {
    advance(15);
    const double under = 0.36 * (0.15 + 0.5 - static_cast<double>(state().position.y));
    EXPECT_NEAR(body_stats().displaced, under, 0.12 * under) << k;
  }
  EXPECT_GT(state().position.x, 0.9f);
}

}  // namespace
}  // namespace undine
