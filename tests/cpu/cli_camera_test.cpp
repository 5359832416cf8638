#include <gtest/gtest.h>

#include <cmath>

#include "engine/app/window/camera.h"

namespace undine {
namespace {

window::OrbitCamera camera() {
  CameraSettings settings;
  settings.eye = {3, 2, 4};
  settings.target = {0.5, 0, -1};
  return window::OrbitCamera(settings);
}

void expect_near(glm::dvec3 a, glm::dvec3 b) { EXPECT_LT(glm::length(a - b), 1e-9) << a.x << ' ' << a.y << ' ' << a.z; }

TEST(OrbitCamera, BeginsWhereTheSceneSays) {
  expect_near(camera().eye(), {3, 2, 4});
  expect_near(camera().target(), {0.5, 0, -1});
}

TEST(OrbitCamera, OrbitKeepsTargetAndDistance) {
  window::OrbitCamera c = camera();
  double distance = glm::length(c.eye() - c.target());
  c.orbit({1.3, -0.4});
  expect_near(c.target(), {0.5, 0, -1});
  EXPECT_NEAR(glm::length(c.eye() - c.target()), distance, 1e-9);
  c.orbit({0, -50});
  EXPECT_GT(c.eye().y, 0);
  EXPECT_GT(glm::length(glm::dvec2(c.eye().x - 0.5, c.eye().z + 1)), 1e-3);  // not straight above: `up` stays defined
}

TEST(OrbitCamera, ZoomsInAndNeverThrough) {
  window::OrbitCamera c = camera();
  double distance = glm::length(c.eye() - c.target());
  c.zoom(1);
  EXPECT_LT(glm::length(c.eye() - c.target()), distance);
  c.zoom(1000);
  EXPECT_GT(glm::length(c.eye() - c.target()), 0.01);
}

TEST(OrbitCamera, MiddleOfThePictureLooksAtTheTarget) {
  window::Ray ray = camera().ray({480, 270}, {960, 540});
  expect_near(ray.origin, {3, 2, 4});
  expect_near(ray.direction, glm::normalize(glm::dvec3(-2.5, -2, -5)));
  auto hit = window::hit_plane(ray, 0);
  ASSERT_TRUE(hit);
  expect_near(*hit, {0.5, 0, -1});
}

TEST(OrbitCamera, RaysSpreadByTheFieldOfView) {
  window::OrbitCamera c = camera();
  window::Ray top = c.ray({480, 0}, {960, 540}), bottom = c.ray({480, 540}, {960, 540});
  EXPECT_NEAR(std::acos(glm::dot(top.direction, bottom.direction)), glm::radians(45.0), 1e-9);
  EXPECT_GT(top.direction.y, bottom.direction.y);
  window::Ray left = c.ray({0, 270}, {960, 540});
  glm::dvec3 right = glm::cross(glm::normalize(c.target() - c.eye()), glm::dvec3(0, 1, 0));
  EXPECT_LT(glm::dot(left.direction, right), 0);
}

TEST(OrbitCamera, PlanesBehindOrBesideAreNotHit) {
  EXPECT_FALSE(window::hit_plane({{0, 1, 0}, {0, 1, 0}}, 0));
  EXPECT_FALSE(window::hit_plane({{0, 1, 0}, {1, 0, 0}}, 0));
}

TEST(OrbitCamera, LooksStraightDown) {
  CameraSettings settings;
  settings.eye = {0, 5, 0};
  settings.target = {0, 0, 0};
  window::OrbitCamera c(settings);
  EXPECT_NEAR(c.eye().y, 5, 1e-2);
  EXPECT_TRUE(std::isfinite(c.eye().x + c.eye().z));
}

}  // namespace
}  // namespace undine
