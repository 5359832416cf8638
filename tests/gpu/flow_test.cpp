// Advection by a flow: foam and wetness of a synthetic surface, and ripples and foam in its image.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/columns/flow_traces.h"
#include "passes/deferred/shadow.h"
#include "passes/water/water.h"
#include "tests/support/gpu.h"
#include "tests/support/pipes_runner.h"

namespace undine {
namespace {

struct Cell {
  float height = 0, slope_x = 0, slope_z = 0, u = 0, w = 0, depth = 0.5f, foam = 0;
};

class FlowTest : public test::GpuTest {
 protected:
  template <class At>  // Cell At(i, j)
  SurfaceField surface(graph::Graph& g, glm::uvec2 cells, glm::dvec2 size, const At& at) {
    std::vector<float> heights;
    std::vector<std::uint16_t> flows, traces;
    for (std::uint32_t j = 0; j < cells.y; ++j)
      for (std::uint32_t i = 0; i < cells.x; ++i) {
        const Cell c = at(static_cast<int>(i), static_cast<int>(j));
        for (float v : {c.height, c.slope_x, c.slope_z, c.depth > 0 ? 1.0f : 0.0f}) heights.push_back(v);
        for (float v : {c.u, c.w, c.depth, 0.0f}) flows.push_back(glm::packHalf1x16(v));
        for (float v : {c.foam, 1.0f}) traces.push_back(glm::packHalf1x16(v));
      }
    SurfaceField out;
    const graph::Extent extent{cells.x, cells.y, 1};
    out.surface = g.image("surface", {extent, graph::Format::rgba32_float});
    out.flow = g.image("flow", {extent, graph::Format::rgba16_float});
    out.traces = g.image("traces", {extent, graph::Format::rg16_float});
    g.upload("heights", out.surface, heights);
    g.upload("flows", out.flow, flows);
    g.upload("traces", out.traces, traces);
    out.cells = cells;
    out.size = size;
    return out;
  }

  template <class At>
  void advance(columns::FlowTraces& traces, glm::uvec2 cells, glm::dvec2 size, double dt, int steps, const At& at) {
    for (int k = 0; k < steps; ++k) {
      graph::Graph g(state);
      SurfaceField s = surface(g, cells, size, at);
      s.periodic_x = periodic_x;
      traces.step(g, s, 9.81, dt);
      run(g);
    }
  }
  std::vector<float> field(columns::FlowTraces& traces, std::size_t index) {
    std::vector<Field> fields;
    traces.add_fields(fields);
    graph::Graph g(state);
    const FieldView view = fields.at(index).publish(g);
    const auto all = read<float>(view.buffer);
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(view.offset);
    return {begin, begin + fields[index].shape[0] * fields[index].shape[1]};
  }

  bool periodic_x = false;
};

struct Blob {
  double sum = 0, x = 0, z = 0, spread = 0;
};
Blob blob_of(const std::vector<float>& foam, glm::uvec2 cells) {
  Blob b;
  for (std::uint32_t j = 0; j < cells.y; ++j)
    for (std::uint32_t i = 0; i < cells.x; ++i) {
      const double f = foam[j * cells.x + i];
      b.sum += f, b.x += f * i, b.z += f * j;
    }
  b.x /= b.sum, b.z /= b.sum;
  for (std::uint32_t j = 0; j < cells.y; ++j)
    for (std::uint32_t i = 0; i < cells.x; ++i)
      b.spread += foam[j * cells.x + i] / b.sum * (std::pow(i - b.x, 2) + std::pow(j - b.z, 2));
  return b;
}

TEST_F(FlowTest, FoamIsBornOnAFallAndCarriedAlong) {
  const glm::uvec2 cells{87, 65};
  const glm::dvec2 size{8.7, 6.5};  // cells of 0.1 m
  columns::FlowTraces traces(state, "brook", cells, {.foam = {.amount = 0.03, .life = 2}, .drying = 0});
  const float u = 1.1f, w = 0.4f;
  const auto fall = [&](int i, int j) {
    const bool steep = i >= 10 && i < 30 && j >= 8 && j < 28;
    return Cell{.slope_x = steep ? -3.0f : 0, .u = u, .w = w};
  };
  const auto calm = [&](int, int) { return Cell{.u = u, .w = w}; };
  advance(traces, cells, size, 0.02, 5, fall);
  const Blob born = blob_of(field(traces, 0), cells);
  EXPECT_GT(born.sum, 5);
  advance(traces, cells, size, 0.02, 100, calm);
  const std::vector<float> foam = field(traces, 0);
  const Blob after = blob_of(foam, cells);
  // The limiter takes half a cell from sharp fronts.
  EXPECT_NEAR(after.x - born.x, 20 * u, 0.5);
  EXPECT_NEAR(after.z - born.z, 20 * w, 0.7);
  EXPECT_NEAR(after.sum / born.sum, std::exp(-2.0 / 2), 0.02);
  // Cubic interpolation conserves the shape: bilinear sampling spreads it by 24 square cells here.
  EXPECT_LT(after.spread, born.spread + 8);
  for (float f : foam) EXPECT_TRUE(f >= 0 && f <= 1);
}

TEST_F(FlowTest, FoamGoesRoundWhereTheGridIsPeriodic) {
  const glm::uvec2 cells{40, 17};
  const glm::dvec2 size{4, 1.7};
  periodic_x = true;
  columns::FlowTraces traces(state, "ring", cells, {.foam = {.amount = 0.02, .life = 1e4}, .drying = 0});
  advance(traces, cells, size, 0.05, 4,
          [](int i, int j) { return Cell{.slope_x = i >= 30 && i < 36 && j > 4 && j < 10 ? -4.0f : 0, .u = 1}; });
  const Blob born = blob_of(field(traces, 0), cells);
  advance(traces, cells, size, 0.05, 80, [](int, int) { return Cell{.u = 1}; });
  const Blob after = blob_of(field(traces, 0), cells);
  EXPECT_NEAR(after.sum / born.sum, 1, 0.05);
  EXPECT_NEAR(after.x, born.x, 0.1);
}

TEST_F(FlowTest, DenseFoamSpreadsOnCalmWater) {
  const glm::uvec2 cells{40, 40};
  const glm::dvec2 size{4, 4};
  const auto fall = [](int i, int j) {
    return Cell{.slope_x = i >= 16 && i < 22 && j >= 16 && j < 22 ? -4.0f : 0, .u = 1};
  };
  const auto pool = [](int, int) { return Cell{}; };
  const auto growth = [&](const char* name, double amount) {
    columns::FlowTraces traces(state, name, cells, {.foam = {.amount = amount, .life = 1e5}, .drying = 0});
    advance(traces, cells, size, 0.02, 3, fall);
    const Blob born = blob_of(field(traces, 0), cells);
    advance(traces, cells, size, 0.02, 100, pool);
    const Blob after = blob_of(field(traces, 0), cells);
    EXPECT_NEAR(after.sum / born.sum, 1, 1e-3);
    return after.spread - born.spread;
  };
  EXPECT_GT(growth("dense", 10), 3);
  EXPECT_LT(growth("thin", 0.05), 0.5);
}

// Clear water with each kind of breaking, after one step: 1 - exp(-dt amount birth).
TEST_F(FlowTest, FoamIsBornAtItsRate) {
  const glm::uvec2 cells{21, 15};
  const glm::dvec2 size{2.1, 1.5};  // cells of 0.1 m
  struct Case {
    const char* name;
    double falling, gathering, curl, landing, speed;  // u = speed - gathering x, w = curl x
  };
  int made = 0;
  for (const Case& c : {Case{"falls", 1.75, 0, 0, 0, 1},
                        {"falls", 2.5, 0, 0, 0, 1},
                        {"jumps", -1.75, 0, 0, 0, 1},
                        {"spills", 0, 0, 0, 0, 3},
                        {"gathers", 0, 6, 0, 0, 1},
                        {"shears", 0, 0, 12, 0, 0}}) {
    const auto water = [&](int i, int) {
      const double x = 0.1 * (i - 10);
      return Cell{.slope_x = static_cast<float>(c.falling == 0 ? 0 : -c.falling / c.speed),
                  .u = static_cast<float>(c.speed - c.gathering * x),
                  .w = static_cast<float>(c.curl * x)};
    };
    const double amount = 0.7, dt = 0.03;
    columns::FlowTraces traces(state, fmt::format("brook{}", made++), cells,
                               {.foam = {.amount = amount, .life = 1e6}, .drying = 0});
    advance(traces, cells, size, dt, 1, water);
    const std::vector<float> foam = field(traces, 0);
    double most = 0;
    for (int i = 2; i < 19; ++i) {
      const double x = 0.1 * (i - 10), u = c.speed - c.gathering * x, w = c.curl * x;
      const columns::FlowState flow{.speed = static_cast<float>(std::hypot(u, w)),
                                    .depth = 0.5f,
                                    .falling = static_cast<float>(c.falling == 0 ? 0 : c.falling / c.speed * u),
                                    .gathering = static_cast<float>(c.gathering),
                                    .curl = static_cast<float>(c.curl)};
      const double densest = static_cast<double>(columns::foam_densest);
      const double birth = amount * static_cast<double>(columns::foam_birth(flow, 9.81f)) / densest;
      const double want = densest * (1 - std::exp(-dt * birth));
      EXPECT_NEAR(foam[7 * 21 + static_cast<std::size_t>(i)], want, 0.01 * want + 1e-6) << c.name << " at " << x;
      most = std::max(most, want);
    }
    EXPECT_GT(most, 1e-3) << c.name;
  }
  // Rates as documented on the formula's page.
  const auto birth = [](columns::FlowState s) { return static_cast<double>(columns::foam_birth(s, 9.81f)); };
  EXPECT_NEAR(birth({.depth = 0.5f, .falling = 2}), 12 * 0.25, 1e-5);
  EXPECT_NEAR(birth({.depth = 0.5f, .falling = -1.8f}), 5 * 0.25, 1e-5);
}

TEST_F(FlowTest, WaterThatRunsOntoDryGroundFoams) {
  const glm::uvec2 cells{20, 9};
  columns::FlowTraces traces(state, "front", cells, {.foam = {.amount = 1, .life = 1e6}, .drying = 0});
  advance(traces, cells, {2, 0.9}, 0.05, 1, [](int i, int) { return Cell{.u = 1, .depth = i < 10 ? 0.5f : 0}; });
  const std::vector<float> foam = field(traces, 0);
  // Speed of 1 m/s: onset at 0.4, full rate from 1.2.
  const double densest = static_cast<double>(columns::foam_densest);
  EXPECT_NEAR(foam[4 * 20 + 9], densest * (1 - std::exp(-0.05 * 0.75 / densest)), 1e-4);
  EXPECT_NEAR(foam[4 * 20 + 7], 0, 1e-6);
}

// One step of f_t = div(spread f^2 grad f) with the mean of two cells at the face between them.
TEST_F(FlowTest, DenseFoamSpreadsByItsEquation) {
  const glm::uvec2 cells{24, 20};
  const glm::dvec2 size{2.4, 2.0};
  columns::FlowTraces traces(state, "pool", cells, {.foam = {.amount = 4, .life = 1e6}, .drying = 0});
  const auto fall = [](int i, int j) {
    return Cell{.slope_x = std::hypot(i - 11.0, j - 9.0) < 6 ? -3.0f + 0.2f * static_cast<float>(i % 5) : 0, .u = 1};
  };
  advance(traces, cells, size, 0.02, 4, fall);
  const std::vector<float> before = field(traces, 0);
  advance(traces, cells, size, 0.02, 1, [](int, int) { return Cell{}; });
  const std::vector<float> after = field(traces, 0);
  double worst = 0, most = 0;
  for (std::size_t j = 1; j < 19; ++j)
    for (std::size_t i = 1; i < 23; ++i) {
      const std::size_t k = 24 * j + i;
      double change = 0;
      for (const std::size_t beside : {k - 1, k + 1, k - 24, k + 24}) {
        const double mean = 0.5 * (before[k] + before[beside]);
        change += 0.04 * 0.02 / (0.1 * 0.1) * mean * mean * (before[beside] - before[k]);
      }
      worst = std::max(worst, std::abs(after[k] - before[k] - change));
      most = std::max(most, std::abs(change));
    }
  EXPECT_GT(most, 5e-3);
  EXPECT_LT(worst, 0.01 * most);
}

TEST_F(FlowTest, GroundDriesAfterTheWaterHasLeft) {
  const glm::uvec2 cells{41, 9};
  const glm::dvec2 size{4.1, 0.9};
  columns::FlowTraces traces(state, "beach", cells, {.foam = {.amount = 0}, .drying = 2});
  const auto tide = [](int edge) { return [edge](int i, int) { return Cell{.depth = i < edge ? 0.2f : 0}; }; };
  const auto at = [&](int i) { return field(traces, 1)[4 * 41 + static_cast<std::size_t>(i)]; };
  advance(traces, cells, size, 0.1, 3, tide(30));
  EXPECT_EQ(at(29), 1);
  EXPECT_GT(at(30), 0.05) << "water creeps into the ground";
  EXPECT_EQ(at(33), 0);
  advance(traces, cells, size, 0.1, 10, tide(10));
  EXPECT_EQ(at(5), 1);
  EXPECT_NEAR(at(25), 0.5, 0.01);
  advance(traces, cells, size, 0.1, 11, tide(10));
  EXPECT_EQ(at(25), 0);
}

// Emerged ground is wet up to the former level and dries from above; ground that absorbed water is wet up to there,
// too.
TEST_F(FlowTest, GroundIsWetUpToWhatTheWaterReached) {
  const glm::uvec2 cells{16, 5};
  const glm::dvec2 size{1.6, 0.5};
  columns::FlowTraces traces(state, "lock", cells, {.foam = {.amount = 0}, .drying = 2});
  const auto lock = [](float level) {
    return [level](int i, int) { return Cell{.height = i < 8 ? level : 3, .depth = i < 8 ? 0.2f : 0}; };
  };
  const auto at = [&](std::size_t i) { return field(traces, 2)[2 * 16 + i]; };
  advance(traces, cells, size, 0.1, 2, lock(-0.5f));
  EXPECT_EQ(at(4), -0.5f);
  advance(traces, cells, size, 0.1, 2, lock(0.5f));
  EXPECT_EQ(at(4), 0.5f);
  EXPECT_EQ(at(8), 0.5f) << "the wall beside it is no wetter";
  advance(traces, cells, size, 0.1, 10, lock(0));
  EXPECT_NEAR(at(4), 0.5 * std::exp(-0.5), 1e-4);
  EXPECT_EQ(field(traces, 1)[2 * 16 + 4], 1);
}

TEST_F(FlowTest, SettingsWithNothingToKeepKeepNothing) {
  columns::FlowTraces traces(state, "plain", {8, 8}, {.foam = {.amount = 0}, .drying = 0});
  EXPECT_FALSE(traces);
  EXPECT_TRUE(state.entries().empty());
}

struct FlowPicture : FlowTest {
  struct Figures {
    glm::dvec2 mean{0};
    double square = 0, foam = 0, lost = 0;
    double fine = 0;     // squared change of slopes between pixels, relative to the squared slopes
    double between = 0;  // share of foamy pixels (cover over 0.02) with cover 0.1 to 0.9
    double relief = 0;   // correlation of the slope along an axis with the change of cover along image rows
  };
  // Figures of the water's slopes, seen straight from above, at a time.
  Figures seen(const Cell& cell, double height, double time) {
    View view;
    view.eye = {0.01, height, 0};
    view.size = {192, 192};
    view.time = time;
    const deferred::Camera camera = deferred::make_camera(view, scene);
    graph::Graph g(state);
    const graph::Extent size{192, 192};
    const auto fill = [&](std::string_view name, graph::Extent e, graph::Format format, float value) {
      const graph::Image image = g.image(name, {e, format});
      g.clear("fill", image, {value, value, value, 1});
      return image;
    };
    GBuffer gbuffer;
    gbuffer.depth = fill("scene_depth", size, graph::Format::d32_float, 0);
    const Lit lit{fill("lit", size, graph::Format::rgba16_float, 0), gbuffer.depth};
    deferred::Light light;
    light.sky = fill("sky", {16, 8}, graph::Format::rgba16_float, 1);
    light.shadow = fill("shadow", {16, 16}, graph::Format::d32_float, 1);
    const SurfaceField field = surface(g, {32, 32}, {64, 64}, [&](int, int) { return cell; });
    if (!water) water.emplace(state, scene);
    const water::WaterSurfaces surfaces = water->draw_surfaces(g, camera, gbuffer.depth, {&field, 1});
    water::SurfaceLight shown(g, camera, true);
    water->draw(g, camera, light, lit, {&field, 1}, surfaces, shown);
    std::vector<std::uint16_t> texels;
    g.readback("normals", surfaces.normal, [&](std::span<const std::byte> bytes) {
      texels.resize(bytes.size() / 2);
      std::memcpy(texels.data(), bytes.data(), bytes.size());
    });
    run(g);
    executor->finish();
    Figures f;
    double foamy = 0;
    const double count = static_cast<double>(texels.size() / 4);
    for (std::size_t i = 0; i < texels.size(); i += 4) {
      const glm::dvec2 p(glm::unpackHalf1x16(texels[i]), glm::unpackHalf1x16(texels[i + 1]));
      const glm::dvec2 slope = -p / (1 - std::abs(p.x) - std::abs(p.y));
      f.mean += slope / count;
      f.square += glm::dot(slope, slope) / 2 / count;
      f.lost += glm::unpackHalf1x16(texels[i + 2]) / count;
      const double cover = (glm::unpackHalf1x16(texels[i + 3]) - 1) / 0.48;
      f.foam += cover / count;
      foamy += cover > 0.02;
      f.between += cover > 0.1 && cover < 0.9;
    }
    f.between /= std::max(foamy, 1.0);
    const auto slope_at = [&](std::size_t i) {
      const glm::dvec2 p(glm::unpackHalf1x16(texels[4 * i]), glm::unpackHalf1x16(texels[4 * i + 1]));
      return -p / (1 - std::abs(p.x) - std::abs(p.y));
    };
    const auto cover_at = [&](std::size_t i) { return static_cast<double>(glm::unpackHalf1x16(texels[4 * i + 3])); };
    glm::dvec2 both(0), slopes(0);
    double changes = 0;
    for (std::size_t i = 1; i + 1 < texels.size() / 4; ++i) {
      const double change = cover_at(i + 1) - cover_at(i - 1);
      both += change * slope_at(i);
      slopes += slope_at(i) * slope_at(i);
      changes += change * change;
    }
    double bends = 0;
    for (std::size_t i = 0; i + view.size.x < texels.size() / 4; ++i)
      for (const std::size_t next : {i + 1, i + view.size.x}) {
        const glm::dvec2 bend = slope_at(next) - slope_at(i);
        bends += glm::dot(bend, bend);
      }
    f.fine = bends / (slopes.x + slopes.y);
    both /= glm::sqrt(glm::max(slopes * changes, 1e-30));
    f.relief = std::max(std::abs(both.x), std::abs(both.y));
    return f;
  }
  Scene scene;
  std::optional<water::WaterPass> water;
};

TEST_F(FlowPicture, RipplesDoNotPulse) {
  const Cell rapids{.u = 1.2f, .w = -0.5f, .depth = 0.2f};
  double least = 1e9, most = 0;
  for (int k = 0; k < 8; ++k) {
    const Figures f = seen(rapids, 4, 3 + k * static_cast<double>(water::flow_period) / 8);
    EXPECT_NEAR(f.mean.x, 0, 0.01);
    EXPECT_NEAR(f.mean.y, 0, 0.01);
    least = std::min(least, f.square);
    most = std::max(most, f.square);
  }
  EXPECT_LT(most / least, 1.08);
  EXPECT_NEAR(std::sqrt(most) / water::flow_roughness(1.3f, 0.2f), 0.9, 0.12);
  const Figures pool = seen({.u = 0.05f, .depth = 1}, 4, 3);
  EXPECT_LT(pool.square, 0.03 * least);
}

// Neighboring pixels are advected alike: unequal distances would wind the pattern into whorls.
TEST_F(FlowPicture, FastWaterDoesNotWindItsPattern) {
  double slow = 0, fast = 0;
  for (int k = 0; k < 4; ++k) {
    const double time = 3 + k * static_cast<double>(water::flow_period) / 8;
    slow += seen({.u = 0.2f, .w = -0.1f, .depth = 0.2f}, 4, time).fine;
    fast += seen({.u = 6, .w = -3, .depth = 1.2f}, 4, time).fine;
  }
  EXPECT_NEAR(fast / slow, 1, 0.35);
}

TEST_F(FlowPicture, RipplesFromFarBecomeRoughness) {
  const Cell rapids{.u = 1.2f, .w = -0.5f, .depth = 0.2f};
  const Figures near = seen(rapids, 1.5, 3), far = seen(rapids, 60, 3);
  EXPECT_LT(far.square, 0.1 * near.square);
  EXPECT_GT(far.lost, near.lost + 1.0 * near.square);
}

TEST_F(FlowPicture, FoamCoversItsShareFromNearAndFarAtAllTimes) {
  for (const float share : {0.0f, 0.3f, 0.6f, 1.0f}) {
    const Cell cell{.u = 0.8f, .w = 0.3f, .depth = 0.4f, .foam = share};
    for (int k = 0; k < 4; ++k) {
      const Figures f = seen(cell, 4, 5 + k * static_cast<double>(water::flow_period) / 8);
      EXPECT_NEAR(f.foam, share, 0.09) << k;
    }
    EXPECT_NEAR(seen(cell, 60, 5).foam, share, 0.05);
  }
}

// Lace varies between dense, thin and open without an edge.
TEST_F(FlowPicture, FoamIsNotTwoPeaked) {
  for (const float share : {0.15f, 0.3f, 0.6f, columns::foam_densest}) {
    const Cell cell{.u = 0.8f, .w = 0.3f, .depth = 0.4f, .foam = share};
    EXPECT_GT(seen(cell, 3, 5).between, 0.5) << share;
  }
}

// Denser foam raises the surface.
TEST_F(FlowPicture, FoamHasRelief) { EXPECT_GT(seen({.depth = 1, .foam = 0.4f}, 2, 5).relief, 0.4); }

// Falls are white sheets whose cover does not depend on the direction of fall; both clear and dense places are
// visible.
TEST_F(FlowPicture, FallsAreSheetsWithoutAnAxis) {
  for (const double angle : {0.0, 0.5, 0.785, 1.2}) {
    const auto x = static_cast<float>(std::cos(angle)), z = static_cast<float>(std::sin(angle));
    const Figures f = seen({.slope_x = -2.5f * x, .slope_z = -2.5f * z, .u = 1.5f * x, .w = 1.5f * z}, 3, 5);
    EXPECT_NEAR(f.foam, 0.21, 0.04) << "at the lip, where nothing has come down yet";
    EXPECT_GT(f.between, 0.4);
  }
}

// Dam break over a bed step: foam is between 0 and 1, and two runs give the same bytes.
struct FlowPipes : test::PipesTest {
  std::vector<float> foam_of_a_fall() {
    pipes::PipesSettings s;
    s.cells = {61, 9};
    s.size = {6.1, 0.9};
    std::vector<double> bed, depth;
    for (int j = 0; j < 9; ++j)
      for (int i = 0; i < 61; ++i) {
        bed.push_back(i < 25 ? 1.0 : 0.0);
        depth.push_back(i < 20 ? 0.6 : 0.0);
      }
    kept = {.foam = {.amount = 1}};
    pipes(s, bed, depth);
    advance(0.01, 150);
    return field("foam");
  }
};

TEST_F(FlowPipes, ADamBreakOverAStepFoams) {
  const std::vector<float> once = foam_of_a_fall(), twice = foam_of_a_fall();
  EXPECT_GT(*std::ranges::max_element(once), 0.5f);
  for (float f : once) EXPECT_TRUE(f >= 0 && f <= 1);
  EXPECT_EQ(once, twice);
}

}  // namespace
}  // namespace undine
