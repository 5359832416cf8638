// Obstacles as thin as a cell or thinner, at any angle: flow, dye and forces of emitters stay on their side.
#include <functional>
#include <numbers>

#include "engine/scene/scene.h"
#include "tests/support/fluid_runner.h"

namespace undine::test {

class FluidCorners : public FluidTest {
 protected:
  // Mask of n x n pixels, solid along one diagonal.
  std::filesystem::path diagonal(std::uint32_t n, bool falling) {
    std::vector<float> pixels(std::size_t{n} * n, 0.0f);
    for (std::uint32_t k = 0; k < n; ++k) pixels[std::size_t{k} * n + (falling ? k : n - 1 - k)] = 1;
    return array(fmt::format("mask{}{}.npy", n, falling), n, n, pixels);
  }
  // Emitter on one side of a line through the center at `degrees` from +x towards +z.
  fluid::FluidSettings pushed(std::uint32_t n, double degrees) {
    fluid::FluidSettings s;
    s.cells = {n, n};
    s.size = {32, 32};
    const double angle = degrees * std::numbers::pi / 180;
    const glm::dvec2 aside(std::sin(angle), -std::cos(angle));
    s.emitters = {{.center = 9.0 * aside, .velocity = -7.0 * aside, .radius = 3, .push = 10, .dye = {4, 1, 0}}};
    return s;
  }
  void expect_tight(const fluid::FluidSettings& s, double degrees, double thickness, SceneContext context = {}) {
    make(s, context);
    advance(0.02, 100);
    const auto u = field("velocity"), dye = field("dye");
    const double angle = degrees * std::numbers::pi / 180;
    double fastest = 0, beyond = 0, leaked = 0, all = 0;
    const std::size_t n = s.cells.x, channels = s.dye.channels;
    for (std::size_t i = 0; i < n * n; ++i) {
      const glm::dvec2 at = (glm::dvec2(i % n, i / n) + 0.5) * s.cell() - 0.5 * s.size;
      const double side = at.x * std::sin(angle) - at.y * std::cos(angle);
      const double speed = std::hypot(u[2 * i], u[2 * i + 1]),
                   stained = std::abs(static_cast<double>(dye[channels * i]));
      fastest = std::max(fastest, speed);
      all += stained;
      if (side > -thickness) continue;
      beyond = std::max(beyond, speed);
      leaked += stained;
    }
    EXPECT_GT(fastest, 2);
    EXPECT_GT(all, 1);
    EXPECT_LT(beyond, 2e-3 * fastest);
    EXPECT_EQ(leaked, 0);
  }
  using Advection = fluid::FluidSettings::Advection;
};

TEST_F(FluidCorners, DiagonalMasksHoldFlowAndDye) {
  for (const Advection advection : {Advection::semi_lagrangian, Advection::maccormack})
    for (const bool falling : {true, false}) {
      SCOPED_TRACE(fmt::format("advection {}, falling {}", static_cast<int>(advection), falling));
      fluid::FluidSettings s = pushed(32, falling ? 45 : -45);
      s.advection = advection;
      s.mask = diagonal(32, falling);
      expect_tight(s, falling ? 45 : -45, 1.5);
    }
}

TEST_F(FluidCorners, DiffusionAndRipplesStopAtTouchingCorners) {
  fluid::FluidSettings s = pushed(32, 45);
  s.mask = diagonal(32, true);
  s.viscosity = 0.05;
  s.diffusion = 0.05;
  s.vorticity = 0.2;
  s.dye.conservative = true;
  expect_tight(s, 45, 1.5);
}

// Pixels larger or smaller than cells, also by a fraction.
TEST_F(FluidCorners, MasksOfAnyResolutionHold) {
  for (const std::uint32_t pixels : {16u, 48u, 64u, 25u}) {
    SCOPED_TRACE(pixels);
    fluid::FluidSettings s = pushed(32, 45);
    s.advection = Advection::maccormack;
    s.mask = diagonal(pixels, true);
    expect_tight(s, 45, 32.0 / std::min(pixels, 32u) * 1.5);
  }
}

TEST_F(FluidCorners, ThinCapsulesHold) {
  for (const double degrees : {45.0, 17.0, 90.0, -63.0}) {
    SCOPED_TRACE(degrees);
    fluid::FluidSettings s = pushed(40, degrees);
    fluid::FluidObstacle wall{.kind = fluid::FluidObstacle::Kind::capsule};
    wall.radius = 0.3 * s.cell().x;
    wall.length = 60;
    wall.angle = degrees;
    s.obstacles = {wall};
    expect_tight(s, degrees, 1.5 * s.cell().x);
  }
}

TEST_F(FluidCorners, ThinSolidMeshesHold) {
  for (const double degrees : {45.0, 30.0, -20.0}) {
    SCOPED_TRACE(degrees);
    fluid::FluidSettings s = pushed(40, degrees);
    Scene scene;
    MeshSettings wall{.shape = MeshSettings::Shape::box, .size = {60, 4, 0.6 * s.cell().x}, .rotate = {0, -degrees, 0}};
    wall.solid = true;
    scene.meshes = {wall};
    SceneContext context;
    context.scene = &scene;
    expect_tight(s, degrees, 1.5 * s.cell().x, context);
  }
}

// A disc across a wall applies its force only on the side of its center.
TEST_F(FluidCorners, EmittersDoNotReachThroughWalls) {
  for (const double degrees : {45.0, 80.0}) {
    fluid::FluidSettings s = pushed(32, degrees);
    const double angle = degrees * std::numbers::pi / 180;
    s.emitters[0].center = 3.0 * glm::dvec2(std::sin(angle), -std::cos(angle));
    s.emitters[0].radius = 8;
    fluid::FluidObstacle wall{.kind = fluid::FluidObstacle::Kind::capsule};
    wall.radius = 0.3;
    wall.length = 60;
    wall.angle = degrees;
    s.obstacles = {wall};
    expect_tight(s, degrees, 1.5);
  }
}

// A post of one cell in the middle of a channel blocks the flow: the flow is at rest behind it.
TEST_F(FluidCorners, PostsOfACellStandInTheFlow) {
  fluid::FluidSettings s;
  using Kind = fluid::FluidEdge::Kind;
  s.cells = {32, 16};
  s.size = {4, 2};
  s.edges = {{Kind::inflow, {1, 0}}, {Kind::outflow}, {Kind::slip}, {Kind::slip}};
  fluid::FluidObstacle post;
  post.center = {0.0625, 0.0625};
  post.radius = 0.6 * s.cell().x;
  s.obstacles = {post};
  make(s);
  advance(0.02, 100);
  const auto u = field("velocity");
  const std::size_t at = 8 * 32 + 16;
  EXPECT_NEAR(u[2 * at], 0, 1e-6);
  EXPECT_LT(u[2 * (at + 1)], 0.6);
  EXPECT_GT(u[2 * (at - 32 * 2)], 1.02);
}

}  // namespace undine::test
