// Bed steps inside a grid: water that falls over them becomes particles as at an open edge. Where the water below
// reaches the step, the flow is that of an ordinary face.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/files/npy.h"
#include "engine/scene/couplings.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/temp_folder.h"

namespace undine {

struct CouplingBedSteps : test::LedgerTest {
  // Columns of 0.05 m in 0.8 m by 0.2 m, of which the first `columns` along it exist. The bed is half a meter high in
  // the half from which water falls towards `side` (-x +x -z +z).
  std::string scene(int side, const std::string& initial, const std::string& exchanges, std::uint32_t columns = 16,
                    const std::string& edges = "") {
    const bool along_x = side < 2;
    const std::uint32_t length = 65, width = 17, nx = along_x ? length : width, nz = along_x ? width : length;
    std::vector<float> ground(std::size_t{nx} * nz);
    for (std::uint32_t z = 0; z < nz; ++z)
      for (std::uint32_t x = 0; x < nx; ++x) {
        const std::uint32_t at = along_x ? x : z;
        ground[z * nx + x] = (side % 2 == 1 ? at < 32 : at > 32) ? 0.5f : 0.0f;
      }
    const std::uint32_t shape[2] = {nz, nx};
    files::write_npy(folder_.file("ground.npy"), shape, ground);
    const auto pair = [&](double a, double b) {
      return along_x ? fmt::format("{}, {}", a, b) : fmt::format("{}, {}", b, a);
    };
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
      "terrain": {{"heightmap": "ground.npy", "size": [{0}], "origin": [{1}, 0, {2}]}},
      "water": [
        {{"name": "river", "solver": "shallow", "cells": [{3}], "size": [{4}], "origin": [{5}, 0, {6}], {7}
          "initial": [{8}]}},
        {{"name": "fall", "solver": "sph", "spacing": 0.04, "capacity": 1500, "fluid": [], "compressibility": 0.1,
          "domain": {{"min": [-0.5, -0.1, -0.5], "max": [1.2, 0.9, 1.2]}}}}],
      "exchanges": [{9}]}})",
                       pair(0.8, 0.2), along_x ? 0.4 : 0.1, along_x ? 0.1 : 0.4, pair(columns, 4),
                       pair(0.05 * columns, 0.2), along_x ? 0.025 * columns : 0.1, along_x ? 0.1 : 0.025 * columns,
                       edges, initial, exchanges);
  }
  void load_ground(const std::string& text) { load_text(text, folder_.file("scene.json")); }

  static constexpr const char* both =
      R"({"name": "sill", "from": "river", "to": "fall", "drop": 0.3}, {"name": "foot", "from": "fall", "to": "river"})";
  // Water 0.15 m deep on the upper half of the whole length, for a grid of `columns` length.
  static std::string upper(int side, std::uint32_t columns = 16) {
    const double at = (side % 2 == 1 ? 0.2 - 0.025 * columns : 0.025 * columns - 0.2);
    return fmt::format(R"({{"shape": "box", "center": [{}, {}], "size": [{}, {}], "depth": 0.15}})", side < 2 ? at : 0,
                       side < 2 ? 0 : at, side < 2 ? 0.4 : 0.2, side < 2 ? 0.2 : 0.4);
  }
  test::TempFolder folder_;
};

struct CouplingBedStepsTo : CouplingBedSteps, testing::WithParamInterface<int> {};

// The same water is source and receiver; all falling water arrives, and volume is conserved.
TEST_P(CouplingBedStepsTo, AbsorbsFallingWaterBelow) {
  load_ground(scene(GetParam(), upper(GetParam()), both));
  const Now first = now();
  for (int k = 0; k < 3; ++k) {
    advance(40);
    const Now n = now();
    const CouplingFigures &sill = n.exchanges[0], &foot = n.exchanges[1];
    EXPECT_EQ(sill.given, sill.pending + sill.particles * sill.particle);
    EXPECT_EQ(n.water[1].particles, sill.particles - foot.particles);
    EXPECT_NEAR(n.total(), first.total(), 1e-9 * first.total()) << k;
  }
  const Now n = now();
  EXPECT_GT(n.exchanges[1].particles, 80);
  const auto depth = field("river.depth");
  const int side = GetParam();
  double below = 0, above = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const bool high = (side < 2 ? i % 16 : i / 4) >= 8;
    (high == (side % 2 == 1) ? below : above) += static_cast<double>(depth[i]) * 0.0025;
  }
  fmt::print("side {}: {:.6f} m3 above, {:.6f} below, {} particles caught, given {}\n", side, above, below,
             n.exchanges[1].particles, n.exchanges[0].given);
  EXPECT_NEAR(below, static_cast<double>(n.exchanges[1].particles * n.exchanges[1].particle) * CouplingFigures::quantum,
              1e-7);
}

INSTANTIATE_TEST_SUITE_P(Sides, CouplingBedStepsTo, testing::Range(0, 4));

// The discharge equals, to the bit, that of a grid that ends there with an open edge, and so that of a weir.
TEST_F(CouplingBedSteps, MatchesAnOpenEdge) {
  const std::string sill = R"({"name": "sill", "from": "river", "to": "fall", "drop": 0.3})",
                    edge = R"({"name": "sill", "from": "river", "to": "fall"})";
  load_ground(scene(1, upper(1), sill));
  advance(60);
  const auto inside = field("river.depth"), speed = field("river.velocity");
  const Now a = now();
  load_ground(scene(1, upper(1, 8), edge, 8, R"("edges": {"+x": "open"},)"));
  advance(60);
  const auto ends = field("river.depth"), end_speed = field("river.velocity");
  const Now b = now();
  EXPECT_EQ(a.exchanges[0].given, b.exchanges[0].given);
  EXPECT_EQ(a.exchanges[0].particles, b.exchanges[0].particles);
  EXPECT_GT(a.exchanges[0].particles, 30);
  for (std::size_t z = 0; z < 4; ++z)
    for (std::size_t x = 0; x < 8; ++x) {
      EXPECT_EQ(inside[z * 16 + x], ends[z * 8 + x]) << x << ", " << z;
      EXPECT_EQ(speed[2 * (z * 16 + x)], end_speed[2 * (z * 8 + x)]) << x << ", " << z;
    }
}

// A wave over a submerged step: no particles, and the bytes of a water without a coupling.
TEST_F(CouplingBedSteps, SubmergedStepIsAnOrdinaryFace) {
  const std::string water =
      R"({"shape": "level", "level": 0.6}, {"shape": "disc", "center": [-0.2, 0], "radius": 0.1, "level": 0.65})";
  load_ground(scene(1, water, both));
  advance(60);
  const auto depth = field("river.depth"), speed = field("river.velocity");
  EXPECT_EQ(now().exchanges[0].given, 0);
  std::string alone = scene(1, water, "");
  const std::size_t from = alone.rfind(',', alone.find("{\"name\": \"fall\"")),
                    to = alone.find("],\n      \"exchanges\"");
  ASSERT_LT(from, to);
  load_ground(alone.erase(from, to - from));
  advance(60);
  EXPECT_EQ(field("river.depth"), depth);
  EXPECT_EQ(field("river.velocity"), speed);
}

// The pool below fills until it submerges the step: the fall ends by itself, and resumes as the pool sinks.
TEST_F(CouplingBedSteps, NappeEndsWhenThePoolReachesTheCrest) {
  std::string text = scene(1, upper(1), both, 16,
                           R"("sources": [{"region": {"center": [0.2, 0], "size": [0.3, 0.1]}, "rate": 0.05}],)");
  load_ground(text);
  advance(20);
  EXPECT_GT(now().exchanges[0].particles, 0);
  advance(120);
  const Now full = now();
  const double level = static_cast<double>(field("river.height")[12]);
  EXPECT_GT(level, 0.55);
  EXPECT_EQ(full.water[1].particles, 0);
  advance(20);
  EXPECT_EQ(now().exchanges[0].given, full.exchanges[0].given);
  EXPECT_GT(field("river.depth")[2], 0.1);
}

}  // namespace undine
