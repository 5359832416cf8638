// Default camera of scenes without one, for every solver.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"

namespace undine::test {
namespace {

class SceneRoom : public testing::Test {
 protected:
  static Scene parse(const std::string& members) { return parse_scene("{\"version\": 1, " + members + "}", "s.json"); }
  // Image position of a point: visible within -1 .. 1.
  static glm::vec3 seen(const Scene& scene, const glm::dvec3& point) {
    View view;
    view.eye = scene.camera.eye;
    view.target = scene.camera.target;
    view.fov = scene.camera.fov;
    const glm::vec4 h = deferred::make_camera(view, scene).view_projection * glm::vec4(glm::vec3(point), 1.0f);
    EXPECT_GT(h.w, 0);
    return glm::vec3(h) / h.w;
  }
  static void expect_framed(const Scene& scene, const glm::dvec3& low, const glm::dvec3& high) {
    glm::vec3 most(0);
    for (int corner = 0; corner < 8; ++corner) {
      const glm::dvec3 at(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z);
      most = glm::max(most, glm::abs(seen(scene, at)));
    }
    EXPECT_LT(most.x, 1);
    EXPECT_LT(most.y, 1);
    EXPECT_GT(std::max(most.x, most.y), 0.3f) << "far away";
  }
};

TEST_F(SceneRoom, particles_are_framed_by_their_domain) {
  for (const double far : {0.0, 40.0}) {
    const Scene scene = parse(fmt::format(
        R"("water": [{{"name": "w", "solver": "sph", "spacing": 0.1,
                      "domain": {{"min": [{}, 2, -1], "max": [{}, 5, 1]}},
                      "fluid": [{{"box": {{"min": [{}, 2, -1], "max": [{}, 3, 0]}}}}]}}])",
        far - 3, far + 3, far - 3, far - 2));
    expect_framed(scene, {far - 3, 2, -1}, {far + 3, 5, 1});
    // Tray with the floor of the domain, and a ground.
    ASSERT_EQ(scene.meshes.size(), 2u);
    EXPECT_NEAR(scene.meshes[0].translate.y - scene.meshes[0].size.y, 2, 1e-9);
    EXPECT_EQ(scene.meshes[0].size.x, 6);
  }
}

TEST_F(SceneRoom, grids_are_framed_by_their_surface) {
  for (const char* solver : {"wave", "pipes", "fluid"}) {
    SCOPED_TRACE(solver);
    const Scene scene = parse(fmt::format(
        R"("water": [{{"name": "w", "solver": "{}", "cells": [16, 16], "size": [6, 3], "origin": [7, 1, 0]}}])",
        solver));
    expect_framed(scene, {4, 1, -1.5}, {10, 1, 1.5});
  }
}

TEST_F(SceneRoom, a_camera_that_is_given_stays) {
  const Scene scene = parse(R"("camera": {"eye": [1, 2, 3], "target": [0, 1, 0]},
    "water": [{"name": "w", "solver": "sph"}])");
  EXPECT_EQ(scene.camera.eye, glm::dvec3(1, 2, 3));
}

}  // namespace
}  // namespace undine::test
