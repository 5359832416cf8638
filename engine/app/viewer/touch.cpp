#include "engine/app/viewer/touch.h"

#include <algorithm>

namespace undine::viewer {

static std::optional<Touch> touch(const window::Ray& ray, const SurfaceField& f) {
  const auto hit = window::hit_plane(ray, f.origin.y);
  if (!hit) return {};
  const glm::dvec3 off = glm::abs(*hit - f.origin) * 2.0;
  if (off.x > f.size.x || off.z > f.size.y) return {};
  return Touch{.point = *hit, .drag = *hit, .extent = std::max(f.size.x, f.size.y)};
}

static std::optional<Touch> touch(const window::Ray& ray, const ParticleSet& set) {
  double in = 0, out = 1e30;
  for (int k = 0; k < 3; ++k) {
    const double a = (set.low[k] - ray.origin[k]) / ray.direction[k],
                 b = (set.high[k] - ray.origin[k]) / ray.direction[k];
    if (ray.direction[k] == 0) {
      if (ray.origin[k] < set.low[k] || ray.origin[k] > set.high[k]) return {};
      continue;
    }
    in = std::max(in, std::min(a, b));
    out = std::min(out, std::max(a, b));
  }
  if (!(in < out)) return {};
  const glm::dvec3 sides = set.high - set.low;
  return Touch{.point = ray.origin + in * ray.direction,
               .drag = ray.origin + 0.5 * (in + out) * ray.direction,
               .extent = std::max({sides.x, sides.y, sides.z})};
}

std::optional<Touch> touch(const window::Ray& ray, std::span<const SurfaceField> surfaces,
                           std::span<const ParticleSet> particles, std::optional<std::size_t> only) {
  std::optional<Touch> nearest;
  const auto meet = [&](std::optional<Touch> found, std::size_t water) {
    if (!found || (only && *only != water)) return;
    found->water = water;
    if (!nearest || glm::distance(found->drag, ray.origin) < glm::distance(nearest->drag, ray.origin)) nearest = found;
  };
  for (std::size_t i = 0; i < surfaces.size(); ++i) meet(touch(ray, surfaces[i]), i);
  for (const ParticleSet& set : particles) meet(touch(ray, set), set.water);
  return nearest;
}

glm::dvec3 at_depth_of(const window::Ray& ray, const glm::dvec3& before) {
  return ray.origin + glm::distance(before, ray.origin) * ray.direction;
}

}  // namespace undine::viewer
