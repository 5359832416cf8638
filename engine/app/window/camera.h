// User-controlled camera: orbits its target, flies, zooms. World space in meters, y up.
#pragma once
#include <glm/glm.hpp>
#include <optional>

#include "engine/scene/scene.h"

namespace undine::window {

struct Ray {
  glm::dvec3 origin{}, direction{};  // direction: unit length
};

class OrbitCamera {
 public:
  OrbitCamera() = default;
  explicit OrbitCamera(const CameraPlace& place);
  void orbit(glm::dvec2 angles);  // radians to the right and up
  void zoom(double notches);      // positive: closer
  void fly(glm::dvec3 motion);    // along right, up, forward, in units of the distance to the target
  glm::dvec3 eye() const { return target_ - forward() * distance_; }
  glm::dvec3 target() const { return target_; }
  double fov() const { return fov_; }
  CameraPlace place() const { return {eye(), target(), fov()}; }
  // pixel: from the upper left corner of a picture of `size`.
  Ray ray(glm::dvec2 pixel, glm::dvec2 size) const;

 private:
  glm::dvec3 forward() const;
  glm::dvec3 right() const;
  glm::dvec3 target_{};
  double distance_ = 5, yaw_ = 0, pitch_ = 0, fov_ = 45;
};

// Intersection of a ray with the plane y = height, in front of its origin.
std::optional<glm::dvec3> hit_plane(const Ray& ray, double height);

}  // namespace undine::window
