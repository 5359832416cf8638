// Bodies far from the origin move as at the origin.
#include <cmath>

#include "engine/core/error.h"
#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesFar : public test::BodyTest {
 protected:
  void place(const glm::dvec3& at, const std::string& scene, const std::string& water, const std::string& body) {
    load_text(
        fmt::format(R"({{"version": 1, {} "meshes": [], "water": [{{"name": "w", "solver": "wave", "cells": [32, 32],
      "size": [32, 32], "origin": [{}, {}, {}], {}}}], "bodies": [{{"position": [{}, {}, {}], {}}}]}})",
                    scene, at.x, at.y, at.z, water, at.x - 8, at.y + 1, at.z, body));
  }
  glm::dvec3 told() { return body_stats().bodies[0].position; }
};

const glm::dvec3 places[] = {{100000, 0, 0}, {-20000, 4000, 30000}, {1e6, 0, -1e6}};

TEST_F(BodiesFar, AThrownBallMovesByItsSpeed) {
  for (const glm::dvec3& at : places) {
    SCOPED_TRACE(at.x);
    place(at, R"("gravity": 0,)", R"("speed": 3)", R"("shape": "sphere", "velocity": [0.9, 0, 0.3])");
    advance(96);
    const double dt = scene_.clock.step;
    EXPECT_NEAR(told().x - (at.x - 8), 96 * dt * 0.9, 1e-3);
    EXPECT_NEAR(told().z - at.z, 96 * dt * 0.3, 1e-3);
    // The field and the rendered place: the same position as a float.
    EXPECT_NEAR(static_cast<double>(state().position.x), told().x, 1e-6 * std::abs(at.x));
    EXPECT_NEAR(static_cast<double>(field("bodies.state")[0]), told().x, 1e-6 * std::abs(at.x));
  }
}

TEST_F(BodiesFar, AFallIntoWaterIsTheOneAtTheOrigin) {
  const std::string water = R"("speed": 3)",
                    body = R"("size": [1, 0.5, 0.8], "density": 500, "velocity": [1, 0, 0.2], "rotation": [10, 20, 5])";
  place({0, 0, 0}, "", water, body);
  advance(96);
  const glm::dvec3 here = told() - glm::dvec3(-8, 1, 0);
  const bodies::BodyState want = state();
  for (const glm::dvec3& at : places) {
    SCOPED_TRACE(at.x);
    place(at, "", water, body);
    advance(96);
    const glm::dvec3 there = told() - glm::dvec3(at.x - 8, at.y + 1, at.z);
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(there[a], here[a], 2e-3) << a;
    for (int a = 0; a < 4; ++a) EXPECT_NEAR(state().rotation[a], want.rotation[a], 2e-3) << a;
  }
}

TEST_F(BodiesFar, TheFieldHoldsBodiesAlone) {
  // Beside static and driven meshes, which the kernels store in the same buffer.
  for (int count : {1, 3}) {
    load_text(
        fmt::format(R"({{"version": 1, "water": [{{"name": "w", "solver": "wave", "cells": [16, 16], "size": [8, 8]}}],
      "meshes": [{{"shape": "box", "size": [1, 2, 1], "translate": [3, 0, 3], "solid": true}},
                 {{"shape": "box", "size": [1, 1, 1], "translate": [-3, 3, 3], "solid": true,
                   "motion": {{"spin": {{"axis": [0, 1, 0], "center": [-3, 3, 3], "rate": 20}}}}}}],
      "bodies": [{{"size": [0.3, 0.3, 0.3], "count": {}}}]}})",
                    count));
    EXPECT_EQ(field("bodies.state").size(), 13u * static_cast<std::size_t>(count));
    // Meshes of exported scenes: that of the bodies, then the driven mesh.
    const auto meshes = world->bodies()->meshes();
    ASSERT_EQ(meshes.size(), 2u);
    EXPECT_EQ(meshes[0].count, static_cast<std::uint32_t>(count));
    EXPECT_EQ(meshes[1].first, static_cast<std::uint32_t>(count));
  }
}

TEST_F(BodiesFar, BodiesTooFarApartAreRefused) {
  try {
    load_text(
        R"({"version": 1, "meshes": [], "water": [{"name": "w", "solver": "wave", "cells": [16, 16], "size": [32, 32]}],
                  "bodies": [{"position": [0, 0, 0]}, {"position": [50000, 0, 0]}]})");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    EXPECT_NE(std::string(e.what()).find("/bodies/"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("16000 m"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace undine
