// Field bodies.water: the force of the water on a body is what changes its momentum, beside gravity.
#include <cmath>
#include <numbers>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesForce : public test::BodyTest {
 protected:
  static constexpr double step = 1.0 / 200, gravity = 9.81;
  // Drops a ball without added mass, turning, and compares its momentum with the sum of the forces.
  void expect_momentum(const std::string& water, double radius, int steps) {
    SCOPED_TRACE(water);
    const double mass = 600 * 4.0 / 3 * std::numbers::pi * std::pow(radius, 3);
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}}, "water": [{{"name": "w", {}}}],
      "bodies": [{{"shape": "sphere", "radius": {}, "density": 600, "added_mass": 0, "position": [0, {}, 0],
                  "velocity": [0.3, -0.5, 0], "angular_velocity": [0, 0, 2]}}]}})",
                          step, water, radius, 0.6 * radius));
    const bodies::BodyState begin = state();
    glm::dvec3 impulse(0);
    double most = 0;
    for (int i = 0; i < steps; ++i) {
      advance(1);
      const std::vector<float> force = field("bodies.water");
      ASSERT_EQ(force.size(), 6u);
      impulse += step * glm::dvec3(force[0], force[1], force[2]);
      most = std::max(most, std::abs(static_cast<double>(force[1])));
    }
    const glm::dvec3 change = mass * (glm::dvec3(state().velocity) - glm::dvec3(begin.velocity));
    const glm::dvec3 wanted = change + glm::dvec3(0, mass * gravity * steps * step, 0);
    EXPECT_GT(most, 0.5 * mass * gravity) << "the water carries it";
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(impulse[k], wanted[k], 2e-4 * glm::length(wanted)) << k;
  }
};

TEST_F(BodiesForce, ChangesTheMomentum) {
  const std::string grid = R"("cells": [32, 32], "size": [4, 4], )";
  const std::string deep = grid + R"("origin": [0, -1.5, 0], "initial": [{"shape": "level", "level": 0}], )";
  expect_momentum(grid + R"("solver": "wave", "speed": 2)", 0.3, 150);
  expect_momentum(deep + R"("solver": "shallow")", 0.3, 150);
  expect_momentum(deep + R"("solver": "pipes")", 0.3, 150);
  for (const char* model : {"incompressible", "compressible"})
    expect_momentum(fmt::format(R"("solver": "sph", "model": "{}", "spacing": 0.1,
      "domain": {{"min": [-0.6, -0.6, -0.6], "max": [0.6, 1, 0.6]}},
      "fluid": [{{"box": {{"min": [-0.6, -0.6, -0.6], "max": [0.6, -0.15, 0.6]}}}}])",
                                model),
                    0.2, 60);
}

}  // namespace
}  // namespace undine
