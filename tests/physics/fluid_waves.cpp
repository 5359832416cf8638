// Ripples of the flow solver: speed, advection by the stream, walls, pressure.
#include "tests/support/fluid_runner.h"

namespace undine {

struct FluidWavesTest : test::FluidTest {
  using Kind = fluid::FluidEdge::Kind;
  static constexpr std::uint32_t n = 96;
  static fluid::FluidSettings pond(Kind edge, double speed) {
    fluid::FluidSettings s;
    s.cells = {n, n};
    s.size = {9.6, 9.6};
    s.viscosity = 0;
    s.depth = 1;
    s.waves.speed = speed;
    s.waves.damping = 0;
    all(s.edges, {edge, {0, 0}});
    return s;
  }
  struct Ring {
    double x = 0, z = 0, radius = 0, most = 0;
  };
  // Center and radius of a wave that spreads from the grid's center, weighted with squared elevation.
  Ring ring() {
    const std::vector<float> h = field("height");
    Ring r;
    double all = 0;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t i = 0; i < h.size(); ++i) {
        const double x = 0.1 * (static_cast<double>(i % n) + 0.5) - 4.8,
                     z = 0.1 * (static_cast<double>(i / n) + 0.5) - 4.8;
        const double e = static_cast<double>(h[i]) * static_cast<double>(h[i]);
        if (pass == 0) all += e, r.x += e * x, r.z += e * z, r.most = std::max(r.most, std::sqrt(e));
        if (pass == 1) r.radius += e / all * ((x - r.x / all) * (x - r.x / all) + (z - r.z / all) * (z - r.z / all));
      }
    return {r.x / all, r.z / all, std::sqrt(r.radius), r.most};
  }
};

TEST_F(FluidWavesTest, RingsSpreadAtTheirSpeedAndDriftWithTheCurrent) {
  double radius[2][2];
  for (int fast = 0; fast < 2; ++fast)
    for (int drifts = 0; drifts < 2; ++drifts) {
      fluid::FluidSettings s = pond(Kind::periodic, fast ? 1.0 : 0.5);
      const glm::dvec2 flow = drifts ? glm::dvec2(0.45, -0.2) : glm::dvec2(0);
      s.initial = {{.kind = fluid::FluidShape::Kind::flow, .flow = flow}};
      make(s);
      solver->disturb({.point = {0, 0, 0}, .radius = 0.6, .strength = 1});
      advance(0.05, fast ? 40 : 80);
      const Ring r = ring();
      const double time = fast ? 2.0 : 4.0;
      EXPECT_NEAR(r.x, flow.x * time, 0.03);
      EXPECT_NEAR(r.z, flow.y * time, 0.03);
      EXPECT_GT(r.most, 1e-4);
      radius[fast][drifts] = r.radius;
      // The crest is ahead of the rest.
      EXPECT_NEAR(r.radius, 2, 0.2);
    }
  EXPECT_NEAR(radius[1][1] / radius[1][0], 1, 0.02);
  EXPECT_NEAR(radius[0][0] / radius[1][0], 1, 0.02);
}

TEST_F(FluidWavesTest, WallsHoldThemBack) {
  fluid::FluidSettings s = pond(Kind::wall, 1.0);
  s.obstacles = {{.kind = fluid::FluidObstacle::Kind::box, .center = {1, 0}, .size = {0.3, 12}}};
  s.displacement = 0;
  s.waves.drops = {.radius = 0.5, .depth = 0.02, .neutral = false};
  s.emitters = {{.center = {-1, 0}, .radius = 0.5, .end = 0.99, .drops = 10}};
  make(s);
  auto volume = [this] {
    double sum = 0;
    for (float v : field("height")) sum += static_cast<double>(v);
    return sum;
  };
  advance(0.05, 20);
  const double poured = volume();
  EXPECT_LT(poured, -1);
  advance(0.05, 60);
  EXPECT_NEAR(volume() / poured, 1, 1e-3) << "what meets a wall comes back";
  const std::vector<float> h = field("height");
  double before = 0, behind = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double x = 0.1 * (static_cast<double>(i % n) + 0.5) - 4.8;
    double& side = x < 0.8 ? before : behind;
    if (x < 0.8 || x > 1.2) side = std::max(side, std::abs(static_cast<double>(h[i])));
  }
  EXPECT_GT(before, 1e-3);
  EXPECT_EQ(behind, 0);
}

// A lasting eddy has the dent of its pressure, and long steps remain bounded.
TEST_F(FluidWavesTest, ThePressureShapesTheSurface) {
  for (double dt : {0.1, 0.5}) {
    std::vector<float> plain;
    for (double speed : {0.0, 1.5}) {
      fluid::FluidSettings s = pond(Kind::slip, speed);
      s.waves.damping = 1.5;
      s.displacement = 0.05;
      s.relief = 2;
      s.initial = {{.kind = fluid::FluidShape::Kind::vortex, .radius = 1.2, .speed = 0.5}};
      make(s);
      advance(dt, static_cast<int>(8 / dt));
      if (plain.empty()) plain = field("height");
    }
    const std::vector<float> h = field("height");
    double means[2] = {0, 0}, square = 0, wrong = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      means[0] += static_cast<double>(plain[i]) / (n * n);
      means[1] += static_cast<double>(h[i]) / (n * n);
    }
    for (std::size_t i = 0; i < h.size(); ++i) {
      const double want = static_cast<double>(plain[i]) - means[0], got = static_cast<double>(h[i]) - means[1];
      square += want * want;
      wrong += (got - want) * (got - want);
    }
    EXPECT_NEAR(means[1], 0, 1e-5);
    EXPECT_GT(std::sqrt(square) / n, 5e-4);
    EXPECT_LT(std::sqrt(wrong / square), dt < 0.2 ? 0.1 : 0.5) << "dt " << dt;
  }
}

TEST_F(FluidWavesTest, DropsFallAtTheirRate) {
  fluid::FluidSettings s = pond(Kind::periodic, 0.01);
  s.waves.drops = {.rate = 20, .radius = 0.25, .depth = 0.02, .neutral = false};
  make(s);
  advance(0.05, 100);
  double volume = 0;
  for (float h : field("height")) volume -= static_cast<double>(h) * 0.01;
  const double drop = 0.5 * 3.14159 * 0.25 * 0.25 * 0.02;  // paraboloid
  EXPECT_NEAR(volume / drop, 100, 12);
}

}  // namespace undine
