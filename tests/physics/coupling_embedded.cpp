// Embedded domain of particles in columns: still water stays still, waves pass, and volume is conserved.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/files/npy.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/temp_folder.h"

namespace undine {

struct CouplingEmbedded : test::LedgerTest {
  static constexpr double spacing = 0.02, wide = 0.08;
  test::TempFolder folder;

  struct Channel {
    double low = -1, high = 1;     // along x
    double from = -0.2, to = 0.2;  // extent of the embedded domain
    double depth = 0.2, cell = 0.04, hump = 0, at = 0, length = 1;
    double step = 1.0 / 60;
    std::string model = "compressible", more;
    std::uint32_t rows = 1;  // columns across; one is `wide`
    bool region = true;
  };
  // Largest particle speed over the clock steps, sampled after each, m/s.
  double fastest_over(int steps) {
    double out = 0;
    for (int k = 0; k < steps; ++k) {
      advance(1);
      const auto v = field("splash.velocity");
      for (std::size_t i = 0; i < v.size(); i += 3)
        out = std::max(out, glm::length(glm::dvec3(v[i], v[i + 1], v[i + 2])));
    }
    return out;
  }
  std::string scene(const Channel& c) {
    const auto cells = static_cast<std::uint32_t>(std::lround((c.high - c.low) / c.cell));
    std::vector<float> depth;
    for (std::uint32_t i = 0; i < cells * c.rows; ++i) {
      const double x = (c.low + (i % cells + 0.5) * c.cell - c.at) / c.length;
      depth.push_back(static_cast<float>(c.depth + 2 * c.hump * std::exp(-x * x)));
    }
    const double across = c.rows == 1 ? wide : c.rows * c.cell;
    const std::uint32_t shape[2] = {c.rows, cells};
    files::write_npy(folder.file("hump.npy"), shape, depth);
    std::string out = fmt::format(
        R"({{"version": 1, "meshes": [], "clock": {{"step": {}}}, "water": [
        {{"name": "river", "solver": "shallow", "cells": [{}, {}], "size": [{}, {}], "origin": [{}, 0, 0],
          "initial": [{{"shape": "npy", "file": "hump.npy"}}]}})",
        c.step, cells, c.rows, c.high - c.low, across, 0.5 * (c.high + c.low));
    if (c.region)
      out += fmt::format(R"(,
        {{"name": "splash", "solver": "sph", "model": "{}", "spacing": {}, "capacity": 20000,
          "domain": {{"min": [{}, 0, {}], "max": [{}, {}, {}]}},
          "fluid": [{{"box": {{"min": [{}, 0, {}], "max": [{}, {}, {}]}}}}]}}],
      "exchanges": [{{"name": "reach", "from": "river", "to": "splash", "two_way": true{}}}]}})",
                         c.model, spacing, c.from, -0.5 * across, c.to, 2 * c.depth, 0.5 * across, c.from,
                         -0.5 * across, c.to, c.depth, 0.5 * across, c.more);
    else
      out += "]}";
    return out;
  }
  void begin_with(const std::string& text) { load_text(text, folder.file("scene.json")); }
};

struct CouplingEmbeddedAtRest : CouplingEmbedded, testing::WithParamInterface<int> {};

// 30 steps; 1200 are 20 s (tests/long.cmake).
TEST_P(CouplingEmbeddedAtRest, StillWaterStaysStill) {
  const Channel c;
  begin_with(scene(c));
  const Now first = now();
  double highest = 0;
  for (int k = 0; k < GetParam(); ++k) {
    advance(1);
    const auto place = field("splash.position");
    for (std::size_t i = 1; i < place.size(); i += 3) highest = std::max(highest, static_cast<double>(place[i]));
  }
  const Now last = now();
  fmt::print("highest {:.4f} m, {} particles came\n", highest, last.exchanges[0].particles);
  EXPECT_LT(highest, c.depth + 0.5 * spacing);
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
  EXPECT_EQ(last.exchanges[0].given,
            last.exchanges[0].pending + last.exchanges[0].particles * last.exchanges[0].particle);
  EXPECT_EQ(last.water[1].particles, first.water[1].particles + last.exchanges[0].particles);
  const auto depth = field("river.depth");
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const double x = c.low + (static_cast<double>(i) + 0.5) * c.cell;
    if (x < c.from || x > c.to)
      ASSERT_NEAR(depth[i], c.depth, 0.5 * spacing) << x;
    else
      ASSERT_EQ(depth[i], 0) << x;
  }
  // Depth in sections of the domain: twice the mean height of the particles.
  const auto place = field("splash.position");
  std::vector<double> height(5), number(5);
  for (std::size_t i = 0; i < place.size(); i += 3) {
    const auto k = static_cast<std::size_t>(std::clamp((static_cast<double>(place[i]) - c.from) / 0.08, 0.0, 4.0));
    height[k] += static_cast<double>(place[i + 1]);
    number[k] += 1;
  }
  for (std::size_t k = 0; k < height.size(); ++k) EXPECT_NEAR(2 * height[k] / number[k], c.depth, 0.5 * spacing) << k;
}

INSTANTIATE_TEST_SUITE_P(Steps, CouplingEmbeddedAtRest, testing::Values(30, 1200), testing::PrintToStringParamName());

// A vessel around the particles, such as the tray of a scene without meshes, does not add a second wall to the
// domain's walls. A second wall would press on water at rest and push it out.
TEST_F(CouplingEmbedded, VesselAroundTheDomainChangesNothing) {
  const auto text = [](const std::string& meets) {
    return R"({"version": 1, "clock": {"step": 0.01}, "water": [
      {"name": "pool", "solver": "shallow", "cells": [24, 12], "size": [2.4, 1.2],
       "initial": [{"shape": "level", "level": 0.24}]},
      {"name": "splash", "solver": "sph", "spacing": 0.04, "capacity": 6000,)" +
           meets + R"(
       "fluid": [{"box": {"min": [-0.4, 0, -0.4], "max": [0.4, 0.24, 0.4]}, "settled": true}],
       "domain": {"min": [-0.4, 0, -0.4], "max": [0.4, 0.8, 0.4]}}],
      "exchanges": [{"name": "reach", "from": "pool", "to": "splash", "two_way": true}]})";
  };
  std::vector<float> seen;
  for (const char* meets : {R"("collide": "scene",)", ""}) {
    begin_with(text(meets));
    const Now first = now();
    advance(25);
    const Now last = now();
    EXPECT_EQ(last.exchanges[0].particles, 0) << meets;
    EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
    const auto place = field("splash.position");
    double highest = 0;
    for (std::size_t i = 1; i < place.size(); i += 3) highest = std::max(highest, static_cast<double>(place[i]));
    EXPECT_LT(highest, 0.24);
    if (seen.empty())
      seen = place;
    else
      EXPECT_EQ(seen, place);
  }
}

// Solid with sides on the particles' lattice, at rest or moving: initially no particle is pressed against it.
// "collide" is "scene" although no static mesh is in the domain.
struct CouplingEmbeddedMoving : CouplingEmbedded, testing::WithParamInterface<const char*> {};

TEST_P(CouplingEmbeddedMoving, SolidDoesNotEjectParticles) {
  begin_with(fmt::format(
      R"({{"version": 1, "clock": {{"step": 0.01}},
      "meshes": [{{"shape": "box", "size": [0.2, 0.3, 0.2], "translate": [0, 0.15, 0], "solid": true{}}}], "water": [
      {{"name": "pool", "solver": "shallow", "cells": [24, 12], "size": [2.4, 1.2],
       "initial": [{{"shape": "level", "level": 0.24}}]}},
      {{"name": "splash", "solver": "sph", "spacing": 0.04, "capacity": 6000, "collide": "scene",
       "fluid": [{{"box": {{"min": [-0.4, 0, -0.4], "max": [0.4, 0.24, 0.4]}}}}],
       "domain": {{"min": [-0.4, 0, -0.4], "max": [0.4, 0.8, 0.4]}}}}],
      "exchanges": [{{"name": "reach", "from": "pool", "to": "splash", "two_way": true}}]}})",
      GetParam()));
  const Now first = now();
  const double fastest = fastest_over(20);
  const Now last = now();
  fmt::print("at most {:.3f} m/s, {} particles came\n", fastest, last.exchanges[0].particles);
  EXPECT_LT(fastest, 2.17);  // speed of a fall from the level
  for (const Stats& s : last.water) EXPECT_TRUE(s.warnings.empty()) << s.warnings.front();
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
}

INSTANTIATE_TEST_SUITE_P(
    Solids, CouplingEmbeddedMoving,
    testing::Values("", R"(, "motion": {"keys": [{"time": 0}, {"time": 0.5, "translate": [0.1, 0, 0]}]})"),
    [](const auto& at) { return at.index == 0 ? "Stands" : "Moves"; });

// Box that leaves the domain at 1.2 m/s: the particles before it are not pressed against the side.
TEST_F(CouplingEmbedded, DrivenMeshPushesWaterOut) {
  begin_with(R"({"version": 1, "clock": {"step": 0.01},
      "meshes": [{"shape": "box", "size": [0.16, 0.3, 0.16], "translate": [0, 0.15, 0], "solid": true,
        "motion": {"keys": [{"time": 0, "translate": [-0.2, 0, 0]}, {"time": 0.5, "translate": [-0.8, 0, 0]}]}}],
      "water": [
      {"name": "pool", "solver": "shallow", "cells": [24, 4], "size": [2.4, 0.4],
       "initial": [{"shape": "level", "level": 0.24}]},
      {"name": "splash", "solver": "sph", "spacing": 0.04, "capacity": 4000,
       "fluid": [{"box": {"min": [-0.4, 0, -0.2], "max": [0.4, 0.24, 0.2]}}],
       "domain": {"min": [-0.4, 0, -0.2], "max": [0.4, 0.8, 0.2]}}],
      "exchanges": [{"name": "reach", "from": "pool", "to": "splash", "two_way": true}]})");
  const Now first = now();
  const double fastest = fastest_over(30);
  const Now last = now();
  fmt::print("at most {:.3f} m/s, {} particles came\n", fastest, last.exchanges[0].particles);
  EXPECT_LT(fastest, 3.96);
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
  EXPECT_EQ(last.exchanges[0].given,
            last.exchanges[0].pending + last.exchanges[0].particles * last.exchanges[0].particle);
  EXPECT_EQ(last.water[1].particles, first.water[1].particles + last.exchanges[0].particles);
}

struct CouplingEmbeddedStrips : CouplingEmbedded, testing::WithParamInterface<const char*> {};

TEST_P(CouplingEmbeddedStrips, StillWaterExchangesNothing) {
  const Channel c{.low = -0.8, .high = 0.8, .depth = 0.12, .cell = 0.05, .model = GetParam(), .rows = 4};
  begin_with(scene(c));
  const Now first = now();
  double highest = 0, mean = 0;  // speed of the fastest column, mean over the run
  std::int64_t most = 0;
  constexpr int steps = 60;
  for (int k = 0; k < steps; ++k) {
    advance(1);
    const auto place = field("splash.position");
    for (std::size_t i = 1; i < place.size(); i += 3) highest = std::max(highest, static_cast<double>(place[i]));
    most = std::max<std::int64_t>(most, std::abs(now().exchanges[0].particles));
    double fastest = 0;
    for (const float q : field("river.discharge"))
      fastest = std::max(fastest, std::abs(static_cast<double>(q)) / c.depth);
    mean += fastest / steps;
  }
  const Now last = now();
  fmt::print("{}: highest {:.4f} m, {} of {} particles traded, {:.4f} m/s\n", GetParam(), highest, most,
             first.water[1].particles, mean);
  EXPECT_LE(most, 1);
  EXPECT_LT(highest, c.depth + 0.5 * spacing);
  EXPECT_LT(mean, 0.001);
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
}

INSTANTIATE_TEST_SUITE_P(Models, CouplingEmbeddedStrips, testing::Values("compressible", "incompressible"),
                         [](const auto& p) { return std::string(p.param); });

// Columns two spacings higher than the particles, then as much lower: water flows in, and out.
TEST_F(CouplingEmbedded, WaterPassesBothWays) {
  for (const double higher : {0.04, -0.04}) {
    SCOPED_TRACE(higher);
    Channel c;
    c.hump = 0.5 * higher;
    c.length = 1e6;
    begin_with(scene(c));
    const Now first = now();
    advance(30);
    const Now last = now();
    EXPECT_GT(static_cast<double>(last.exchanges[0].particles) * higher, 1);  // at least 25 particles
    EXPECT_EQ(last.exchanges[0].given,
              last.exchanges[0].pending + last.exchanges[0].particles * last.exchanges[0].particle);
    EXPECT_EQ(last.water[1].particles, first.water[1].particles + last.exchanges[0].particles);
    EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
  }
}

// A step of water reaches particles around a solid. The solid is in the buffer zone, which does not place particles
// inside it, or behind the zone, where less water gives the same level. Speeds stay below that of twice the energy of
// a fall from the highest level to the ground, which a jet may reach.
struct CouplingEmbeddedSolids : CouplingEmbedded, testing::WithParamInterface<double> {};

TEST_P(CouplingEmbeddedSolids, BoreDoesNotEjectParticles) {
  constexpr double high = 0.36;
  const std::string text = fmt::format(
      R"({{"version": 1, "clock": {{"step": 0.01}},
        "meshes": [{{"shape": "box", "size": [0.16, 1, 0.16], "translate": [{}, 0, 0], "solid": true}}],
        "water": [
        {{"name": "river", "solver": "shallow", "cells": [24, 4], "size": [2.4, 0.4],
          "initial": [{{"shape": "level", "level": 0.16}},
                      {{"shape": "box", "depth": 0.2, "center": [0.8, 0], "size": [0.4, 0.4]}}]}},
        {{"name": "splash", "solver": "sph", "spacing": 0.04, "capacity": 4000,
          "domain": {{"min": [-0.6, 0, -0.2], "max": [0.6, 0.8, 0.2]}},
          "fluid": [{{"box": {{"min": [-0.6, 0, -0.2], "max": [0.6, 0.16, 0.2]}}}}]}}],
        "exchanges": [{{"name": "reach", "from": "river", "to": "splash", "two_way": true}}]}})",
      GetParam());
  begin_with(text);
  const Now first = now();
  double fastest = 0, came = 0;
  for (int k = 0; k < 60; ++k) {
    fastest = std::max(fastest, fastest_over(1));
    came = std::max(came, static_cast<double>(now().exchanges[0].particles));
  }
  const Now last = now();
  fmt::print("{} particles came, at most {:.3f} m/s, {:.2f} of a fall\n", came, fastest,
             fastest / std::sqrt(2 * 9.81 * high));
  EXPECT_GT(came, 20);
  EXPECT_LT(fastest, std::sqrt(2.0) * std::sqrt(2 * 9.81 * high));
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
  EXPECT_EQ(last.exchanges[0].given,
            last.exchanges[0].pending + last.exchanges[0].particles * last.exchanges[0].particle);
}

INSTANTIATE_TEST_SUITE_P(At, CouplingEmbeddedSolids, testing::Values(0.44, 0.08),
                         [](const auto& at) { return at.index == 0 ? "InTheBand" : "BehindIt"; });

// Higher step and coarse particles, whose cells do not divide the domain. A new particle keeps its distance from all
// particles, not only from the highest of adjacent cells.
TEST_F(CouplingEmbedded, HighBoreDoesNotEjectParticles) {
  constexpr double high = 0.8;
  begin_with(R"({"version": 1, "clock": {"step": 0.01},
        "meshes": [{"shape": "box", "size": [0.3, 1, 0.3], "translate": [0.6, 0, 0.1], "solid": true}],
        "water": [
        {"name": "river", "solver": "shallow", "cells": [36, 4], "size": [4, 1], "manning": 0.01,
          "initial": [{"shape": "level", "level": 0.4},
                      {"shape": "box", "depth": 0.3994377846360681, "center": [0.936249347589658, 0],
                       "size": [1.4928488824502324, 0.4737099273958708]}]},
        {"name": "splash", "solver": "sph", "spacing": 0.08, "capacity": 20000,
          "domain": {"min": [-1, 0, -0.5], "max": [1, 1.2, 0.5]},
          "fluid": [{"box": {"min": [-1, 0, -0.5], "max": [1, 0.4, 0.5]}}]}],
        "exchanges": [{"name": "reach", "from": "river", "to": "splash", "two_way": true}]})");
  const Now first = now();
  const double fastest = fastest_over(100);
  const Now last = now();
  fmt::print("at most {:.3f} m/s, {:.2f} of a fall\n", fastest, fastest / std::sqrt(2 * 9.81 * high));
  EXPECT_LT(fastest, std::sqrt(2.0) * std::sqrt(2 * 9.81 * high));
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
}

// Still water around a solid behind the buffer zone. The level of the particles is that of the water between solids,
// and the net exchange is zero.
TEST_F(CouplingEmbedded, StillWaterAroundASolidExchangesNothing) {
  begin_with(R"({"version": 1, "clock": {"step": 0.01},
        "meshes": [{"shape": "box", "size": [0.16, 1, 0.16], "translate": [0.08, 0, 0], "solid": true}],
        "water": [
        {"name": "river", "solver": "shallow", "cells": [24, 4], "size": [2.4, 0.4],
          "initial": [{"shape": "level", "level": 0.16}]},
        {"name": "splash", "solver": "sph", "spacing": 0.04, "capacity": 4000,
          "domain": {"min": [-0.6, 0, -0.2], "max": [0.6, 0.4, 0.2]},
          "fluid": [{"box": {"min": [-0.6, 0, -0.2], "max": [0.6, 0.16, 0.2]}}]}],
        "exchanges": [{"name": "reach", "from": "river", "to": "splash", "two_way": true}]})");
  const Now first = now();
  advance(100);
  const Now last = now();
  const double spacing_volume = 0.04 * 0.04 * 0.04;
  fmt::print("{} particles came, {:.2f} of one given\n", last.exchanges[0].particles,
             static_cast<double>(last.exchanges[0].given) * CouplingFigures::quantum / spacing_volume);
  EXPECT_LE(std::abs(last.exchanges[0].particles), 4);
  EXPECT_NEAR(last.total(), first.total(), 1e-9 * first.total());
}

TEST_F(CouplingEmbedded, GivesTheSameBytesTwice) {
  std::vector<std::vector<float>> seen;
  for (int k = 0; k < 2; ++k) {
    begin_with(scene({.hump = 0.02, .at = -0.4, .length = 0.3}));
    advance(12);
    for (const char* name : {"splash.position", "splash.velocity", "river.depth", "river.discharge"})
      seen.push_back(field(name));
  }
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(seen[k], seen[k + 4]) << k;
}

// The surface of the columns continues level to the domain's side and half a column beyond, so that no gap opens.
TEST_F(CouplingEmbedded, ColumnsAreDrawnUpToTheParticles) {
  const Channel c;
  begin_with(scene(c));
  std::vector<glm::vec4> texels;
  graph::Graph g(*live.back());
  const SurfaceField drawn = world->water()[0].solver->surface(g);
  g.readback("texels", drawn.surface, [&](std::span<const std::byte> bytes) {
    texels.resize(bytes.size() / sizeof(glm::vec4));
    std::memcpy(texels.data(), bytes.data(), bytes.size());
  });
  run(g);
  executor->finish();
  ASSERT_EQ(texels.size(), 50u);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const double x = c.low + (static_cast<double>(i) + 0.5) * c.cell;
    EXPECT_NEAR(drawn.origin.y + static_cast<double>(texels[i].x), c.depth, 1e-5) << x;
    EXPECT_NEAR(texels[i].y, 0, 1e-5) << x;
    const double into = std::min(x - c.from, c.to - x) / c.cell;
    EXPECT_EQ(texels[i].w, into < 0 ? 1 : into < 1 ? 0.5f : 0) << x;  // drawn half a column past the side
  }
}

// Hump of a tenth of the depth in a channel: reflected and transmitted waves against a channel without particles.
struct CouplingEmbeddedWaves : CouplingEmbedded, testing::WithParamInterface<double> {
  std::vector<float> after(const Channel& c, double seconds) {
    begin_with(scene(c));
    advance(static_cast<int>(std::lround(seconds / c.step)));
    return field("river.depth");
  }
};

TEST_P(CouplingEmbeddedWaves, Pass) {
  const double length = GetParam();
  Channel c{.low = -4 * length - 0.4, .high = 4 * length, .from = -0.24, .to = 0.24, .hump = 0.02, .length = length};
  c.at = -2 * length - 0.4;
  const double seconds = (4 * length + 0.4) / std::sqrt(9.81 * c.depth);
  const auto with = after(c, seconds);
  c.region = false;
  const auto without = after(c, seconds);
  ASSERT_EQ(with.size(), without.size());
  float back = 0, on = 0, crest = 0;
  for (std::size_t i = 0; i < with.size(); ++i) {
    const double x = c.low + (static_cast<double>(i) + 0.5) * c.cell;
    if (x < c.from) back = std::max(back, std::abs(with[i] - without[i]));
    if (x > c.to) on = std::max(on, with[i]);
    if (x > c.to) crest = std::max(crest, without[i]);
  }
  const double came = static_cast<double>(crest) - c.depth;
  EXPECT_GT(came, 0.8 * c.hump);
  EXPECT_LT(static_cast<double>(back) / came, 0.1);
  EXPECT_NEAR((static_cast<double>(on) - c.depth) / came, 1, 0.1);
  RecordProperty("back", fmt::format("{:.4f}", static_cast<double>(back) / came));
  RecordProperty("on", fmt::format("{:.4f}", (static_cast<double>(on) - c.depth) / came));
}

INSTANTIATE_TEST_SUITE_P(Lengths, CouplingEmbeddedWaves, testing::Values(0.8, 1.2),
                         [](const auto& p) { return fmt::format("{:.0f}cm", 100 * p.param); });

}  // namespace undine
