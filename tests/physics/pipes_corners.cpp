// Diagonal pipes between columns that touch at a corner. Nothing passes between two adjacent columns above the water
// level, and a saddle passes the flow over its lower side. Flow through the outermost columns.
#include <numbers>

#include "engine/scene/scene.h"
#include "passes/shallow/shallow_settings.h"
#include "tests/support/pipes_runner.h"

namespace undine::test {

class PipesCorners : public PipesTest {
 protected:
  // Bed with a wall along a line through the center, as thin as columns that touch only at corners allow.
  static std::vector<double> thin_wall(std::uint32_t n, double degrees, double height) {
    std::vector<double> bed(std::size_t{n} * n, 0.0);
    const double angle = degrees * std::numbers::pi / 180, x = std::cos(angle), z = std::sin(angle);
    const bool steep = std::abs(z) > std::abs(x);
    for (std::uint32_t k = 0; k < n; ++k) {
      const double at = k + 0.5 - 0.5 * n;
      const double other = std::floor(0.5 * n + at * (steep ? x / z : z / x));
      if (other < 0 || other >= n) continue;
      const auto o = static_cast<std::uint32_t>(other);
      bed[steep ? std::size_t{k} * n + o : std::size_t{o} * n + k] = height;
    }
    return bed;
  }
  // Returns true for a column beyond the wall.
  static bool beyond(std::uint32_t n, double degrees, std::size_t i) {
    const double angle = degrees * std::numbers::pi / 180;
    const double a = static_cast<double>(i % n) + 0.5 - 0.5 * n, b = static_cast<double>(i / n) + 0.5 - 0.5 * n;
    return b * std::cos(angle) > a * std::sin(angle);
  }
  void expect_tight(pipes::PipesSettings s, double degrees) {
    SCOPED_TRACE(fmt::format("{} columns, {} degrees, {} layers", s.cells.x, degrees, s.layers));
    const std::uint32_t n = s.cells.x;
    const std::vector<double> bed = thin_wall(n, degrees, 3);
    std::vector<double> depth(bed.size());
    for (std::size_t i = 0; i < bed.size(); ++i) depth[i] = bed[i] == 0 && !beyond(n, degrees, i) ? 1.0 : 0.0;
    pipes(s, bed, depth);
    advance(0.05, 60);
    const auto h = field("depth");
    double leaked = 0, kept = 0;
    for (std::size_t i = 0; i < bed.size(); ++i) {
      if (bed[i] > 0) {
        EXPECT_EQ(h[i], 0) << i;
      }
      (beyond(n, degrees, i) ? leaked : kept) += static_cast<double>(h[i]);
    }
    EXPECT_EQ(leaked, 0);
    double before = 0;
    for (const double d : depth) before += d;
    EXPECT_NEAR(kept, before, 1e-5 * before);
  }
};

TEST_F(PipesCorners, DiagonalWallsHoldWater) {
  for (const double degrees : {45.0, -45.0}) {
    pipes::PipesSettings s;
    s.cells = {24, 24};
    s.size = {12, 12};
    expect_tight(s, degrees);
    s.layers = 2;
    expect_tight(s, degrees);
    s.size = {24, 15};
    s.wind = {.speed = 20};
    s.horizontal_viscosity = 0.1;
    s.layers = 1;
    expect_tight(s, degrees);
  }
}

// Other angles have steps along one axis and corner contacts between the steps; odd numbers of columns.
TEST_F(PipesCorners, ThinWallsAtAnyAngleHoldWater) {
  for (const double degrees : {60.0, 30.0, 73.0, -52.0}) {
    pipes::PipesSettings s;
    s.cells = {31, 31};
    s.size = {31, 31};
    s.manning = 0.03;
    expect_tight(s, degrees);
  }
}

// Solid mesh, 0.6 m thick, at 45 degrees over columns of 0.5 m (dike.json), and its mirror image.
TEST_F(PipesCorners, SlantedSolidsHoldWater) {
  for (const double turn : {-45.0, 45.0}) {
    Scene scene;
    MeshSettings wall{.shape = MeshSettings::Shape::box, .size = {60, 4, 0.6}, .rotate = {0, turn, 0}};
    wall.solid = true;
    scene.meshes = {wall};
    SceneContext context;
    context.scene = &scene;
    pipes::PipesSettings s;
    s.cells = {64, 64};
    s.size = {32, 32};
    s.traces = kept;
    const double side = turn < 0 ? 1 : -1;
    s.initial = {{.kind = columns::Shape::Kind::disc, .depth = 1, .radius = 6, .center = {side * 5, -5}}};
    make(s, context);
    advance(1.0 / 120, 240);
    const auto h = field("depth");
    double leaked = 0, all = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      const double x = side * (static_cast<double>(i % 64) - 31.5), z = static_cast<double>(i / 64) - 31.5;
      if (z > x) leaked += static_cast<double>(h[i]);
      all += static_cast<double>(h[i]);
    }
    EXPECT_EQ(leaked, 0);
    EXPECT_GT(all, 400);
  }
}

// Four columns, water at 1 m in one and dry ground diagonally opposite. The lower column beside them is a crest, over
// which |q| <= weir h sqrt(g h) with its head h. Nothing passes if the crest is above the water level.
TEST_F(PipesCorners, SaddlesPassWhatTheirLowerSideDoes) {
  pipes::PipesSettings s;
  s.cells = {2, 2};
  s.size = {2, 2};
  const auto passed = [&](double lower, double higher, bool mirrored) {
    std::vector<double> bed{0, lower, higher, 0}, depth{1, 0, 0, 0};
    if (mirrored) bed = {lower, 0, 0, higher}, depth = {0, 1, 0, 0};
    pipes(s, bed, depth);
    advance(1e-3, 1);
    return static_cast<double>(field("depth")[mirrored ? 2 : 3]);
  };
  for (const bool mirrored : {false, true}) {
    EXPECT_EQ(passed(1.0, 1.2, mirrored), 0);
    EXPECT_EQ(passed(1.5, 1.2, mirrored), 0);
    const double open = passed(0.0, 0.0, mirrored), low = passed(0.8, 5.0, mirrored), same = passed(0.8, 0.8, mirrored);
    EXPECT_GT(low, 0);
    EXPECT_EQ(low, same);  // the wider of two paths
    EXPECT_EQ(low, passed(5.0, 0.8, mirrored));
    // dt^2 g w A / area with A the mean depth, or twice the head over the crest: 0.5 and 0.4 m.
    EXPECT_NEAR(open, 1e-6 * 9.81 / 6 * 0.5, 1e-9);
    EXPECT_NEAR(low, 1e-6 * 9.81 / 6 * 0.4, 1e-9);
  }
}

// Uniform flow of 1 m3/s along a channel 4 m wide: the discharge of the outermost columns equals that in the middle.
TEST_F(PipesCorners, OutermostColumnsCarryTheWholeDischarge) {
  using Measures = grid::Gauge::Measures;
  const auto run_channel = [&](auto s, columns::Edge outlet) {
    s.cells = {32, 4};
    s.size = {32, 4};
    s.manning = 0.03;
    s.sources = {{.region = {.center = {-15.5, 0}, .size = {1, 4}}, .rate = 1}};
    s.edges.east = outlet;
    s.gauges = {{"mid", Measures::discharge, {0, 0, -2}, {0, 0, 2}},
                {"outlet", Measures::discharge, {16, 0, -2}, {16, 0, 2}}};
    const double slope = 0.01, normal = std::pow(0.25 * 0.03 / std::sqrt(slope), 0.6);
    std::vector<double> bed, depth(128, normal);
    for (std::size_t i = 0; i < 128; ++i) bed.push_back(slope * (31.0 - static_cast<double>(i % 32)));
    columns_of(s, bed, depth);
    advance(0.1, 800);
    for (const auto& [name, value] : stats().gauges) EXPECT_NEAR(value, 1, 0.01) << name;
    const auto u = field("velocity"), h = field("depth");
    for (std::size_t z = 0; z < 4; ++z) EXPECT_NEAR(u[2 * (32 * z + 31)] * h[32 * z + 31], 0.25, 0.0025) << z;
  };
  for (const columns::Edge outlet : {columns::Edge::open, columns::Edge::level}) {
    SCOPED_TRACE(static_cast<int>(outlet));
    run_channel(pipes::PipesSettings{}, outlet);
    pipes::PipesSettings layered;
    layered.layers = 2;
    run_channel(layered, outlet);
    run_channel(shallow::ShallowSettings{}, outlet);
  }
}

}  // namespace undine::test
