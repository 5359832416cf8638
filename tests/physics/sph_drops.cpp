// Weightless drops of particles, held together by surface tension only.
#include <cmath>
#include <numbers>

#include "passes/sph/sph_settings.h"
#include "tests/support/refused.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphDrops : test::WaveTest {
  // Center of mass; and the variance along x minus that across.
  struct Shape {
    glm::dvec3 middle{0};
    double length = 0;
  };
  Shape shape() {
    const auto x = field("position");
    const auto n = static_cast<double>(x.size() / 3);
    glm::dvec3 sum(0), squares(0);
    for (std::size_t i = 0; i < x.size(); i += 3) {
      const glm::dvec3 p(x[i], x[i + 1], x[i + 2]);
      sum += p / n;
      squares += p * p / n;
    }
    squares -= sum * sum;
    return {sum, squares.x - 0.5 * (squares.y + squares.z)};
  }
};

// A block of water oscillates about a sphere: half a period between passages, T = 2 pi sqrt(density R^3 / (8
// tension)) [Lamb 1932, art. 275], to the 10 % accuracy of the tension's calibration.
TEST_F(SphDrops, SwingWithLambsPeriod) {
  sph::SphSettings s;
  s.spacing = 0.02;
  s.stiffness = 160;
  s.surface_tension = 8;
  s.damping = 0.02;
  s.domain = {{-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.13, -0.1, -0.1}, {0.13, 0.1, 0.1}}}};
  SceneContext context;
  context.gravity = 0;
  make(s, context);
  const double dt = 0.02, radius = std::cbrt(3 * 0.26 * 0.2 * 0.2 / (4 * std::numbers::pi));
  const double lamb = 2 * std::numbers::pi * std::sqrt(1000 * std::pow(radius, 3) / (8 * 8));
  std::vector<double> passages;
  double before = shape().length;
  const double first = before;
  for (int i = 1; i <= 100 && passages.size() < 3; ++i) {
    advance(dt, 1);
    const double now = shape().length;
    if (now * before < 0) passages.push_back(dt * (i - now / (now - before)));
    before = now;
  }
  ASSERT_EQ(passages.size(), 3u);
  EXPECT_NEAR((passages[2] - passages[0]) / lamb, 1, 0.1);
  EXPECT_NEAR(passages[0] / lamb, 0.4, 0.15);  // a quarter, plus the time in which a block becomes round
  EXPECT_LT(std::abs(shape().length), 0.5 * first);
  EXPECT_LT(glm::length(shape().middle), 1e-3 * radius);
}

// Without gravity, speed or an explicit stiffness, blocks become drops and stay in one piece, from a radius of five
// spacings up.
TEST_F(SphDrops, HoldTogetherFromFiveSpacingsUp) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible})
    for (const glm::dvec3& count : {glm::dvec3(9, 8, 8), glm::dvec3(12, 9, 9)}) {
      sph::SphSettings s;
      s.model = model;
      s.spacing = 0.025;
      s.surface_tension = 3;
      s.domain = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
      const glm::dvec3 half = 0.5 * s.spacing * count;
      s.fluid = {sph::SphFluid{.box = sph::SphBox{-half, half}}};
      SceneContext context;
      context.gravity = 0;
      make(s, context);
      advance(0.01, 100);
      const double radius = s.spacing * std::cbrt(3 * count.x * count.y * count.z / (4 * std::numbers::pi));
      const auto x = field("position");
      const glm::dvec3 middle = shape().middle;
      double farthest = 0;
      for (std::size_t i = 0; i < x.size(); i += 3)
        farthest = std::max(farthest, glm::length(glm::dvec3(x[i], x[i + 1], x[i + 2]) - middle));
      EXPECT_LT(farthest, 1.3 * radius) << count.x << ' ' << static_cast<int>(model);
      EXPECT_TRUE(stats().warnings.empty());
    }
}

TEST_F(SphDrops, WaterTooSoftForItsTensionIsRefused) {
  sph::SphSettings s;
  s.spacing = 0.025;
  s.surface_tension = 3;
  s.stiffness = 1;
  test::expect_refused([&] { s.create(state, {.name = "a"}); }, {"stiffness", "surface tension"});
}

}  // namespace undine
