// Columns of shallow water that solid meshes cut: their geometry, water at rest, oblique basins, tightness,
// overtopping.
#include <cmath>
#include <numbers>

#include "engine/scene/scene.h"
#include "passes/columns/cut_columns.h"
#include "passes/shallow/shallow_settings.h"
#include "tests/support/columns_runner.h"

namespace undine::test {

namespace {

using shallow::ShallowSettings;

MeshSettings solid_box(const glm::dvec3& middle, const glm::dvec3& size, double degrees) {
  MeshSettings m{.shape = MeshSettings::Shape::box, .size = size, .translate = middle, .rotate = {0, degrees, 0}};
  m.solid = true;
  return m;
}
MeshSettings solid_cylinder(const glm::dvec3& middle, double radius, double height) {
  MeshSettings m{.shape = MeshSettings::Shape::cylinder, .size = {2 * radius, height, 2 * radius}, .translate = middle};
  m.solid = true;
  return m;
}

}  // namespace

class ShallowCut : public ColumnsTest {
 protected:
  static constexpr double g = 9.81;
  ShallowSettings grid(glm::uvec2 cells, glm::dvec2 size) {
    ShallowSettings s;
    s.cells = cells;
    s.size = size;
    s.traces = kept;
    return s;
  }
  SceneContext context() {
    SceneContext out;
    out.scene = &scene;
    return out;
  }
  // Four walls around a basin of `inside` meters along its own axes, turned by `degrees` about y.
  void walls_around(const glm::dvec2& inside, double degrees, double thick) {
    along = {std::cos(glm::radians(degrees)), -std::sin(glm::radians(degrees))};
    across = {-along.y, along.x};
    const auto wall = [&](const glm::dvec2& at, const glm::dvec2& size) {
      const glm::dvec2 place = at.x * along + at.y * across;
      scene.meshes.push_back(solid_box({place.x, 0.5, place.y}, {size.x, 2, size.y}, degrees));
    };
    const glm::dvec2 out = inside + 2 * thick;
    for (const double side : {-0.5, 0.5}) {
      wall({side * (inside.x + thick), 0}, {thick, out.y});
      wall({0, side * (inside.y + thick)}, {out.x, thick});
    }
  }
  Scene scene;
  glm::dvec2 along{1, 0}, across{0, 1};
};

// Storage adds up to the open area, faces have the open share of their lengths, and the walls around a solid close.
TEST_F(ShallowCut, OpenPartsAddUp) {
  struct Case {
    MeshSettings mesh;
    double area;
  };
  const Case cases[] = {{solid_cylinder({0.13, 0.5, -0.21}, 2.3, 3), std::numbers::pi * 2.3 * 2.3},
                        {solid_cylinder({0.4, 0.5, 0.3}, 0.35, 3), std::numbers::pi * 0.35 * 0.35},
                        {solid_box({-0.3, 0.5, 0.7}, {4.1, 3, 1.7}, 33), 4.1 * 1.7}};
  for (const Case& c : cases) {
    scene.meshes = {c.mesh};
    const ShallowSettings s = grid({30, 24}, {10, 12});
    std::vector<float> ground(std::size_t{30} * 24, 0.0f);
    const columns::CutColumns cut = columns::cut_by_solids(s, scene, ground);
    ASSERT_FALSE(cut.walls.empty());
    ASSERT_EQ(cut.walls.size(), 8u * 32 * 24);
    const double cell = s.cell().x * s.cell().y;
    double open = 0;
    glm::dvec2 wall(0);
    for (std::size_t i = 0; i < ground.size(); ++i) {
      const float* w = &cut.walls[8 * (i / 30 * 32 + i % 30)];
      if (ground[i] > 1 || i % 30 == 0 || i % 30 == 29 || i < 30 || i >= 30 * 23) {  // the solid is not at the border
        open += ground[i] > 1 ? 0 : cell;
        continue;
      }
      open += static_cast<double>(w[3]) * cell;
      wall += glm::dvec2(w[4], w[5]);
      EXPECT_GE(w[3], static_cast<float>(columns::cut_least_storage));
      // Beside a filled column that stands next to one without a wall, the face is the wall.
      const std::size_t low[2] = {i - 1, i - 30}, high[2] = {i + 1, i + 30};
      for (int k = 0; k < 2; ++k) {
        if (w[k] == 1 && ground[low[k]] > 1) wall[k] -= 1;
        if (ground[high[k]] > 1 && cut.walls[8 * (high[k] / 30 * 32 + high[k] % 30) + static_cast<std::size_t>(k)] == 1)
          wall[k] += 1;
      }
    }
    EXPECT_NEAR(120 - open, c.area, 0.01 * c.area + 0.02 * cell);
    EXPECT_NEAR(glm::length(wall), 0, 1e-6);
  }
}

// A lake around piers, a sunken block and a boulder, on sloping ground.
TEST_F(ShallowCut, ALakeRests) {
  scene.meshes = {solid_cylinder({0.13, 0.5, 0.21}, 1.1, 3), solid_box({-3, 0.2, -2}, {3, 0.7, 0.5}, 27),
                  solid_cylinder({2.6, 0, 2.1}, 0.8, 1)};
  ShallowSettings s = grid({50, 40}, {10, 8});
  s.initial = {{.kind = columns::Shape::Kind::level, .level = 0.8}};
  SceneContext c = context();
  c.terrain = Heightmap{.nx = 2, .nz = 2, .size = {10, 8}};
  c.terrain->height = {0.0f, 0.3f, 0.1f, 0.4f};
  make(s, c);
  const double before = *stats().volume;
  advance(0.05, 100);
  const auto depth = field("depth"), height = field("height");
  double stored = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    stored += static_cast<double>(depth[i]) * 0.04;
    if (depth[i] > 0) {
      EXPECT_NEAR(height[i], 0.8f, 2e-7f) << i;
    }
  }
  EXPECT_LT(largest(field("velocity")), 1e-6);
  EXPECT_NEAR(*stats().volume, before, 1e-12 * before);
  EXPECT_NEAR(stored, before, 1e-6 * before);
}

// The first mode of a basin that is oblique to the grid has Merian's period, and little is lost at its walls.
class ShallowCutBasins : public ShallowCut, public ::testing::WithParamInterface<double> {};

TEST_P(ShallowCutBasins, SwingAsTheyShould) {
  const glm::dvec2 inside{6, 2};
  const double depth = 0.5, high = 0.005, period = 2 * inside.x / std::sqrt(g * depth);
  walls_around(inside, GetParam(), 1.2);
  ShallowSettings s = grid({40, 40}, {8, 8});
  const auto cell = s.cell();
  std::vector<double> water;
  for (int j = 0; j < 40; ++j)
    for (int i = 0; i < 40; ++i) {
      const glm::dvec2 at = cell * (glm::dvec2(i, j) + 0.5) - 4.0;
      const double x = std::clamp(glm::dot(at, along) / inside.x, -0.5, 0.5), z = glm::dot(at, across);
      const bool far = std::abs(glm::dot(at, along)) > 3.6 || std::abs(z) > 1.6;
      water.push_back(far ? 0 : depth + high * std::sin(std::numbers::pi * x));
    }
  // Solid columns stay dry.
  std::vector<float> ground(water.size(), 0.0f);
  columns::cut_by_solids(s, scene, ground);
  for (std::size_t i = 0; i < water.size(); ++i)
    if (ground[i] > 1) water[i] = 0;
  s.initial = {{.kind = columns::Shape::Kind::npy, .file = array("depth.npy", 40, 40, water)}};
  make(s, context());
  const double before = *stats().volume;
  EXPECT_NEAR(before, 6.0, 0.03) << "depth times area";
  const auto swing = [&] {
    const auto h = field("height");
    double sum = 0;
    for (int j = 0; j < 40; ++j)
      for (int i = 0; i < 40; ++i) {
        const glm::dvec2 at = cell * (glm::dvec2(i, j) + 0.5) - 4.0;
        if (std::abs(glm::dot(at, along)) < 2.7 && std::abs(glm::dot(at, across)) < 0.7)
          sum += static_cast<double>(h[static_cast<std::size_t>(40 * j + i)]) * glm::dot(at, along);
      }
    return sum;
  };
  const int steps = 40;  // of a period
  std::vector<double> at, zeros;
  for (int n = 0; n <= 3 * steps; ++n) {
    if (n > 0) advance(period / steps, 1);
    at.push_back(swing());
    const std::size_t k = at.size() - 1;
    if (k > 0 && at[k - 1] * at[k] < 0) zeros.push_back(double(k) - at[k] / (at[k] - at[k - 1]));
  }
  ASSERT_GE(zeros.size(), 5u);
  const double measured = 2 * (zeros.back() - zeros.front()) / double(zeros.size() - 1) / steps;
  const double kept = std::cbrt(std::abs(at[3 * steps] / at[0]));
  fmt::print("basin at {:g} degrees: {:.4f} of the period, {:.4f} of the amplitude after each\n", GetParam(), measured,
             kept);
  EXPECT_NEAR(measured, 1, 0.015);
  EXPECT_GT(kept, 0.93);
  EXPECT_NEAR(*stats().volume, before, 1e-12 * before);
}

INSTANTIATE_TEST_SUITE_P(Angles, ShallowCutBasins, ::testing::Values(0.0, 10.0, 27.0, 45.0, 63.0));

// A wall a fifth of a column thick, oblique to the grid, keeps water out.
TEST_F(ShallowCut, ThinWallsAreTight) {
  for (const double degrees : {0.0, 14.0, 45.0, 71.0}) {
    scene.meshes = {solid_box({0.03, 1, 0.02}, {0.1, 4, 30}, degrees)};
    ShallowSettings s = grid({24, 20}, {12, 10});
    s.initial = {{.kind = columns::Shape::Kind::level, .level = 0.5}};
    make(s, context());
    const glm::dvec2 normal(std::cos(glm::radians(degrees)), -std::sin(glm::radians(degrees)));
    std::vector<double> water;
    const auto bed = field("bed");
    for (int j = 0; j < 20; ++j)
      for (int i = 0; i < 24; ++i) {
        const double side = glm::dot(0.5 * (glm::dvec2(i, j) + 0.5) - glm::dvec2(6, 5), normal);
        water.push_back(side < -0.8 && bed[water.size()] < 1 ? 0.5 : 0);
      }
    s.initial = {{.kind = columns::Shape::Kind::npy, .file = array("depth.npy", 24, 20, water)}};
    make(s, context());
    const double before = *stats().volume;
    advance(0.05, 80);
    const auto depth = field("depth");
    double right = 0;
    for (int j = 0; j < 20; ++j)
      for (int i = 0; i < 24; ++i) {
        const double side = glm::dot(0.5 * (glm::dvec2(i, j) + 0.5) - glm::dvec2(6, 5), normal);
        if (side > 0.4) right = std::max(right, static_cast<double>(depth[static_cast<std::size_t>(24 * j + i)]));
      }
    EXPECT_EQ(right, 0) << degrees;
    EXPECT_NEAR(*stats().volume, before, 1e-12 * before) << degrees;
  }
}

// A wall that turns a supercritical stream by 8.95 degrees raises an oblique jump at 30 degrees: 1 m at 8.57 m/s
// becomes 1.5 m at 7.956 m/s [Alcrudo & García-Navarro 1993].
TEST_F(ShallowCut, AWallRaisesAnObliqueJump) {
  const double turn = glm::radians(8.95), jump = glm::radians(30.0),
               bend = -10;  // the wall bends there, on the side -z
  const glm::dvec2 size{40, 30};
  const glm::dvec2 along_wall{std::cos(turn), std::sin(turn)}, out{std::sin(turn), -std::cos(turn)};
  const glm::dvec2 middle = glm::dvec2(bend, -15) + 20.0 * along_wall + 5.0 * out;
  scene.meshes = {solid_box({middle.x, 1, middle.y}, {40, 6, 10}, -8.95)};
  ShallowSettings s = grid({80, 60}, size);
  s.velocity = {8.57, 0};
  s.edges.west = columns::Edge::discharge;
  s.edges.discharge.x = 8.57;
  s.edges.east = columns::Edge::transmissive;
  s.initial = {{.kind = columns::Shape::Kind::level, .level = 1}};
  make(s, context());
  advance(0.05, 160);
  const auto h = field("height"), u = field("velocity");
  double depth = 0, speed = 0, angle = 0, most_before = 0;
  int behind = 0;
  for (std::size_t j = 0; j < 60; ++j)
    for (std::size_t i = 0; i < 78; ++i) {
      const double x = 0.5 * (static_cast<double>(i) + 0.5) - 20 - bend, z = 0.5 * (static_cast<double>(j) + 0.5);
      const auto at = j * 80 + i;
      const double off_jump = z * std::cos(jump) - x * std::sin(jump),
                   off_wall = z * std::cos(turn) - x * std::sin(turn);
      if (off_jump > 3) most_before = std::max(most_before, std::abs(static_cast<double>(h[at]) - 1));
      if (off_jump > -2 || off_wall < 1 || x < 12) continue;
      ++behind;
      depth += h[at];
      speed += std::hypot(u[2 * at], u[2 * at + 1]);
      angle += std::atan2(u[2 * at + 1], u[2 * at]);
    }
  ASSERT_GT(behind, 60);
  depth /= behind, speed /= behind, angle = glm::degrees(angle / behind);
  fmt::print("oblique jump: {:.4f} m, {:.4f} m/s at {:.2f} degrees, {} columns; before it {:.4f}\n", depth, speed,
             angle, behind, most_before);
  EXPECT_NEAR(depth, 1.5, 0.005);
  EXPECT_NEAR(speed, 7.956, 0.03);
  EXPECT_NEAR(angle, 8.95, 0.05);
  EXPECT_LT(most_before, 0.01);
}

// A bore over low round blocks that it drowns: no water is lost, and at the end all has one level.
TEST_F(ShallowCut, BoresDrownLowBlocks) {
  scene.meshes = {solid_cylinder({-0.4, 0, 0.3}, 0.9, 0.5), solid_box({1.7, 0, -0.8}, {1.2, 0.3, 2}, 40)};
  ShallowSettings s = grid({48, 24}, {8, 4});
  s.manning = 0.05;
  s.initial = {{.kind = columns::Shape::Kind::box, .depth = 1.2, .center = {-3, 0}, .size = {2, 4}}};
  make(s, context());
  const double before = *stats().volume;
  double most = 0;
  for (int n = 0; n < 12; ++n) {
    advance(0.1, n < 6 ? 5 : 60);
    EXPECT_NEAR(*stats().volume, before, 1e-12 * before);
    most = std::max(most, largest(field("velocity")));
  }
  EXPECT_LT(most, 2 * std::sqrt(g * 1.2));
  const auto height = field("height");
  const auto [low, high] = std::ranges::minmax_element(height);
  EXPECT_LT(*high - *low, 0.02);
  EXPECT_GT(*low, 0.25f) << "over the blocks";
}

}  // namespace undine::test
