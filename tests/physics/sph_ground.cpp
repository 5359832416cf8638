// Particles over a terrain.
#include <algorithm>

#include "engine/core/error.h"
#include "passes/grid/heightmap.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphGround : test::WaveTest {
  template <class Height>
  static SceneContext over(Height&& height) {
    SceneContext context;
    Heightmap map{.nx = 81, .nz = 41, .size = {2, 1}, .origin = {0, 0, 0.5}};
    for (std::uint32_t j = 0; j < map.nz; ++j)
      for (std::uint32_t i = 0; i < map.nx; ++i)
        map.height.push_back(static_cast<float>(height(-1 + 0.025 * i, 0.025 * j)));
    context.terrain = std::move(map);
    return context;
  }
  static sph::SphSettings settings() {
    sph::SphSettings s;
    s.collide = sph::SphCollide::terrain;
    s.spacing = 0.05;
    s.domain = {{-1, 0, 0}, {1, 1, 1}};
    return s;
  }
  static sph::SphFluid one(glm::dvec3 at, glm::dvec3 velocity = {}) {
    return {.box = sph::SphBox{at - 0.03, at + 0.03}, .velocity = velocity};
  }
};

TEST_F(SphGround, NoParticleGetsUnderIt) {
  const auto hills = [](double x, double z) { return 0.15 + 0.12 * std::sin(7 * x) * std::cos(9 * z) + 0.05 * x; };
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible})
    for (double restitution : {1.0, 1.7}) {
      sph::SphSettings s = settings();
      s.model = model;
      s.restitution = restitution;
      s.compressibility = 0.1;
      s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.5, 0.4, 0.3}, {0, 0.7, 0.7}}, .velocity = {1, -1, 0}}};
      const SceneContext context = over(hills);
      make(s, context);
      for (int i = 0; i < 10; ++i) {
        advance(0.05, 1);
        const auto x = field("position");
        ASSERT_EQ(x.size(), 3u * 480);
        double deepest = 1;
        for (std::size_t k = 0; k < x.size(); k += 3)
          deepest = std::min(deepest, x[k + 1] - grid::terrain_height(*context.terrain, x[k], x[k + 2]));
        EXPECT_GT(deepest, -1e-5);
      }
    }
}

// Small case of a manual run of 100,000 steps (docs/solvers.md): particles are conserved, stay in the domain and
// above the ground, and are finite.
TEST_F(SphGround, LongRunsLoseNothing) {
  const auto hills = [](double x, double z) { return 0.15 + 0.12 * std::sin(7 * x) * std::cos(9 * z) + 0.05 * x; };
  sph::SphSettings s = settings();
  s.spacing = 0.08;
  s.compressibility = 0.1;
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.9, 0.3, 0.1}, {0.1, 0.7, 0.9}}}};
  const SceneContext context = over(hills);
  make(s, context);
  const std::size_t count = field("id").size();
  advance(0.002, 3000);
  const auto x = field("position"), v = field("velocity");
  auto id = field("id");
  std::ranges::sort(id);
  ASSERT_EQ(id.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(id[i], static_cast<float>(i));
    for (std::size_t a = 0; a < 3; ++a) {
      const int axis = static_cast<int>(a);
      EXPECT_TRUE(std::isfinite(v[3 * i + a]));
      EXPECT_GE(x[3 * i + a], static_cast<float>(s.domain.min[axis]));
      EXPECT_LE(x[3 * i + a], static_cast<float>(s.domain.max[axis]));
    }
    EXPECT_GT(x[3 * i + 1], grid::terrain_height(*context.terrain, x[3 * i], x[3 * i + 2]) - 1e-5);
  }
  EXPECT_EQ(stats().overflow, 0);
}

TEST_F(SphGround, ElasticGroundThrowsBackAndDeadGroundDoesNot) {
  for (double restitution : {1.0, 2.0}) {
    sph::SphSettings s = settings();
    s.restitution = restitution;
    s.compressibility = 0.001;
    s.fluid = {one({0, 0.6, 0.5})};
    make(s, over([](double, double) { return 0.1; }));
    advance(0.01, 60);  // down in 0.32 s, up again by 0.6 s
    const float y = field("position")[1];
    if (restitution > 1.5)
      EXPECT_NEAR(y, 0.59, 0.02);
    else
      EXPECT_NEAR(y, 0.1, 1e-4);
  }
}

// A slope of 45 degrees deflects a falling particle sideways, at its speed.
TEST_F(SphGround, SlopesTurnTheWay) {
  sph::SphSettings s = settings();
  s.restitution = 2;
  s.gravity = 1e-6;
  s.stiffness = 400;
  s.fluid = {one({0, 0.8, 0.5}, {0, -2, 0})};
  make(s, over([](double x, double) { return 0.5 - 0.5 * x; }));
  advance(0.02, 15);
  const auto v = field("velocity");
  // Slope 1/2: the normal is (1, 2) / sqrt 5.
  EXPECT_NEAR(v[0], 1.6, 1e-3);
  EXPECT_NEAR(v[1], 1.2, 1e-3);
  EXPECT_NEAR(v[2], 0, 1e-5);
}

// Continuous collision detection finds a wall thinner than the travel of a sub-step.
TEST_F(SphGround, ThinRidgesAreNotJumpedOver) {
  sph::SphSettings s = settings();
  s.cfl = 1;
  s.spacing = 0.24;
  s.domain.max.y = 1;
  s.gravity = 1e-6;
  s.model = sph::SphModel::incompressible;
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.52, 0.25, 0.38}, {-0.28, 0.49, 0.62}}, .velocity = {100, 0, 0}}};
  make(s, over([](double x, double) { return std::abs(x) < 0.02 ? 0.9 : 0.0; }));
  advance(0.004, 3);
  EXPECT_LT(field("position")[0], 0.03);
}

TEST_F(SphGround, CollidingWithNoTerrainIsRefused) { EXPECT_THROW(settings().create(state, {.name = "a"}), Error); }

}  // namespace undine
