// Bodies across the sides of an embedded domain: columns carry a hull in its buffer zones, particles behind them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <ostream>

#include "engine/files/npy.h"
#include "tests/support/ledger_runner.h"

namespace undine {

struct Crate {
  const char* name;
  double speed;
  glm::dvec3 size;
  double density;
  double from, to;
  const char* model;
  friend void PrintTo(const Crate& c, std::ostream* to) { *to << c.name; }
};

struct CouplingEmbeddedBodies : test::LedgerTest {
  CouplingEmbeddedBodies() { accounting = Accounting::audited; }
  static constexpr double level = 0.24, side = 0.64, spacing = 0.04;
  // Channel `rows` columns wide with a stream of `speed` and an embedded domain in its middle. Without a stream its
  // ends are walls.
  void load(const Crate& c, int rows, const glm::dvec2& at) {
    const double wide = 0.08 * rows, y = level + c.size.y * (0.5 - c.density / 1000);
    const std::string edges =
        c.speed > 0 ? fmt::format(R"("edges": {{"-x": {{"discharge": {}}}, "+x": "level"}},)", c.speed * level * wide)
                    : "";
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
      "water": [
        {{"name": "river", "solver": "shallow", "cells": [48, {0}], "size": [3.84, {1}], "velocity": [{2}, 0],
          {3} "initial": [{{"shape": "level", "level": {4}}}]}},
        {{"name": "splash", "solver": "sph", "model": "{5}", "spacing": {6}, "capacity": 8000,
          "domain": {{"min": [-{7}, 0, -{8}], "max": [{7}, 0.48, {8}]}},
          "fluid": [{{"box": {{"min": [-{7}, 0, -{8}], "max": [{7}, {4}, {8}]}}, "velocity": [{2}, 0, 0]}}]}}],
      "exchanges": [{{"name": "reach", "from": "river", "to": "splash", "two_way": true}}],
      "bodies": [{{"shape": "box", "size": [{9}, {10}, {11}], "density": {12}, "position": [{13}, {14}, {15}],
        "velocity": [{2}, 0, 0]}}]}})",
                          rows, wide, c.speed, edges, level, c.model, spacing, side, 0.5 * wide, c.size.x, c.size.y,
                          c.size.z, c.density, at.x, y, at.y));
  }
  double displaced_in_river() {
    for (const auto& [name, volume] : body_stats().displaced_in)
      if (name == "river") return volume;
    ADD_FAILURE();
    return 0;
  }
  static double net(const Now& n) {  // volume less the inflow over the channel's ends
    return n.total() - n.water[0].budget->net();
  }
};

struct CouplingEmbeddedBodiesPass : CouplingEmbeddedBodies, testing::WithParamInterface<Crate> {};

// A stream carries a crate into an embedded domain, the particles carry it through, and the columns carry it on. Its
// speed changes per step by at most 1.5 steps of gravity. Its displacement in the columns is that of the hull's part
// there: all of it before and behind, zero between.
// `Enters` ends behind the side and runs twice with the same bytes; the others are in tests/long.cmake.
TEST_P(CouplingEmbeddedBodiesPass, CratesPassWithTheStream) {
  const Crate& c = GetParam();
  const std::string name = c.name;
  const int rows = name == "Enters" || name == "Narrow" ? 5 : 10;
  load(c, rows, {c.from, 0.02});
  const double displaces = c.size.x * c.size.y * c.size.z * c.density / 1000;
  const double reach = 0.5 * glm::length(glm::dvec2(c.size.x, std::max(c.size.y, c.size.z)));
  const Now first = now();
  bodies::BodyState last = state();
  double most = 0, highest = 0, outside = 0, inside = 0;
  std::size_t deck = 0;
  int steps = 0, counted = 0;
  for (; steps < 1500 && static_cast<double>(last.position.x) < c.to; ++steps) {
    advance(1);
    const bodies::BodyState s = state();
    const double x = static_cast<double>(s.position.x);
    most = std::max(most, glm::length(glm::dvec3(s.velocity) - glm::dvec3(last.velocity)));
    highest = std::max(highest, std::abs(static_cast<double>(s.position.y) - level));
    last = s;
    if (steps % 10 != 9) continue;
    const double river = displaced_in_river() / displaces;
    if (std::abs(x) > side + reach) {
      outside += river;
      ++counted;
    } else if (std::abs(x) < side - reach) {
      inside = std::max(inside, river);
      const auto place = field("splash.position");
      std::size_t over = 0;
      for (std::size_t i = 0; i < place.size(); i += 3)
        if (std::abs(place[i] - s.position.x) < 0.5f * static_cast<float>(c.size.x) &&
            std::abs(place[i + 2] - s.position.z) < 0.5f * static_cast<float>(c.size.z) && place[i + 1] > s.position.y)
          ++over;
      deck = std::max(deck, over);
    }
  }
  const Now n = now();
  outside /= std::max(counted, 1);
  fmt::print(
      "{}: {} steps to {:.3f}, at {:.3f} m/s; at most {:.4f} m/s in one, {:.3f} m off the level, {} particles on deck; "
      "booked {:.3f} of it outside, {:.3f} inside; off by {:.1e}\n",
      c.name, steps, last.position.x, last.velocity.x, most, highest, deck, outside, inside, net(n) / net(first) - 1);
  EXPECT_GT(last.position.x, c.to);
  EXPECT_LT(most, 1.5 * 0.01 * 9.81);
  EXPECT_LT(highest, 0.5 * c.size.y);
  if (counted > 0) {
    EXPECT_NEAR(outside, 1, 0.1);
  }
  EXPECT_EQ(inside, 0);
  EXPECT_NEAR(net(n), net(first), 1e-9 * net(first));
  if (name != "Enters") return;
  const auto place = field("splash.position");
  load(c, rows, {c.from, 0.02});
  advance(steps);
  const bodies::BodyState again = state();
  EXPECT_EQ(std::memcmp(&again, &last, sizeof last), 0);
  EXPECT_EQ(field("splash.position"), place);
}

INSTANTIATE_TEST_SUITE_P(
    Crates, CouplingEmbeddedBodiesPass,
    testing::Values(Crate{"Enters", 0.35, {0.16, 0.12, 0.16}, 500, -0.72, -0.45, "compressible"},
                    Crate{"Narrow", 0.35, {0.16, 0.12, 0.16}, 500, -0.78, 0.78, "incompressible"},
                    Crate{"Compressible", 0.3, {0.16, 0.12, 0.16}, 500, -0.9, 0.8, "compressible"},
                    Crate{"SlowFlatAndDeep", 0.15, {0.2, 0.1, 0.12}, 700, -0.85, 0.8, "compressible"},
                    Crate{"FastAndLight", 0.4, {0.2, 0.08, 0.24}, 300, -0.9, 0.8, "compressible"}),
    [](const auto& p) { return std::string(p.param.name); });

struct CouplingEmbeddedBodiesRest : CouplingEmbeddedBodies, testing::WithParamInterface<const char*> {};

// Crate at rest half across the side of an embedded domain. Columns press on one half; the other half is in the
// buffer zone, where particles do not press. Crate and water move by at most the particles' noise, or the fall
// through a tenth of a spacing.
// Half across the end of the buffer zone, where particles press less evenly than columns, it drifts out by less than
// a spacing. (Without initial pressure, as in the compressible model, the particles would push it at first.)
TEST_P(CouplingEmbeddedBodiesRest, CrateStaysStillInStillWater) {
  const glm::dvec3 size(0.24, 0.16, 0.24);
  for (const double at : {-side, -side + 8 * spacing}) {
    if (at > -side && std::string(GetParam()) == "compressible") continue;
    load({"", 0, size, 500, 0, 0, GetParam()}, 10, {at, 0});
    const Now first = now();
    const bodies::BodyState begin = state();
    double moved = 0, fastest = 0, column = 0;
    std::int64_t traded = 0;
    for (int k = 0; k < 20; ++k) {
      advance(5);
      const bodies::BodyState s = state();
      moved = std::max(moved, glm::length(glm::dvec3(s.position) - glm::dvec3(begin.position)));
      traded = std::max<std::int64_t>(traded, std::abs(now().exchanges[0].particles));
      const auto v = field("splash.velocity");
      for (std::size_t i = 0; i < v.size(); i += 3)
        fastest = std::max(fastest, glm::length(glm::dvec3(v[i], v[i + 1], v[i + 2])));
      for (const float q : field("river.discharge"))
        column = std::max(column, std::abs(static_cast<double>(q)) / level);
    }
    const Now last = now();
    fmt::print(
        "{} at {:.2f}: moved {:.4f} m, particles {:.3f} m/s, columns {:.4f} m/s, {} traded, {:.3f} of it booked\n",
        GetParam(), at, moved, fastest, column, traded, displaced_in_river() / (0.5 * size.x * size.y * size.z));
    EXPECT_LT(moved, at == -side ? 0.1 * spacing : spacing);
    EXPECT_LE(traded, 1);
    EXPECT_LT(fastest, std::sqrt(2 * 9.81 * 0.1 * spacing));
    EXPECT_LT(column, 0.01);
    EXPECT_NEAR(displaced_in_river() / (0.5 * size.x * size.y * size.z), at == -side ? 0.5 : 0, 0.03);
    EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CouplingEmbeddedBodiesRest, testing::Values("compressible", "incompressible"),
                         [](const auto& p) { return std::string(p.param); });

}  // namespace undine
