// Symmetric hulls keep their course, and spheres heave with their natural period.
#include <cmath>
#include <numbers>

#include "tests/support/body_runner.h"
#include "tests/support/hull_mesh.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

using std::numbers::pi;

class BodiesCourse : public test::BodyTest {
 protected:
  // Driven along x in the middle of a water; returns the distance along x, the largest lateral distance and the yaw.
  glm::dvec3 drive(const std::string& solver, const std::string& body, double seconds, double height) {
    const std::string water =
        solver == "wave" ? R"("cells": [120, 40], "size": [48, 16], "speed": 3)"
                         : R"("cells": [96, 32], "size": [48, 16], "initial": [{"shape": "level", "level": 2}])";
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.016666667}},
      "water": [{{"name": "w", "solver": "{}", {}}}],
      "bodies": [{{{}, "position": [-18, {}, 0]}}]}})",
                          solver, water, body, height + (solver == "wave" ? 0 : 2)),
              folder_.file("test.json"));
    const glm::vec4 start = state().rotation;
    glm::dvec3 out(0);
    for (int i = 0; i < seconds * 60; i += 30) {
      advance(30);
      const bodies::BodyState s = state();
      const glm::quat turn = glm::quat(s.rotation.w, s.rotation.x, s.rotation.y, s.rotation.z) *
                             glm::conjugate(glm::quat(start.w, start.x, start.y, start.z));
      out.x = static_cast<double>(s.position.x) + 18;
      out.y = std::max(out.y, std::abs(static_cast<double>(s.position.z)));
      out.z = std::max(out.z, std::abs(2 * std::atan2(static_cast<double>(turn.y), static_cast<double>(turn.w))));
    }
    return out;
  }

  test::TempFolder folder_;
};

TEST_F(BodiesCourse, SymmetricHullsDoNotVeer) {
  test::write_gltf(folder_.file("boat.gltf"), test::tub({2, 0.6, 1}, 0.05, false));
  const std::string bodies[] = {
      R"("size": [2, 0.6, 1], "density": 500, "thrust": 700)",
      R"("shape": "capsule", "radius": 0.3, "length": 2, "density": 500, "rotation": [0, 0, 90], "velocity": [3, 0, 0])",
      R"("shape": "mesh", "gltf": "boat.gltf", "density": 2000, "thrust": 500)"};
  for (const auto& [solver, i] :
       {std::pair("wave", 0), {"wave", 1}, {"wave", 2}, {"shallow", 0}, {"shallow", 2}, {"pipes", 1}}) {
    const std::string& body = bodies[i];
    SCOPED_TRACE(std::string(solver) + " " + body);
    const glm::dvec3 way = drive(solver, body, 4, 0);
    EXPECT_GT(way.x, 2);
    EXPECT_LT(way.y, 0.003);
    EXPECT_LT(way.z, glm::radians(0.1));
  }
}

// Period of a half submerged sphere released at `lift` over its rest: buoyancy of a segment, in small steps.
double heave_period(double radius, double added, double lift) {
  const double mass = 2000.0 / 3 * pi * radius * radius * radius, dt = 1e-5 * std::sqrt(radius);
  std::vector<double> y;
  double z = lift, v = 0;
  for (int i = 0; y.size() < 3000; ++i) {
    const double depth = radius - z, water = 1000 * pi * depth * depth * (radius - depth / 3);
    v += dt * 9.81 * (water - mass) / (mass + added * water);
    z += dt * v;
    if (i % 200 == 0) y.push_back(z);
  }
  return test::period(y, 200 * dt, 0);
}

TEST_F(BodiesCourse, SpheresHeaveWithTheirPeriod) {
  struct Case {
    double radius, added, lift;
  };
  for (const auto& [radius, added, lift] : {Case{0.25, 0, 0.02}, {0.25, 0.5, 0.2}, {5, 0, 0.2}, {5, 0.5, 0.02}}) {
    SCOPED_TRACE(fmt::format("{} m, added mass {}, {} of it lifted", radius, added, lift));
    const double wanted = heave_period(radius, added, lift * radius), step = wanted / 100;
    load(fmt::format(R"({{"shape": "sphere", "radius": {}, "density": 500, "added_mass": {}, "displaces": false,
               "position": [0, {}, 0], "drag": {{"normal": 0, "tangential": 0}}}})",
                     radius, added, lift * radius),
         fmt::format(R"("cells": [16, 16], "size": [{}, {}], "speed": 1)", 20 * radius, 20 * radius), step);
    std::vector<double> y;
    for (int i = 0; i < 100 * 3 - 20; ++i) {
      advance(1);
      y.push_back(static_cast<double>(state().position.y));
    }
    EXPECT_NEAR(test::period(y, step, 0.0) / wanted, 1, 0.005);
  }
}

}  // namespace
}  // namespace undine
