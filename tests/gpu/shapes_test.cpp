// Identical bytes for every tiling of every family of kernels: odd grids, and tilings that do not divide them. The
// list includes one cell (column, word) per thread and the defaults of GPUs.
#include "engine/core/error.h"
#include "passes/fluid/fluid_shapes.h"
#include "passes/grid/random.h"
#include "passes/meshing/meshing_shapes.h"
#include "passes/meshing/particle_surface.h"
#include "passes/pipes/pipes_shapes.h"
#include "passes/poisson/poisson_shapes.h"
#include "passes/shallow/shallow_shapes.h"
#include "passes/sort/sort_shapes.h"
#include "passes/wave/wave_shapes.h"
#include "tests/support/fluid_runner.h"
#include "tests/support/particle_cloud.h"
#include "tests/support/poisson_runner.h"
#include "tests/support/shallow_runner.h"

namespace undine {
namespace {

using graph::Shape;
using Kind = graph::Shapes::Kind;
using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& to, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

// Compares `result` with software defaults, with every tiling of the list, and with GPU defaults.
template <class Result>
void expect_same(graph::State& state, const graph::ShapeFamily& family, const std::vector<Shape>& shapes,
                 Result result) {
  SCOPED_TRACE(family.name);
  const Bytes want = result();
  ASSERT_FALSE(want.empty());
  EXPECT_TRUE(std::ranges::any_of(want, [](std::byte b) { return b != std::byte{0}; }));
  ASSERT_GE(shapes.size(), 4u);
  for (const Shape& shape : shapes) {
    ASSERT_TRUE(family.allows(shape)) << shape.text();
    state.shapes().choose(family, shape, "test");
    state.shapes().forget_ran();
    EXPECT_TRUE(result() == want) << shape.text();
    EXPECT_TRUE(std::ranges::any_of(state.shapes().ran(), [&](const auto& r) { return r.family == &family; }));
  }
  state.shapes().forget(family);
  state.shapes().set_kind(Kind::hardware);
  EXPECT_TRUE(result() == want) << "shapes of hardware";
  state.shapes().set_kind(Kind::software);
}

double rough(std::uint64_t seed, std::size_t i) { return grid::uniform_random(seed, i, 5) - 0.5; }

struct WaveShapes : test::WaveTest {
  Bytes result(bool varied) {
    wave::WaveSettings s;
    s.cells = {45, 37};
    s.size = {4.5, 3.9};
    s.speed = 1.7;
    s.damping = 0.1;
    using enum wave::WaveEdge;
    s.edges = varied ? grid_edges(wall, absorb, fixed, wall) : grid_edges(periodic, periodic, fixed, wall);
    std::vector<double> height(std::size_t{45} * 37), island(height.size());
    for (std::size_t i = 0; i < height.size(); ++i)
      height[i] = 0.1 * rough(1, i), island[i] = i > 0 && rough(2, i) > 0.3;
    if (varied) s.islands = array("mask.npy", 45, 37, island);
    s.initial.push_back({.kind = wave::WaveShape::Kind::npy, .file = array("h.npy", 45, 37, height)});
    make(s);
    advance(0.02, 9);
    Bytes out;
    append(out, field("height"));
    graph::Graph g(state);
    const SurfaceField surface = solver->surface(g);
    g.readback("surface", surface.surface,
               [&](std::span<const std::byte> b) { out.insert(out.end(), b.begin(), b.end()); });
    run(g);
    executor->finish();
    return out;
  }
  static decltype(wave::WaveSettings::edges) grid_edges(wave::WaveEdge w, wave::WaveEdge e, wave::WaveEdge n,
                                                        wave::WaveEdge s) {
    return {w, e, n, s};
  }
};

TEST_F(WaveShapes, StepsAreTheSame) {
  for (const bool varied : {false, true})
    expect_same(state, wave::step_shapes, {{1, 1, 64, 4}, {2, 3, 8, 8}, {4, 5, 32, 4}, {8, 2, 16, 4}, {32, 7, 8, 8}},
                [&] { return result(varied); });
}
TEST_F(WaveShapes, SurfacesAreTheSame) {
  for (const bool varied : {false, true})
    expect_same(state, wave::surface_shapes, {{1, 1, 64, 4}, {2, 3, 8, 8}, {4, 5, 16, 4}, {1, 64, 8, 1}},
                [&] { return result(varied); });
}

struct PipesShapes : test::PipesTest {
  Bytes result(bool fed, std::uint32_t layers) {
    pipes::PipesSettings s;
    s.cells = {45, 37};
    s.size = {22.5, 22.2};
    s.manning = 0.03;
    s.layers = layers;
    s.rain = fed ? 1e-3 : 0;
    if (fed) s.sources = {{.region = {.center = {2, 1}, .size = {3, 4}}, .rate = 0.4}};
    std::vector<double> bed(std::size_t{45} * 37), depth(bed.size());
    for (std::size_t i = 0; i < bed.size(); ++i)
      bed[i] = 0.4 * rough(3, i), depth[i] = std::max(0.0, 1.2 * rough(4, i));
    pipes(s, bed, depth);
    advance(0.2, 12);
    Bytes out;
    append(out, field("height"));
    append(out, field("velocity"));
    const Stats figures = stats();  // sub-steps come from the deepest column
    append(out, std::vector<double>{*figures.volume, figures.energy, static_cast<double>(figures.sub_steps)});
    return out;
  }
};

TEST_F(PipesShapes, StepsAreTheSame) {
  const std::vector<Shape> shapes{{1, 1, 64, 4}, {1, 4, 64, 1}, {2, 3, 32, 2},
                                  {2, 4, 16, 4}, {4, 5, 8, 8},  {4, 1, 16, 1}};
  for (const bool fed : {false, true}) expect_same(state, pipes::step_shapes, shapes, [&] { return result(fed, 1); });
  expect_same(state, pipes::step_shapes, shapes, [&] { return result(true, 3); });
}

// Blocks without water are not visited: where they lie depends on the tiling.
struct ShallowShapes : test::ShallowTest {
  const std::vector<Shape> shapes{{1, 1, 8, 4}, {1, 4, 32, 8}, {1, 8, 64, 4},
                                  {2, 3, 8, 2}, {4, 5, 8, 4},  {4, 2, 16, 16}};

  shallow::ShallowSettings settings() const {
    shallow::ShallowSettings s;
    s.cells = {75, 61};
    s.size = {22.5, 24.4};
    s.manning = 0.03;
    return s;
  }
  // A dam break over rough ground most of which is dry.
  Bytes result(const shallow::ShallowSettings& s, int steps) {
    const std::size_t nx = s.cells.x, count = nx * s.cells.y;
    std::vector<double> bed(count), depth(count);
    for (std::size_t i = 0; i < count; ++i) {
      bed[i] = 0.1 * rough(3, i);
      depth[i] = i % nx < 20 && i / nx < 12 ? 0.8 + 0.2 * rough(4, i) : 0.0;
    }
    this->shallow(s, bed, depth);
    advance(0.1, steps);
    Bytes out;
    append(out, field("height"));
    append(out, field("velocity"));
    const Stats figures = stats();
    append(out, std::vector<double>{*figures.volume, figures.energy, static_cast<double>(figures.sub_steps)});
    return out;
  }
};

TEST_F(ShallowShapes, DamBreaksAreTheSame) {
  shallow::ShallowSettings s = settings();
  s.eddies = {.model = shallow::Eddies::Model::smagorinsky};
  expect_same(state, shallow::step_shapes, shapes, [&] { return result(s, 40); });
}

TEST_F(ShallowShapes, EdgesAreTheSame) {
  shallow::ShallowSettings s = settings();
  using enum columns::Edge;
  s.edges = {
      .west = transmissive, .east = open, .north = discharge, .south = transmissive, .discharge = {0, 0, 0.4, 0}};
  s.evaporation = 1e-4;
  expect_same(state, shallow::step_shapes, shapes, [&] { return result(s, 40); });
}

TEST_F(ShallowShapes, SourcesOnDryGroundAreTheSame) {
  shallow::ShallowSettings s = settings();
  s.sources = {{.region = {.center = {8, 9}, .size = {1, 1}}, .series = {{0, 0}, {1, 0}, {2, 0.5}}}};
  expect_same(state, shallow::step_shapes, shapes, [&] { return result(s, 30); });
}

struct FluidShapes : test::FluidTest {
  Bytes result(bool conservative) {
    fluid::FluidSettings s;
    s.cells = {107, 61};
    s.size = {10.7, 7.9};
    s.viscosity = 0.02;
    s.diffusion = 0.01;
    s.vorticity = 0.1;
    s.dye.conservative = conservative;
    s.advection = fluid::FluidSettings::Advection::maccormack;
    std::vector<float> velocity(std::size_t{2} * 107 * 61), dye(std::size_t{107} * 61);
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = static_cast<float>(3 * rough(1, i));
    for (std::size_t i = 0; i < dye.size(); ++i) dye[i] = static_cast<float>(1 + rough(2, i));
    fluid::FluidShape start{.kind = fluid::FluidShape::Kind::npy};
    start.velocity = planes("v.npy", 107, 61, 2, velocity);
    start.dye = planes("dye.npy", 107, 61, 1, dye);
    s.initial = {start};
    fluid::FluidObstacle disc;
    disc.center = {0.7, -0.4};
    disc.radius = 1.3;
    s.obstacles = {disc};
    make(s);
    advance(0.03, 2);
    Bytes out;
    append(out, field("velocity"));
    append(out, field("dye"));
    append(out, field("height"));
    const Stats figures = stats();
    append(out, std::vector<double>{figures.energy, *figures.max_divergence});
    return out;
  }
};

TEST_F(FluidShapes, StepsAreTheSame) {
  for (const bool conservative : {false, true})
    expect_same(state, fluid::cell_shapes, {{1, 1, 64, 4}, {2, 2, 32, 4}, {1, 3, 16, 8}, {4, 1, 8, 8}, {3, 5, 8, 2}},
                [&] { return result(conservative); });
}

struct PoissonShapes : test::PoissonTest {
  Bytes result(const test::PoissonProblem& problem, const poisson::PoissonSettings& settings) {
    const Answer answer = solve(problem, settings);
    Bytes out;
    append(out, answer.p);
    append(out, std::vector{answer.report.residual, static_cast<float>(answer.report.iterations)});
    return out;
  }
  // Multigrid between walls, around discs and across the periodic boundary of odd size; sweeps with old values.
  void expect(const graph::ShapeFamily& family, const std::vector<Shape>& shapes) {
    for (const int kind : {0, 1, 2, 3}) {
      test::PoissonProblem problem;
      problem.grid = {.cells = {203, 61}, .cell = {0.1, 0.13}, .periodic_x = kind == 2};
      problem.random_rhs(7);
      if (kind == 1) problem.discs(3, 0.05, 11, true);
      poisson::PoissonSettings settings;
      settings.tolerance = 1e-5;
      if (kind == 3) settings = {.solver = poisson::PoissonMethod::red_black, .iterations = 9, .omega = 1.6};
      expect_same(state, family, shapes, [&] { return result(problem, settings); });
    }
  }
};

TEST_F(PoissonShapes, SweepsAreTheSame) {
  expect(poisson::sweep_shapes, {{1, 1, 64, 4}, {2, 3, 16, 4}, {4, 1, 32, 4}, {8, 5, 8, 8}, {32, 2, 8, 4}});
}
TEST_F(PoissonShapes, StoresAreTheSame) {
  expect(poisson::store_shapes, {{1, 1, 64, 4}, {2, 3, 16, 4}, {4, 1, 32, 4}, {8, 5, 8, 8}});
}
TEST_F(PoissonShapes, TransfersAreTheSame) {
  // Red-black sweeps do not use coarse levels.
  for (const int kind : {0, 1, 2}) {
    test::PoissonProblem problem;
    problem.grid = {.cells = {203, 61}, .cell = {0.1, 0.13}, .periodic_x = kind == 2};
    problem.random_rhs(7);
    if (kind == 1) problem.discs(3, 0.05, 11, true);
    poisson::PoissonSettings settings;
    settings.tolerance = 1e-5;
    expect_same(state, poisson::transfer_shapes,
                {{1, 1, 64, 4}, {2, 3, 16, 4}, {4, 1, 32, 4}, {8, 5, 8, 8}, {8, 1, 8, 2}},
                [&] { return result(problem, settings); });
  }
}

struct ParticleShapes : test::GpuTest {
  Bytes scan() {
    const sort::Scan scan(
        [this, owner = fmt::format("scan{}", made_++)](std::string_view name, graph::BufferDesc desc) {
          return state.buffer(owner + "/" + std::string(name), desc);
        },
        70001);
    std::vector<std::uint32_t> numbers(std::size_t{scan.tiles} * sort::scan_tile);
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = (i * 2654435761u) >> 29;
    graph::Graph g(state);
    g.upload("upload", scan.counts, numbers);
    scan.declare(g);
    run(g);
    Bytes out;
    append(out, read<std::uint32_t>(scan.starts));
    return out;
  }
  Bytes surface() {
    graph::Graph g(state);
    const ParticleSet set = test::upload_cloud(g, test::box_cloud({0, 0, 0}, {0.6, 0.4, 0.5}, 0.05, 0.7));
    const SurfaceMesh mesh = meshing::particle_surface(g, set).mesh;
    Bytes vertices, indices, arguments;
    const auto fetch = [&](std::string_view verb, graph::Buffer from, Bytes& to) {
      g.readback(verb, from, [&to](std::span<const std::byte> b) { to.assign(b.begin(), b.end()); });
    };
    fetch("read_vertices", mesh.vertices, vertices);
    fetch("read_indices", mesh.indices, indices);
    fetch("read_arguments", mesh.arguments, arguments);
    run(g);
    executor->finish();
    meshing::MarchingFigures figures;
    std::memcpy(&figures, arguments.data(), sizeof figures);
    EXPECT_GT(figures.indices, 1000u);
    vertices.resize(figures.vertices * std::size_t{32});  // the pass does not write beyond this
    indices.resize(figures.indices * std::size_t{4});
    append(vertices, indices);
    append(vertices, arguments);
    return vertices;
  }
  int made_ = 0;
};

TEST_F(ParticleShapes, ScansAreTheSame) {
  expect_same(state, sort::scan_shapes, {{4, 1, 256, 1}, {8, 1, 128, 1}, {32, 1, 32, 1}, {64, 1, 16, 1}},
              [&] { return scan(); });
  expect_same(state, sort::scan_shapes, {{4, 1, 256, 1}, {8, 1, 128, 1}, {32, 1, 32, 1}, {64, 1, 16, 1}},
              [&] { return surface(); });
}
TEST_F(ParticleShapes, MeshesAreTheSame) {
  expect_same(state, meshing::marching_shapes,
              {{1, 1, 64, 1}, {1, 1, 16, 1}, {2, 1, 128, 1}, {8, 1, 32, 1}, {16, 1, 16, 1}, {1, 1, 256, 1}},
              [&] { return surface(); });
  expect_same(state, meshing::field_shapes, {{2, 1, 256, 1}, {4, 1, 128, 1}, {16, 1, 32, 1}, {64, 1, 8, 1}},
              [&] { return surface(); });
}

}  // namespace
}  // namespace undine
