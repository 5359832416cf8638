// Solid meshes as walls of every solver: their heights in columns, flow around and over them, and tightness.
#include <map>

#include "engine/scene/scene.h"
#include "passes/fluid/fluid_settings.h"
#include "passes/pipes/pipes_settings.h"
#include "passes/shallow/shallow_settings.h"
#include "passes/solids/solid_columns.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/columns_runner.h"
#include "tests/support/refused.h"

namespace undine::test {

class SolidMeshes : public ColumnsTest {
 protected:
  MeshSettings box(const glm::dvec3& low, const glm::dvec3& high) {
    MeshSettings m{.shape = MeshSettings::Shape::box, .size = high - low, .translate = 0.5 * (low + high)};
    m.solid = true;
    return m;
  }
  MeshSettings cylinder(const glm::dvec3& middle, double radius, double height) {
    MeshSettings m{.shape = MeshSettings::Shape::cylinder, .size = {2 * radius, height, 2 * radius}};
    m.translate = middle;
    m.solid = true;
    return m;
  }
  SceneContext context() {
    SceneContext out;
    out.scene = &scene;
    return out;
  }
  template <class Settings>
  Settings tank(glm::uvec2 cells, glm::dvec2 size, double level) {
    Settings s;
    s.cells = cells;
    s.size = size;
    s.traces = kept;
    s.initial = {{.kind = columns::Shape::Kind::level, .level = level}};
    return s;
  }
  double at(const std::vector<float>& field, glm::uvec2 cells, std::uint32_t x, std::uint32_t z) {
    return static_cast<double>(field[z * cells.x + x]);
  }
  Scene scene;
};

// A mesh on the ground raises the bed; a deck above the water is not an obstacle, but an object on a pier is.
TEST_F(SolidMeshes, StandInTheColumnsOfTheirPlace) {
  scene.meshes = {box({-2, -1, -1}, {0, 2.5, 1}), box({-4, 2, -4}, {4, 2.2, 4}), box({-2, 2.5, -1}, {0, 3, 1}),
                  box({2, 0.001, 2}, {3, 0.4, 3})};
  const auto s = tank<shallow::ShallowSettings>({20, 20}, {10, 10}, 1.0);
  make(s, context());
  const auto bed = field("bed"), height = field("height");
  EXPECT_NEAR(at(bed, s.cells, 7, 9), 3.0, 1e-6);   // the pier with the object on it
  EXPECT_NEAR(at(bed, s.cells, 12, 9), 0.0, 1e-6);  // under the deck
  EXPECT_NEAR(at(bed, s.cells, 15, 15), 0.4, 1e-6);
  EXPECT_NEAR(at(bed, s.cells, 5, 9), 0.0, 1e-6);
  advance(0.05, 40);
  const auto still = field("height");
  for (std::size_t i = 0; i < still.size(); ++i) EXPECT_NEAR(still[i], height[i], 1e-6f) << i;
  const auto velocity = field("velocity");
  EXPECT_LT(largest(velocity), 1e-5);
}

// A wall across the tank separates both sides.
TEST_F(SolidMeshes, LetNothingThroughColumns) {
  scene.meshes = {box({-0.55, -1, -3}, {0.55, 4, 3})};
  const auto closed = [&](auto s) {
    s.initial = {{.kind = columns::Shape::Kind::box, .depth = 1.5, .center = {-3, 0}, .size = {4, 6}}};
    make(s, context());
    advance(0.05, 60);
    const auto depth = field("depth");
    double right = 0, left = 0;
    for (std::uint32_t z = 0; z < s.cells.y; ++z)
      for (std::uint32_t x = 0; x < s.cells.x; ++x) (x < s.cells.x / 2 ? left : right) += at(depth, s.cells, x, z);
    EXPECT_EQ(right, 0);
    EXPECT_GT(left, 1);
  };
  closed(tank<shallow::ShallowSettings>({20, 8}, {10, 6}, 0));
  closed(tank<pipes::PipesSettings>({20, 8}, {10, 6}, 0));
}

TEST_F(SolidMeshes, LetNothingThroughFlowAndWaves) {
  scene.meshes = {box({-0.25, -1, -2}, {0.25, 1, 2})};
  wave::WaveSettings w;
  w.cells = {40, 40};
  w.size = {4, 4};
  w.initial = {{.kind = wave::WaveShape::Kind::gaussian, .height = 0.1, .radius = 0.2, .center = {-1, 0}}};
  make(w, context());
  const double before = stats().energy;
  advance(0.02, 150);
  const auto height = field("height");
  double right = 0;
  for (std::uint32_t i = 0; i < height.size(); ++i)
    if (i % 40 >= 20) right = std::max(right, std::abs(static_cast<double>(height[i])));
  EXPECT_LT(right, 1e-6);
  EXPECT_GT(largest(height), 0.005);
  EXPECT_NEAR(stats().energy, before, 0.02 * before);  // the first step's energy differs

  fluid::FluidSettings f;
  f.cells = {40, 40};
  f.size = {4, 4};
  f.initial = {{.kind = fluid::FluidShape::Kind::vortex, .center = {-1, 0}, .radius = 0.3, .speed = 1}};
  make(f, context());
  advance(0.02, 30);
  const auto velocity = field("velocity");
  double beyond = 0, moving = 0;
  for (std::uint32_t i = 0; i < 1600; ++i) {
    const double speed = std::hypot(static_cast<double>(velocity[2 * i]), static_cast<double>(velocity[2 * i + 1]));
    if (i % 40 >= 23) beyond = std::max(beyond, speed);
    if (i % 40 < 17) moving = std::max(moving, speed);
  }
  EXPECT_LT(beyond, 1e-3);
  EXPECT_GT(moving, 0.2);
}

TEST_F(SolidMeshes, StopParticlesThatCollideWithNothingElse) {
  scene.meshes = {box({-0.1, -0.2, -0.3}, {0.1, 0.6, 0.3})};
  MeshSettings ghost = box({-0.5, -0.2, -0.3}, {-0.4, 0.6, 0.3});
  ghost.solid = false;
  scene.meshes.push_back(ghost);
  sph::SphSettings s;
  s.spacing = 0.04;
  s.domain = {{-0.8, 0, -0.16}, {0.8, 0.8, 0.16}};
  s.fluid = {{.box = sph::SphBox{{-0.8, 0, -0.16}, {-0.56, 0.4, 0.16}}}};
  make(s, context());
  advance(0.02, 50);
  const auto x = field("position");
  double front = -1;
  int inside = 0, count = 0;
  for (std::size_t i = 0; i + 2 < x.size(); i += 3) {
    front = std::max(front, static_cast<double>(x[i]));
    inside += x[i] > -0.49f && x[i] < -0.41f;
    ++count;
  }
  EXPECT_GT(count, 200);
  EXPECT_LT(front, -0.08);  // half a spacing
  EXPECT_GT(inside, 10);    // a mesh that is not solid is not a wall
}

TEST_F(SolidMeshes, OpenMeshesAreRefused) {
  MeshSettings plane{.shape = MeshSettings::Shape::plane, .size = {2, 0, 2}, .rotate = {20, 0, 0}};
  plane.solid = true;
  scene.meshes = {plane};
  const auto s = tank<shallow::ShallowSettings>({20, 20}, {10, 10}, 1.0);
  expect_refused([&] { make(s, context()); }, {"/meshes/0", "closed mesh", "\"solid\": false"});
}

// Streams flow around a pier and pile up before it: the discharge beside it is the total, and its wake lies behind.
TEST_F(SolidMeshes, StreamsGoAroundPiers) {
  auto s = tank<shallow::ShallowSettings>({60, 24}, {30, 12}, 1.0);
  s.velocity = {1, 0};
  s.edges.west = columns::Edge::discharge;
  s.edges.discharge.x = 1;
  s.edges.east = columns::Edge::transmissive;
  s.gauges = {{"before", grid::Gauge::Measures::level, {-3.2, 0, 0}},
              {"far", grid::Gauge::Measures::level, {-13, 0, 0}},
              {"behind", grid::Gauge::Measures::level, {0.8, 0, 0}},
              {"beside", grid::Gauge::Measures::velocity, {-1, 0, 3}},
              {"wake", grid::Gauge::Measures::velocity, {1, 0, 0}},
              {"gap", grid::Gauge::Measures::discharge, {-1, 0, -6}, {-1, 0, 6}}};
  scene.meshes = {cylinder({-1, 0.5, 0}, 1.5, 3)};
  make(s, context());
  advance(0.05, 600);
  const Stats now = stats();
  std::map<std::string, double> read(now.gauges.begin(), now.gauges.end());
  std::map<std::string, std::vector<double>> speed(now.velocities.begin(), now.velocities.end());
  EXPECT_GT(read["before"], read["behind"] + 0.05);
  EXPECT_GT(speed["beside"][0], 1.2);
  EXPECT_LT(std::abs(speed["wake"][0]), 0.7);
  EXPECT_NEAR(read["gap"], 12, 0.4);
}

// Drawn columns, and the next one towards which the surface slants, stay at the water level. The surface does not
// climb a wall oblique to the grid.
TEST_F(SolidMeshes, TheDrawnSurfaceDoesNotClimbThem) {
  scene.meshes = {box({-2, -1, -1.5}, {2, 6, 1.5})};
  scene.meshes[0].rotate = {0, 24, 0};
  auto s = tank<shallow::ShallowSettings>({40, 40}, {10, 10}, 0);
  s.initial = {{.kind = columns::Shape::Kind::box, .level = 0.3, .center = {0, 3}, .size = {10, 3}}};
  make(s, context());
  graph::Graph g(state);
  const SurfaceField drawn = solver->surface(g);
  std::vector<glm::vec4> texels;
  g.readback("surface", drawn.surface, [&](std::span<const std::byte> bytes) {
    texels.resize(bytes.size() / sizeof(glm::vec4));
    std::memcpy(texels.data(), bytes.data(), bytes.size());
  });
  run(g);
  executor->finish();
  ASSERT_EQ(texels.size(), 1600u);
  int covered = 0, next = 0, fronts = 0;  // fronts: columns of lower dry ground that the surface comes down to
  for (int j = 1; j < 39; ++j)
    for (int i = 1; i < 39; ++i) {
      bool near = false;
      for (int k = 0; k < 9; ++k)
        near |= texels[static_cast<std::size_t>((j + k / 3 - 1) * 40 + i + k % 3 - 1)].w > 0.5f;
      const glm::vec4 here = texels[static_cast<std::size_t>(j * 40 + i)];
      covered += here.w > 0.5f;
      next += near && here.w <= 0.5f;
      fronts += here.w == 0.5f;
      if (near) {
        EXPECT_LT(static_cast<double>(here.x) + drawn.origin.y, 0.31) << i << ", " << j;
      }
    }
  EXPECT_GT(covered, 400);
  EXPECT_GT(next, 20);
  EXPECT_GT(fronts, 10);
}

}  // namespace undine::test
