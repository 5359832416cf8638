// Bodies that sink and rise in particle water, against the motion predicted by added mass and drag.
#include <cmath>
#include <numbers>

#include "tests/support/body_runner.h"
#include "tests/support/constants.h"

namespace undine {
namespace {

using test::gravity;
constexpr double water_density = 1000;

struct Resistance {
  double volume, added, drag;  // m³, added over displaced mass, drag coefficient times area
};

Resistance of_ball(double radius) {
  const double area = std::numbers::pi * radius * radius;
  return {4.0 / 3 * area * radius, 0.5, 0.4 * area};
}

// (rho_b + rho k) V dv/dt = -(rho_b - rho) V g - rho / 2 C_d A |v| v: heights above the start after each of `steps`,
// by the midpoint rule.
std::vector<double> predicted(double density, const Resistance& r, double step, int steps) {
  const auto acceleration = [&](double v) {
    const double force =
        -(density - water_density) * r.volume * gravity - 0.5 * water_density * r.drag * std::abs(v) * v;
    return force / ((density + r.added * water_density) * r.volume);
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
  // Tank 2.4 diameters wide and deep enough for the distance `way`; the ball starts near the surface if it sinks,
  // else near the floor.
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
  // Compares the distance with the prediction at a quarter, a half and all of `way`, within 15 %. Checks that the
  // motion does not start in the wrong direction.
  void follow(const std::string& model, const Ball& b, double way) {
    release(model, b, way);
    const std::vector<double> expected = predicted(b.density, of_ball(b.radius), step, 200);
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
  // Lets a body of 1,500 kg/m³ and about 0.2 m sink by 0.3 m, in a tank 0.64 m wide.
  void sink(const std::string& model, const std::string& shape, const Resistance& r) {
    height = 0.55;
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}},
      "water": [{{"name": "w", "solver": "sph", "model": "{}", "spacing": 0.04,
        "domain": {{"min": [-0.32, 0, -0.32], "max": [0.32, 0.96, 0.32]}},
        "fluid": [{{"box": {{"min": [-0.32, 0, -0.32], "max": [0.32, 0.8, 0.32]}}}}]}}],
      "bodies": [{{{}, "density": 1500, "position": [0, 0.55, 0]}}]}})",
                          step, model, shape));
    const std::vector<double> expected = predicted(1500, r, step, 200);
    std::size_t at = 0;
    for (const double part : {0.08, 0.3}) {
      std::size_t next = at;
      while (-expected.at(next) < part) ++next;
      advance(static_cast<int>(next - at));
      at = next;
      EXPECT_NEAR(moved() / expected[at], 1, 0.15) << model << " " << shape << " after " << part << " m";
    }
  }
  double height = 0;
};

TEST_F(SphSinkingTest, BallsFollowAddedMassAndDrag) {
  follow("incompressible", {500, 0.1, 0.04}, 0.08);
  follow("compressible", {1500, 0.1, 0.04, {0.013, 0.007, -0.01}}, 0.06);
}

// `long`: the whole distance, at 2.5 and at 4 spacings.
TEST_F(SphSinkingTest, BallsFollowForThirtyCentimeters) {
  for (const char* model : {"incompressible", "compressible"})
    for (const double spacing : {0.04, 0.025})
      for (const double density : {500, 1100, 1500, 3000}) follow(model, {density, 0.1, spacing}, 0.3);
}

// Added mass of [DNV-RP-C205] for a cube and of potential flow for a cylinder, drag of [Hoerner 1965].
TEST_F(SphSinkingTest, CratesAndCylindersFollowAddedMassAndDrag) {
  const double disc = std::numbers::pi * 0.01;
  sink("incompressible", R"("shape": "box", "size": [0.2, 0.2, 0.2])", {0.008, 0.66, 1.05 * 0.04});
  sink("compressible", R"("shape": "cylinder", "radius": 0.1, "length": 0.2)", {0.2 * disc, 0.585, 0.9 * disc});
}

// A ball that falls through weightless water at rest transfers its momentum loss to the water.
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
