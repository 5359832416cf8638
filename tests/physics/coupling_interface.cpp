// Interface of two grids: waves cross it, lakes stay at rest, volume is conserved, for any cell sizes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/files/npy.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/refused.h"
#include "tests/support/temp_folder.h"

namespace undine {

struct CouplingInterface : test::LedgerTest {
  static constexpr double high = 0.001;  // height of a wave, m
  test::TempFolder folder;

  // Channel of 20 m of columns, half a meter deep, with a hump in its middle; another grid of 20 m from x = 0.
  std::string scene(std::uint32_t cells, std::uint32_t rows, const std::string& beyond, double origin,
                    const std::string& edge = "\"level\"", double step = 0.01) {
    std::vector<float> depth;
    for (std::uint32_t i = 0; i < cells * rows; ++i) {
      const double x = 20 * (i % cells + 0.5) / cells - 10;
      depth.push_back(static_cast<float>(0.5 + 2 * high * std::exp(-x * x / 2.25)));
    }
    const std::uint32_t shape[2] = {rows, cells};
    files::write_npy(folder.file("hump.npy"), shape, depth);
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}}, "water": [
        {{"name": "river", "solver": "shallow", "cells": [{}, {}], "size": [20, 0.4], "origin": [-10, 0, 0],
          "edges": {{"+x": {}}}, "initial": [{{"shape": "npy", "file": "hump.npy"}}]}},
        {{"name": "pool", {}, "size": [20, 0.4], "origin": [10, {}, 0]}}],
      "exchanges": [{{"name": "mouth", "from": "river", "to": "pool"}}]}})",
                       step, cells, rows, edge, beyond, origin);
  }
  static std::string waves(std::uint32_t cells, std::uint32_t rows) {
    return fmt::format(R"("solver": "wave", "cells": [{}, {}], "speed": {})", cells, rows, std::sqrt(9.81 * 0.5));
  }
  static std::string columns(std::uint32_t cells) {
    return fmt::format(R"("solver": "shallow", "cells": [{}, 1], "initial": [{{"shape": "level", "level": 0.5}}])",
                       cells);
  }
  // Largest rise in a section of the channel, relative to the wave height.
  double rise(const std::string& what, double from, double to) {
    const auto level = field(what + ".height");
    double most = 0;
    const std::size_t cells = level.size() / rows_[what == "pool"];
    for (std::size_t i = 0; i < cells; ++i) {
      const double x = 20 * (static_cast<double>(i) + 0.5) / static_cast<double>(cells);
      if (x >= from && x <= to) most = std::max(most, std::abs(static_cast<double>(level[i]) - 0.5));
    }
    return most / high;
  }
  void begin_with(const std::string& text) { load_text(text, folder.file("scene.json")); }
  double total() {
    double sum = 0;
    graph::Graph g(*live.back());
    for (const auto& water : world->water()) water.solver->stats(g, [&](const Stats& s) { sum += *s.volume; });
    run(g);
    executor->finish();
    return sum;
  }
  std::size_t rows_[2] = {1, 1};
};

TEST_F(CouplingInterface, LongWavesCrossIntoWavesAndColumns) {
  struct Case {
    const char* what;
    std::uint32_t cells, rows;
    std::string beyond;
    double origin;
    std::size_t rows_beyond;
    double most;
  };
  for (const Case& c :
       {Case{"waves", 200, 1, waves(200, 1), 0.5, 1, 0.01}, Case{"wide waves", 200, 4, waves(50, 1), 0.5, 1, 0.05},
        Case{"narrow waves", 50, 1, waves(200, 4), 0.5, 4, 0.01}, Case{"columns", 200, 1, columns(200), 0, 1, 0.03},
        Case{"wide columns", 200, 1, columns(50), 0, 1, 0.08}}) {
    SCOPED_TRACE(c.what);
    rows_[0] = c.rows;
    rows_[1] = c.rows_beyond;
    begin_with(scene(c.cells, c.rows, c.beyond, c.origin));
    const double before = total();
    advance(700);
    const double reflected = rise("river", 11, 20), crossed = rise("pool", 0, 20), alone = rise("river", 0, 9);
    fmt::print("{}: {:.4f} reflected, {:.4f} crossed of {:.4f}\n", c.what, reflected, crossed, alone);
    EXPECT_LT(reflected, c.most);
    if (std::string(c.what).ends_with("waves")) {
      EXPECT_GT(crossed, 0.98 * alone);
    }
    EXPECT_NEAR(total(), before, 1e-8);
  }
}

// Return journey: reflected at the far wall and back through the interface, as in one channel.
TEST_F(CouplingInterface, ReflectedWaveMatchesOneChannel) {
  begin_with(scene(200, 1, waves(200, 1), 0.5));
  advance(2500);  // the hump's right half has gone 55 m: 30 to the far wall, 20 back to the line, 5 beyond
  EXPECT_GT(rise("river", 12, 17), 0.93);
  EXPECT_LT(rise("pool", 0, 9), 0.02);  // the left half comes back from there, at 15 m
}

struct CouplingInterfaceAtRest : CouplingInterface, testing::WithParamInterface<int> {};

TEST_P(CouplingInterfaceAtRest, LakeAtRest) {
  std::string text = scene(200, 4, waves(50, 1), 0.5);
  text.replace(text.find(R"({"shape": "npy", "file": "hump.npy"})"), 36, R"({"shape": "level", "level": 0.5})");
  begin_with(text);
  advance(GetParam());
  EXPECT_LT(rise("river", 0, 20) * high, 1e-6);
  EXPECT_LT(rise("pool", 0, 20) * high, 1e-6);
  for (const float u : field("river.velocity")) ASSERT_LT(std::abs(u), 1e-6f);
}

INSTANTIATE_TEST_SUITE_P(Steps, CouplingInterfaceAtRest, testing::Values(600, 10000),
                         testing::PrintToStringParamName());

// Water a meter above dry ground beyond the interface falls through it: in a long basin the discharge is 8/27 sqrt(g)
// h^(3/2) [Ritter 1892]. The last cells cannot supply more than their water: the pending volume stays small, and the
// ledger includes it.
TEST_F(CouplingInterface, DropAtTheLineIsCritical) {
  begin_with(R"({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [
      {"name": "river", "solver": "shallow", "cells": [200, 2], "size": [20, 0.4], "origin": [-10, -1, 0],
       "edges": {"+x": "level"}, "initial": [{"shape": "level", "level": -0.8}]},
      {"name": "pool", "solver": "shallow", "cells": [200, 1], "size": [20, 0.4], "origin": [10, 0, 0],
       "initial": [{"shape": "level", "level": 0.5}]}],
    "exchanges": [{"name": "mouth", "from": "river", "to": "pool"}]})");
  const double before = total();
  const auto cubic = [](std::int64_t quanta) { return static_cast<double>(quanta) * CouplingFigures::quantum; };
  advance(200);
  const CouplingFigures first = now().exchanges[0];
  advance(500);
  const CouplingFigures last = now().exchanges[0];
  const double critical = 8.0 / 27 * std::sqrt(9.81) * std::pow(0.5, 1.5),
               q = cubic(first.given - last.given) / 5 / 0.4;
  fmt::print("drop: {:.4f} of the critical discharge, pending {:.4f} m3\n", q / critical, cubic(last.pending));
  EXPECT_NEAR(q, critical, 0.03 * critical);
  EXPECT_LT(std::abs(cubic(last.pending)), 0.01 * before);
  EXPECT_NEAR(total() + cubic(last.pending), before, 1e-11 * before);
}

// A source fills both: the mean level of the waves rises as much as the columns.
TEST_F(CouplingInterface, StreamFillsAPoolOfWaves) {
  std::string text = scene(40, 1, waves(40, 1), 0.5);
  text.replace(text.find("\"initial\""), 0,
               R"("sources": [{"region": {"center": [-9, 0], "size": [2, 0.4]}, "rate": 0.002}], )");
  text.replace(text.find(R"({"shape": "npy", "file": "hump.npy"})"), 36, R"({"shape": "level", "level": 0.5})");
  begin_with(text);
  const double before = total();
  advance(3000);
  EXPECT_NEAR(total() - before, 30 * 0.002, 3e-4 * 30 * 0.002);  // rounding makes the mean of waves drift
  const auto mean = [&](const std::string& what) {
    const auto level = field(what + ".height");
    return std::accumulate(level.begin(), level.end(), 0.0) / static_cast<double>(level.size()) - 0.5;
  };
  const double risen = 30 * 0.002 / (40 * 0.4);
  EXPECT_NEAR(mean("pool"), risen, 0.25 * risen);  // both still swing
  EXPECT_NEAR(mean("river"), risen, 0.25 * risen);
}

// Shear across an interface, with opposite flows along it in two grids, loses energy as in one grid. Water that
// crosses back has the tangential velocity of its source.
TEST_F(CouplingInterface, RotatingWaterDoesNotGainEnergy) {
  const auto grid = [](const char* name, double x, double speed, const char* more) {
    return fmt::format(R"({{"name": "{}", "solver": "shallow", "cells": [8, 16], "size": [0.8, 1.6],
        "origin": [{}, 0, 0], "velocity": [0, {}], "initial": [{{"shape": "level", "level": 0.2}}]{}}})",
                       name, x, speed, more);
  };
  begin_with(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.012}}, "water": [{}, {}],
      "exchanges": [{{"name": "mouth", "from": "river", "to": "pool"}}]}})",
                         grid("river", -0.4, 0.3, R"(, "edges": {"+x": "level"})"), grid("pool", 0.4, -0.3, "")));
  // Energy above that of the same water at rest, m^5/s^2.
  const auto energy = [&] {
    double volume = 0, sum = 0;
    graph::Graph g(*live.back());
    for (const auto& water : world->water())
      water.solver->stats(g, [&](const Stats& s) {
        volume += *s.volume;
        sum += s.energy;
      });
    run(g);
    executor->finish();
    return sum - 9.81 * volume * volume / 2 / 2.56;
  };
  const double first = energy();
  double before = first;
  for (int k = 0; k < 6; ++k) {
    advance(24);
    const double now = energy();
    fmt::print("energy {:.4f} of the first\n", now / first);
    EXPECT_LT(now, before);
    before = now;
  }
  EXPECT_LT(before, 0.7 * first);
}

// Lake with a shore across the interface stays at rest: dry ground above the water level acts as a wall, not as a
// level. Columns are as wide as the cells, wider or narrower.
TEST_F(CouplingInterface, LakeAtRestWithShoreAcrossTheLine) {
  std::vector<float> ground;
  for (int k = 0; k < 33; ++k)
    for (int i = 0; i < 33; ++i)
      ground.push_back(
          static_cast<float>(-0.3 + 0.008 * i + 0.012 * k + 0.04 * std::sin(0.75 * i) * std::cos(k / 3.0)));
  const std::uint32_t shape[2] = {33, 33};
  files::write_npy(folder.file("ground.npy"), shape, ground);
  const glm::uvec2 cases[][2] = {{{16, 8}, {16, 8}}, {{16, 8}, {32, 16}}, {{32, 16}, {16, 8}}, {{32, 16}, {24, 12}}};
  for (const auto& cells : cases) {
    SCOPED_TRACE(fmt::format("{} to {}", cells[0].x, cells[1].x));
    begin_with(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.006}},
        "terrain": {{"heightmap": "ground.npy", "size": [3.4, 3.4]}}, "water": [
        {{"name": "river", "solver": "shallow", "cells": [{}, {}], "size": [1.6, 0.8], "origin": [-0.8, 0, 0],
          "edges": {{"+x": "level"}}, "initial": [{{"shape": "level", "level": 0}}]}},
        {{"name": "pool", "solver": "shallow", "cells": [{}, {}], "size": [1.6, 0.8], "origin": [0.8, 0, 0],
          "initial": [{{"shape": "level", "level": 0}}]}}],
        "exchanges": [{{"name": "mouth", "from": "river", "to": "pool"}}]}})",
                           cells[0].x, cells[0].y, cells[1].x, cells[1].y));
    advance(100);
    for (const std::string name : {"river", "pool"}) {
      const auto depth = field(name + ".depth"), level = field(name + ".height");
      double off = 0, wet = 0;
      for (std::size_t i = 0; i < depth.size(); ++i)
        if (depth[i] > 1e-3) {
          off = std::max(off, std::abs(static_cast<double>(level[i])));
          ++wet;
        }
      fmt::print("{} {}: {:.1e} m off in {} columns\n", cells[0].x, name, off, wet);
      EXPECT_GT(wet, 0);
      EXPECT_LT(off, 1e-4);
    }
    EXPECT_LT(std::abs(static_cast<double>(now().exchanges[0].pending)) * CouplingFigures::quantum, 1e-7);
  }
}

TEST_F(CouplingInterface, RefusesGridsThatDoNotTouch) {
  const auto refused = [&](const std::string& text, const std::string& why) {
    SCOPED_TRACE(why);
    test::expect_refused(
        [&] {
          begin_with(text);
          advance(1);
        },
        {"\"river\" to \"pool\"", why});
  };
  std::string apart = scene(40, 1, waves(40, 1), 0.5);
  apart.replace(apart.find("\"origin\": [10,"), 14, "\"origin\": [11,");
  refused(apart, "lies along an edge of");
  refused(scene(40, 1, waves(40, 1), 0.5, "\"wall\""), "has no open or level edge in the region");
  refused(scene(40, 1, waves(40, 1) + R"(, "edges": {"-x": "absorb"})", 0.5), "is not a wall");
  refused(scene(200, 1, waves(200, 1), 0.5, "\"level\"", 0.05), "clock.step of at most");
  refused(scene(200, 1, columns(200), 0, "\"level\"", 0.05), "clock.step of at most");
  const std::string pipes = R"("solver": "pipes", "cells": [40, 1], "initial": [{"shape": "level", "level": 0.5}])";
  refused(scene(40, 1, pipes, 0), "cannot share an interface");
}

struct CouplingNested : CouplingInterface {
  // A hump travels east over 60 m of columns of 0.5 m; a nested grid in the middle, `ratio` times as fine, with `rows`
  // of the outer columns along z.
  std::string nest(std::uint32_t ratio, bool whole_width, const std::string& more = "") {
    std::vector<float> depth;
    constexpr std::uint32_t nx = 120, nz = 12;
    for (std::uint32_t i = 0; i < nx * nz; ++i) {
      const double x = 0.5 * (i % nx + 0.5) - 18;
      depth.push_back(static_cast<float>(0.5 + 2 * high * std::exp(-x * x / 4)));
    }
    const std::uint32_t shape[2] = {nz, nx}, rows = whole_width ? nz : 4;
    files::write_npy(folder.file("hump.npy"), shape, depth);
    const char* sides = whole_width ? R"("-x": "level", "+x": "level")"
                                    : R"("-x": "level", "+x": "level", "-z": "level", "+z": "level")";
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.02}}, "water": [
        {{"name": "sea", "solver": "shallow", "cells": [120, 12], "size": [60, 6],
          "initial": [{{"shape": "npy", "file": "hump.npy"}}]}},
        {{"name": "bay", "solver": "shallow", "cells": [{}, {}], "size": [8, {}], "edges": {{{}}},
          "initial": [{{"shape": "level", "level": 0.5}}]}}],
      "exchanges": [{{"name": "nest", "from": "bay", "to": "sea"}}]{}}})",
                       16 * ratio, rows * ratio, 0.5 * rows, sides, more);
  }
  double highest(const std::string& what, double size, double from, double to) {
    const auto level = field(what + ".height");
    const std::size_t rows = what == "sea" ? 12 : rows_[1], cells = level.size() / rows;
    double most = 0;
    for (std::size_t i = 0; i < cells * rows; ++i) {
      const double x = size * ((static_cast<double>(i % cells) + 0.5) / static_cast<double>(cells) - 0.5);
      if (x >= from && x <= to && level[i] < 10) most = std::max(most, std::abs(static_cast<double>(level[i]) - 0.5));
    }
    return most / high;
  }
};

// The hump starts at -12 m and is in the middle of the nested grid after 12 m, 270 steps.
TEST_F(CouplingNested, WavesPassThrough) {
  for (const std::uint32_t ratio : {2u, 4u, 8u})
    for (const bool whole : {true, false}) {
      if (whole && ratio == 8) continue;
      rows_[1] = (whole ? 12 : 4) * ratio;
      begin_with(nest(ratio, whole));
      const double before = total();
      advance(270);
      const double inside = highest("bay", 8, -4, 4);
      advance(230);
      const double thrown = highest("sea", 60, -20, -5), passed = highest("sea", 60, 5, 16);
      fmt::print("1:{}{}: {:.4f} inside, {:.4f} passed, {:.4f} reflected\n", ratio, whole ? " across" : "", inside,
                 passed, thrown);
      EXPECT_LT(thrown, 0.05);
      EXPECT_GT(passed, 0.72);  // 0.73 with one no finer than the columns around it
      EXPECT_NEAR(total(), before, 1e-9 * before);
    }
}

// Two levels over islands and shores, with sides across the shore. The ground differs between grids as their columns
// do.
TEST_F(CouplingNested, ALakeRests) {
  std::vector<float> ground;
  for (int k = 0; k < 97; ++k)
    for (int i = 0; i < 97; ++i)
      ground.push_back(
          static_cast<float>(-0.25 + 0.0025 * i + 0.002 * k + 0.15 * std::sin(0.31 * i) * std::cos(k / 5.0)));
  const std::uint32_t shape[2] = {97, 97};
  files::write_npy(folder.file("ground.npy"), shape, ground);
  const auto grid = [](const char* name, int cells, double size, const char* more) {
    return fmt::format(
        R"({{"name": "{}", "solver": "shallow", "cells": [{}, {}], "size": [{}, {}], "origin": [0.1, 0, 0.1],
        "initial": [{{"shape": "level", "level": 0}}]{}}})",
        name, cells, cells, size, size, more);
  };
  const char* sides = R"(, "edges": {"-x": "level", "+x": "level", "-z": "level", "+z": "level"})";
  begin_with(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.004}},
      "terrain": {{"heightmap": "ground.npy", "size": [3.4, 3.4]}}, "water": [{}, {}, {}],
      "exchanges": [{{"name": "outer", "from": "bay", "to": "sea"}}, {{"name": "inner", "from": "port", "to": "bay"}}]}})",
                         grid("sea", 30, 3, ""), grid("bay", 32, 1.6, sides), grid("port", 32, 0.4, sides)));
  advance(200);
  for (const std::string name : {"sea", "bay", "port"}) {
    const auto depth = field(name + ".depth"), level = field(name + ".height");
    double off = 0, wet = 0, dry = 0;
    for (std::size_t i = 0; i < depth.size(); ++i)
      if (depth[i] > 1e-3) {
        off = std::max(off, std::abs(static_cast<double>(level[i])));
        ++wet;
      } else {
        ++dry;
      }
    fmt::print("{}: {:.1e} m off in {} columns, {} dry\n", name, off, wet, dry);
    EXPECT_GT(wet, 0);
    EXPECT_GT(dry, 0) << name;
    EXPECT_LT(off, 1e-4);
  }
}

TEST_F(CouplingNested, RefusesWhatDoesNotFit) {
  const auto refused = [&](std::string text, const std::string& from, const std::string& to, const std::string& why) {
    SCOPED_TRACE(why);
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
    test::expect_refused([&] { begin_with(text); }, {why});
  };
  const std::string good = nest(2, false);
  refused(good, R"("size": [8, 2])", R"("size": [8.2, 2])", "do not coincide with column borders along x");
  refused(good, R"("-z": "level")", R"("-z": "wall")", R"(the -z edge of the nested grid is not "level")");
  refused(good, R"("size": [8, 2])", R"("size": [8, 8])", "extends beyond the columns along z");
  refused(good, R"("size": [8, 2])", R"("size": [60, 6])", "covers all columns");
  refused(good, R"("size": [60, 6],)", R"("size": [60, 6], "dispersion": "nonhydrostatic",)",
          "water with dispersion contains a nested grid");
  refused(good, R"("size": [60, 6],)", R"("size": [60, 6], "rain": 0.001,)", "overlaps a nested grid");
}

}  // namespace undine
