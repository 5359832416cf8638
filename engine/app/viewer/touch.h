// Which water the pointer's ray meets, and where.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "engine/app/window/camera.h"
#include "engine/scene/ports.h"

namespace undine::viewer {

struct Touch {
  std::size_t water = 0;  // in the scene's order
  glm::dvec3 point{};     // at the level of a surface at rest; of particles where the ray comes into their box
  glm::dvec3 drag{};      // what a drag is measured with: the same, or the middle of the ray's way through the box
  double extent = 0;      // the longest side of the water
};

// The nearest of `surfaces` (one for each water) and boxes of `particles`; only: of this water alone.
std::optional<Touch> touch(const window::Ray& ray, std::span<const SurfaceField> surfaces,
                           std::span<const ParticleSet> particles, std::optional<std::size_t> only = {});

// Where the ray is at the depth of `before`, which another ray of the same camera met.
glm::dvec3 at_depth_of(const window::Ray& ray, const glm::dvec3& before);

}  // namespace undine::viewer
