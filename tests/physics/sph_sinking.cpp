// Balls that sink and rise in water of particles, against the motion that added mass and drag predict.
#include <cmath>
#include <numbers>

#include "tests/support/body_runner.h"
#include "tests/support/constants.h"

namespace undine {
namespace {

using test::gravity;
constexpr double water_density = 1000;

// (rho_b + rho / 2) V dv/dt = -(rho_b - rho) V g - rho / 2 C_d A |v| v, C_d = 0.4: heights over the beginning after
// each of `steps`, by the midpoint rule.
std::vector<double> predicted(double density, double radius, double step, int steps) {
  const double area = std::numbers::pi * radius * radius, volume = 4.0 / 3 * area * radius;
  const auto acceleration = [&](double v) {
    const double force =
        -(density - water_density) * volume * gravity - 0.5 * water_density * 0.4 * area * std::abs(v) * v;
    return force / ((density + 0.5 * water_density) * volume);
  };
  constexpr int parts = 50;
  std::vector<double> out{0};
  double y = 0, v = 0;
  for (int k = 0; k < steps * parts; ++k) {
    const double dt = step / parts, middle = v + 0.5 * dt * acceleration(v);
    y += dt * middle;
    v += dt * acceleration(middle);
    if ((k + 1) % parts == 0) out.push_back(y);
  }
  return out;
}

struct Ball {
  double density, radius, spacing;
  glm::dvec3 off{0};
};

struct SphSinkingTest : test::BodyTest {
  static constexpr double step = 0.01;
  // A tank 2.4 diameters wide and as deep as its way asks for; the ball starts near the surface where it sinks, else
  // near the floor.
  void release(const std::string& model, const Ball& b, double way) {
    const double half = std::round(2.4 * b.radius / b.spacing) * b.spacing;
    const double depth = std::round(std::max(7.0, way / b.radius + 5) * b.radius / b.spacing) * b.spacing;
    height = b.density > water_density ? depth - 2.2 * b.radius : 2 * b.radius;
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}},
      "water": [{{"name": "w", "solver": "sph", "model": "{}", "spacing": {},
        "domain": {{"min": [{}, 0, {}], "max": [{}, {}, {}]}},
        "fluid": [{{"box": {{"min": [{}, 0, {}], "max": [{}, {}, {}]}}}}]}}],
      "bodies": [{{"shape": "sphere", "radius": {}, "density": {}, "position": [{}, {}, {}]}}]}})",
                          step, model, b.spacing, -half, -half, half, depth + 4 * b.spacing, half, -half, -half, half,
                          depth, half, b.radius, b.density, b.off.x, height + b.off.y, b.off.z));
    height += b.off.y;
  }
  double moved() { return static_cast<double>(state().position.y) - height; }
  // Compares the way with the prediction where that has gone a quarter, a half and all of `way`, within 15 %, and looks
  // for a start the wrong way.
  void follow(const std::string& model, const Ball& b, double way) {
    release(model, b, way);
    const std::vector<double> expected = predicted(b.density, b.radius, step, 200);
    const double sign = b.density > water_density ? -1 : 1;
    std::size_t at = 0;
    for (const double part : {0.02, 0.25, 0.5, 1.0}) {
      std::size_t next = at;
      while (sign * expected.at(next) < part * way) ++next;
      advance(static_cast<int>(next - at));
      at = next;
      const std::string what = fmt::format("{} {} kg/m³ r {} spacing {} after {} s", model, b.density, b.radius,
                                           b.spacing, step * static_cast<double>(at));
      if (part < 0.1)
        EXPECT_GT(sign * moved(), -0.003) << what;
      else
        EXPECT_NEAR(moved() / expected[at], 1, 0.15) << what;
    }
  }
  double height = 0;
};

TEST_F(SphSinkingTest, BallsFollowAddedMassAndDrag) {
  follow("incompressible", {500, 0.1, 0.04}, 0.08);
  follow("compressible", {1500, 0.1, 0.04, {0.013, 0.007, -0.01}}, 0.06);
}

// `long`: the whole way, on 2.5 and on 4 spacings.
TEST_F(SphSinkingTest, BallsFollowForThirtyCentimeters) {
  for (const char* model : {"incompressible", "compressible"})
    for (const double spacing : {0.04, 0.025})
      for (const double density : {500, 1100, 1500, 3000}) follow(model, {density, 0.1, spacing}, 0.3);
}

// A ball that falls through weightless water at rest gives the water what it loses.
TEST_F(SphSinkingTest, MomentumIsKept) {
  for (const char* model : {"incompressible", "compressible"}) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "gravity": 0, "clock": {{"step": 0.005}},
      "water": [{{"name": "w", "solver": "sph", "model": "{}", "spacing": 0.04, "stiffness": {},
        "domain": {{"min": [-1, -1, -1], "max": [1, 1, 1]}}, "fluid": [{{"sphere": {{"center": [0, 0, 0], "radius": 0.3}}}}]}}],
      "bodies": [{{"shape": "sphere", "radius": 0.08, "density": 2000, "position": [0, 0, 0], "velocity": [0.5, 0, 0]}}]}})",
                          model, std::string(model) == "compressible" ? 100 : 0));
    constexpr double particle = water_density * 0.04 * 0.04 * 0.04;
    const double ball = 2000 * 4.0 / 3 * std::numbers::pi * std::pow(0.08, 3);
    advance(30);
    glm::dvec3 sum = ball * glm::dvec3(state().velocity);
    const auto v = field(".velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) sum += particle * glm::dvec3(v[i], v[i + 1], v[i + 2]);
    EXPECT_LT(state().velocity.x, 0.49f) << model;
    EXPECT_LT(glm::distance(sum, glm::dvec3(0.5 * ball, 0, 0)), 2e-4 * 0.5 * ball) << model;
  }
}

}  // namespace
}  // namespace undine
