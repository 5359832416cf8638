#include "engine/app/window/camera.h"

#include <algorithm>
#include <cmath>

namespace undine::window {

OrbitCamera::OrbitCamera(const CameraPlace& place) : target_(place.target), fov_(place.fov) {
  glm::dvec3 way = place.target - place.eye;
  distance_ = std::max(glm::length(way), 1e-3);
  way /= distance_;
  pitch_ = std::asin(std::clamp(way.y, -1.0, 1.0));
  yaw_ = std::atan2(way.x, -way.z);
  orbit({0, 0});
}

glm::dvec3 OrbitCamera::forward() const {
  return {std::cos(pitch_) * std::sin(yaw_), std::sin(pitch_), -std::cos(pitch_) * std::cos(yaw_)};
}

glm::dvec3 OrbitCamera::right() const { return {std::cos(yaw_), 0, std::sin(yaw_)}; }

void OrbitCamera::orbit(glm::dvec2 angles) {
  constexpr double steepest = 1.553;  // 89 degrees, so that `up` is defined
  yaw_ += angles.x;
  pitch_ = std::clamp(pitch_ + angles.y, -steepest, steepest);
}

void OrbitCamera::zoom(double notches) {
  const double nearest = distance_ > 0.02 ? 0.02 : 1e-4;  // m; closer for scenes of millimeters
  distance_ = std::clamp(distance_ * std::pow(0.88, notches), nearest, 1e5);
}

void OrbitCamera::fly(glm::dvec3 motion) {
  target_ += (right() * motion.x + glm::dvec3(0, motion.y, 0) + forward() * motion.z) * distance_;
}

Ray OrbitCamera::ray(glm::dvec2 pixel, glm::dvec2 size) const {
  double high = std::tan(glm::radians(fov_) / 2);
  glm::dvec2 place = (pixel / size * 2.0 - 1.0) * glm::dvec2(high * size.x / size.y, -high);
  glm::dvec3 f = forward(), r = right(), u = glm::cross(r, f);
  return {eye(), glm::normalize(f + r * place.x + u * place.y)};
}

std::optional<glm::dvec3> hit_plane(const Ray& ray, double height) {
  if (std::abs(ray.direction.y) < 1e-9) return std::nullopt;
  double t = (height - ray.origin.y) / ray.direction.y;
  if (!(t > 0)) return std::nullopt;
  return ray.origin + ray.direction * t;
}

}  // namespace undine::window
