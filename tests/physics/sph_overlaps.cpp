// Overlapping initial shapes of water, and waters far from the origin.
#include <cmath>

#include "passes/sph/sph_settings.h"
#include "tests/support/refused.h"
#include "tests/support/wave_runner.h"

namespace undine {
namespace {

struct SphOverlaps : test::WaveTest {
  double closest_pair() {
    const auto x = field("position");
    double least = 1e30;
    for (std::size_t i = 0; i < x.size(); i += 3)
      for (std::size_t j = 0; j < i; j += 3)
        least = std::min(least, std::hypot(static_cast<double>(x[i] - x[j]), static_cast<double>(x[i + 1] - x[j + 1]),
                                           static_cast<double>(x[i + 2] - x[j + 2])));
    return least;
  }
  double farthest() {
    const auto x = field("position");
    double most = 0;
    for (std::size_t i = 0; i < x.size(); i += 3)
      most = std::max(
          most, std::hypot(static_cast<double>(x[i]), static_cast<double>(x[i + 1]), static_cast<double>(x[i + 2])));
    return most;
  }
  static SceneContext weightless() {
    SceneContext context;
    context.gravity = 0;
    return context;
  }
};

// Three balls with centers 2.1 spacings apart and lattices that do not match: one drop of 6.3 spacings. Surface
// tension makes it round (radius 0.148 m by its volume) and holds it together.
TEST_F(SphOverlaps, BallsBecomeOneDrop) {
  sph::SphSettings s;
  s.spacing = 0.025;
  s.surface_tension = 3;
  const double radius = 0.15;
  s.stiffness = 2700 * s.surface_tension / (1000 * radius);
  s.domain = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
  s.fluid.clear();
  for (const double x : {0.0, 0.35, -0.35})
    s.fluid.push_back(sph::SphFluid{.sphere = sph::SphSphere{{x * radius, 0, 0}, 0.9 * radius}});
  make(s, weightless());
  EXPECT_GT(closest_pair(), 0.79 * s.spacing);
  advance(0.01, 60);
  EXPECT_LT(farthest(), 1.3 * radius);
  EXPECT_TRUE(stats().warnings.empty());
}

// Boxes with lattices 0.3 spacings apart along each axis, and a ball in a box.
TEST_F(SphOverlaps, BoxesAndBallsLeaveNoParticleBesideAnother) {
  for (const bool ball : {false, true}) {
    sph::SphSettings s;
    s.spacing = 0.05;
    s.domain = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
    const glm::dvec3 off(0.015);
    s.fluid = {sph::SphFluid{.box = sph::SphBox{glm::dvec3(-0.3), glm::dvec3(0.1)}}};
    if (ball)
      s.fluid.push_back(sph::SphFluid{.sphere = sph::SphSphere{glm::dvec3(0.115), 0.2}});
    else
      s.fluid.push_back(sph::SphFluid{.box = sph::SphBox{glm::dvec3(-0.1) + off, glm::dvec3(0.3) + off}});
    make(s, weightless());
    EXPECT_GT(closest_pair(), 0.79 * s.spacing) << ball;
  }
}

TEST_F(SphOverlaps, WatersFartherThanTheirResolutionAreRefused) {
  sph::SphSettings s;
  s.spacing = 0.01;
  s.domain = {{9000, 0, 0}, {9001, 1, 1}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{9000, 0, 0}, {9000.2, 0.2, 0.2}}}};
  test::expect_refused([&] { s.create(state, {.name = "a"}); }, {"domain", "9000", "20000 spacings", "200 m"});
  s.domain = {{198, 0, 0}, {199, 1, 1}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{198, 0, 0}, {198.2, 0.2, 0.2}}}};
  EXPECT_NO_THROW(s.create(state, {.name = "b"}));
}

}  // namespace
}  // namespace undine
