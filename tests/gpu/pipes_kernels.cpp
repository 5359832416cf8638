// Every pipe kernel against the double-precision reference, at odd sizes, with every boundary condition and feed.
#include "engine/core/error.h"
#include "passes/pipes/pipes_reference.h"
#include "tests/support/pipes_runner.h"
#include "tests/support/refused.h"

namespace undine {

struct PipesKernels : test::PipesTest {
  struct Case {
    bool terrain = true, open = false, fed = false, rough_ground = false;
    double friction = 0, manning = 0, rain = 0, sink = 0, wind = 0;
    std::uint32_t layers = 1;
    double viscosity = 1e-4, mixing = 0;
  };

  // Texels of the drawn surface, four values each.
  std::vector<float> texels_of(SurfaceField& surface) {
    std::vector<float> out;
    graph::Graph g(state);
    surface = solver->surface(g);
    g.readback("surface", surface.surface, [&](std::span<const std::byte> bytes) {
      out.resize(bytes.size() / 4);
      std::memcpy(out.data(), bytes.data(), bytes.size());
    });
    run(g);
    executor->finish();
    return out;
  }

  void compare(glm::uvec2 cells, const Case& c, int steps = 40) {
    SCOPED_TRACE(fmt::format("{} x {}, terrain {}, open {}, fed {}, friction {}, manning {}, rain {}, layers {}",
                             cells.x, cells.y, c.terrain, c.open, c.fed, c.friction, c.manning, c.rain, c.layers));
    const std::size_t count = std::size_t{cells.x} * cells.y;
    reference::Pipes want;
    want.nx = static_cast<int>(cells.x);
    want.nz = static_cast<int>(cells.y);
    want.dx = 0.5;
    want.dz = 0.6;
    want.friction = c.friction;
    want.manning = c.manning;
    want.rain = c.rain;
    want.sink = c.sink;
    want.layers = static_cast<int>(c.layers);
    want.viscosity = c.viscosity;
    want.mixing = c.mixing;
    pipes::PipesSettings s;
    s.cells = cells;
    s.size = {0.5 * cells.x, 0.6 * cells.y};
    s.friction = c.friction;
    s.manning = c.manning;
    s.rain = c.rain;
    s.layers = c.layers;
    s.eddy_viscosity = c.viscosity;
    s.horizontal_viscosity = c.mixing;
    if (c.wind > 0) {
      s.wind = {.speed = c.wind, .direction = 30, .drag = 0.002};
      const double stress = 1.225e-3 * 0.002 * c.wind * c.wind;
      want.wind_x = stress * std::sqrt(0.75);
      want.wind_z = stress * 0.5;
    }
    s.evaporation = 0.25 * c.sink;
    s.infiltration = 0.75 * c.sink;
    for (std::size_t i = 0; i < count; ++i) {
      const double smooth = 0.1 * std::sin(0.7 * double(i % cells.x)) * std::cos(0.5 * double(i / cells.x));
      const double ground = c.terrain ? smooth + (c.rough_ground ? 0.5 : 0.02) * random(1, i) : 0.0;
      want.bed.push_back(static_cast<float>(ground));
      const double depth = c.rough_ground ? (random(2, i) < 0.4 ? 0.0 : 0.6 * random(3, i)) : 0.8 + 0.1 * random(3, i);
      want.depth.push_back(static_cast<float>(depth));
    }
    if (c.open) {
      want.edges = {reference::PipesEdge::open, reference::PipesEdge::wall, reference::PipesEdge::open,
                    reference::PipesEdge::open};
      s.edges = {columns::Edge::open, columns::Edge::wall, columns::Edge::open, columns::Edge::open};
    }
    if (c.fed) {
      want.feed.resize(count);
      const double cell = 0.5 * 0.6;
      auto middle = [&](std::size_t i) {
        return (glm::dvec2(i % cells.x, i / cells.x) + 0.5) * s.cell() - 0.5 * s.size;
      };
      // One source by rate, one of a prescribed level, a drain by rate and one by level; on a tiny grid they share
      // columns.
      const std::size_t places[4] = {0, count / 3, count / 2, count - 1};
      s.sources = {{.region = {.center = middle(places[0])}, .rate = 0.05},
                   {.region = {.center = middle(places[1])},
                    .level = 1.25,
                    .level_from = columns::SourceOrDrain::Level::number}};
      s.drains = {
          {.region = {.center = middle(places[2])}, .rate = 0.07},
          {.region = {.center = middle(places[3])}, .level = 0.5, .level_from = columns::SourceOrDrain::Level::number}};
      want.feed[places[0]].rate += 0.05 / cell;
      want.feed[places[1]].held = std::max(0.0, 1.25 - want.bed[places[1]]);
      want.feed[places[2]].rate -= 0.07 / cell;
      want.feed[places[3]].most = std::max(0.0, 0.5 - want.bed[places[3]]);
    }
    pipes(s, want.bed, want.depth);
    want.start();
    const double dt = 0.05;
    advance(dt, steps);
    const int sub_steps = static_cast<int>(stats().sub_steps);
    for (int i = 0; i < steps * sub_steps; ++i) want.step(dt / sub_steps);
    const auto h = field("depth"), level = field("height"), u = field("velocity"), ground = field("bed");
    double worst = 0, worst_speed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      worst = std::max(worst, std::abs(h[i] - want.depth[i]));
      EXPECT_EQ(ground[i], static_cast<float>(want.bed[i]));
      EXPECT_NEAR(level[i], ground[i] + h[i], 1e-6);
      if (want.depth[i] < 0.01) continue;
      const glm::dvec2 q(want.discharge_x(i), want.discharge_z(i));
      const glm::dvec2 wanted = q / want.depth[i];
      if (glm::length(wanted) > 1.3 * std::sqrt(9.81 * want.depth[i])) continue;  // limited
      worst_speed = std::max(worst_speed, std::hypot(u[2 * i] - wanted.x, u[2 * i + 1] - wanted.y));
    }
    for (std::uint32_t layer = 0; c.layers > 1 && layer < c.layers; ++layer) {
      const auto cell = field(fmt::format("velocity_{}", layer));
      for (std::size_t i = 0; i < count; ++i) {
        if (want.depth[i] < 0.01) continue;
        const auto q = want.discharge(i, static_cast<int>(layer));
        const glm::dvec2 wanted = double(c.layers) / want.depth[i] * glm::dvec2(q[0], q[1]);
        if (glm::length(wanted) > 1.3 * std::sqrt(9.81 * want.depth[i])) continue;
        worst_speed = std::max(worst_speed, std::hypot(cell[2 * i] - wanted.x, cell[2 * i + 1] - wanted.y));
      }
    }
    EXPECT_LT(worst, 3e-5);
    EXPECT_LT(worst_speed, 3e-4);
    EXPECT_NEAR(*stats().volume, want.volume(), 1e-5 * want.volume() + 1e-9);
  }
};

const glm::uvec2 awkward[] = {{1, 1}, {3, 3}, {27, 27}, {64, 64}, {1, 5}, {6, 1}, {3, 64}, {129, 27}, {130, 7}};

TEST_F(PipesKernels, FlatGroundMatchesTheReference) {
  for (glm::uvec2 cells : awkward) compare(cells, {.terrain = false});
}

TEST_F(PipesKernels, TerrainMatchesTheReference) {
  for (glm::uvec2 cells : awkward) compare(cells, {});
}

TEST_F(PipesKernels, FrictionMatchesTheReference) {
  for (glm::uvec2 cells : awkward) compare(cells, {.friction = 0.7, .manning = 0.04});
  compare({27, 27}, {.manning = 0.3});  // rough enough to stop the flow
}

TEST_F(PipesKernels, LayersMatchTheReference) {
  for (const std::uint32_t layers : {2u, 4u}) {
    for (glm::uvec2 cells : awkward) {
      compare(cells, {.friction = 0.1, .manning = 0.04, .layers = layers});
      compare(cells, {.terrain = false, .layers = layers, .viscosity = 0.01});
    }
    compare({129, 27}, {.open = true, .rough_ground = true, .manning = 0.03, .layers = layers}, 6);
  }
}

TEST_F(PipesKernels, WindMatchesTheReference) {
  for (glm::uvec2 cells : awkward) compare(cells, {.manning = 0.03, .wind = 40});
  compare({27, 27}, {.rough_ground = true, .manning = 0.03, .wind = 40}, 6);
  compare({27, 27}, {.manning = 0.03, .wind = 40, .layers = 4});
}

// The second eddy viscosity exceeds the limit of a sub-step.
TEST_F(PipesKernels, EddiesBetweenColumnsMatchTheReference) {
  for (const double mixing : {0.05, 5.0}) {
    for (glm::uvec2 cells : awkward) compare(cells, {.manning = 0.03, .mixing = mixing});
    compare({27, 27}, {.open = true, .rough_ground = true, .mixing = mixing}, 6);
    compare({27, 27}, {.manning = 0.03, .layers = 4, .mixing = mixing});
  }
}

TEST_F(PipesKernels, OpenEdgesMatchTheReference) {
  for (glm::uvec2 cells : awkward) compare(cells, {.open = true});
}

TEST_F(PipesKernels, SourcesAndDrainsMatchTheReference) {
  for (glm::uvec2 cells : awkward) compare(cells, {.fed = cells.x * cells.y >= 5, .rain = 0.001, .sink = 0.003});
}

// At overfalls and drying columns single precision soon takes other branches: few steps, every branch.
TEST_F(PipesKernels, SpillsAndDryGroundMatchTheReference) {
  for (glm::uvec2 cells : awkward)
    compare(cells, {.open = true, .rough_ground = true, .friction = 0.1, .manning = 0.03, .rain = 1e-4, .sink = 2e-3},
            6);
}

TEST_F(PipesKernels, LargeOddGridsMatchTheReference) {
  compare({2049, 130}, {.manning = 0.03}, 4);
  compare({3, 2049}, {.open = true, .fed = true}, 8);
}

TEST_F(PipesKernels, EdgesThatKeepTheirLevelHoldTheirColumns) {
  pipes::PipesSettings s;
  s.cells = {9, 7};
  s.size = {9, 7};
  s.edges = {columns::Edge::level, columns::Edge::wall, columns::Edge::wall, columns::Edge::level};
  std::vector<double> bed(63, -1.0), depth(63, 0.2);
  for (std::size_t j = 0; j < 7; ++j) depth[9 * j] = 1.5;
  pipes(s, bed, depth);
  const double before = *stats().volume;
  advance(0.05, 200);
  const auto h = field("depth");
  for (std::size_t j = 0; j + 1 < 7; ++j) EXPECT_EQ(h[9 * j], 1.5f);
  for (std::size_t i = 1; i < 9; ++i) EXPECT_EQ(h[54 + i], 0.2f);
  EXPECT_GT(*stats().volume, before + 1) << "a held level brings water in";
}

TEST_F(PipesKernels, PouredWaterStaysInTheGridAndAddsItsVolume) {
  pipes::PipesSettings s;
  s.cells = {40, 30};
  s.size = {4, 3};
  s.origin = {10, 2, -3};
  s.initial = {{.kind = columns::Shape::Kind::level, .level = 2.5}};
  make(s);
  const double before = *stats().volume;
  EXPECT_NEAR(before, 6, 1e-5);
  const Disturbance pour{.point = {10.5, 2, -3.5}, .seconds = 1e-6, .radius = 0.4, .strength = 5e4, .pour = true};
  Disturbance outside = pour, nowhere = pour, no_time = pour;
  outside.point.x = 1000;
  nowhere.point.x = no_time.seconds = std::nan("");
  for (const Disturbance& d : {nowhere, no_time, pour, outside}) solver->disturb(d);
  advance(1e-6, 2);  // a step for each that is one
  EXPECT_NEAR(*stats().volume - before, 0.2 * 0.4 * std::acos(-1.0) * 0.16 / 2, 0.0005);
  const auto h = field("height");
  EXPECT_NEAR(h[10 * 40 + 25], 2.5 + 0.08 * (1 - 0.005 / 0.16), 1e-5);
  EXPECT_NEAR(h[0], 2.5, 1e-6);
}

// Slope rising to +x out of a lake: wet columns, one dry column that continues the lake, dry ground.
TEST_F(PipesKernels, TheSurfaceReachesOneColumnIntoTheShore) {
  pipes::PipesSettings s;
  s.cells = {12, 5};
  s.size = {6, 2.5};
  s.origin = {0, 3, 0};
  std::vector<double> bed, depth;
  for (std::size_t i = 0; i < 60; ++i) {
    bed.push_back(3 + 0.1 * double(i % 12));
    depth.push_back(std::max(0.0, 0.55 - 0.1 * double(i % 12)));
  }
  pipes(s, bed, depth);
  SurfaceField surface;
  const std::vector<float> texel = texels_of(surface);
  ASSERT_EQ(texel.size(), 4u * 60);
  EXPECT_NEAR(surface.origin.y, 3.55, 1e-6);
  for (std::size_t i = 0; i < 60; ++i) {
    SCOPED_TRACE(i % 12);
    EXPECT_EQ(texel[4 * i + 3], i % 12 < 7 ? 1 : 0);
    if (i % 12 >= 7) continue;
    EXPECT_NEAR(surface.origin.y + texel[4 * i], 3.55, 1e-6);
    EXPECT_NEAR(texel[4 * i + 1], 0, 1e-5);
    EXPECT_NEAR(texel[4 * i + 2], 0, 1e-5);
  }
}

// Under a cliff the surface continues level for two columns and covers one of them. Slanting up to the second one's
// ground, it would show slivers before drawn rock that is slightly lower.
TEST_F(PipesKernels, TheSurfaceDoesNotClimbACliff) {
  pipes::PipesSettings s;
  s.cells = {12, 5};
  s.size = {6, 2.5};
  std::vector<double> bed, depth;
  for (std::size_t i = 0; i < 60; ++i) {
    bed.push_back(i % 12 < 7 ? 0 : 4);
    depth.push_back(i % 12 < 7 ? 0.5 : 0);
  }
  pipes(s, bed, depth);
  SurfaceField surface;
  const std::vector<float> texel = texels_of(surface);
  ASSERT_EQ(texel.size(), 4u * 60);
  for (std::size_t i = 0; i < 60; ++i) {
    SCOPED_TRACE(i % 12);
    EXPECT_EQ(texel[4 * i + 3], i % 12 < 8 ? 1 : 0);
    EXPECT_NEAR(surface.origin.y + texel[4 * i], i % 12 < 9 ? 0.5 : 4, 1e-6);
  }
}

TEST_F(PipesKernels, BadSettingsAreRefused) {
  auto refused = [&](const pipes::PipesSettings& s, const char* setting) {
    test::expect_refused([&] { s.create(state, {.name = "a"}); }, {setting});
  };
  pipes::PipesSettings s;
  s.cells = {8, 8};
  s.initial = {{.kind = columns::Shape::Kind::npy, .file = array("h.npy", 4, 8, std::vector<float>(32, 1.0f))}};
  refused(s, "initial/0");
  s.initial = {{.kind = columns::Shape::Kind::npy, .file = array("n.npy", 8, 8, std::vector<float>(64, -1.0f))}};
  refused(s, "initial/0");
  s.initial = {};
  s.sources = {{.region = {.center = {100, 0}}, .rate = 1}};
  refused(s, "sources/0/region");
  s.sources = {};
  s.initial = {{.kind = columns::Shape::Kind::level, .level = 1000}};
  s.size = {0.01, 0.01};
  make(s);
  graph::Graph g(state);
  EXPECT_THROW(solver->step(g, {.dt = 1}), Error);
}

}  // namespace undine
