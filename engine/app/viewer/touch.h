// Intersection of the pointer's ray with the water.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "engine/app/window/camera.h"
#include "engine/scene/ports.h"

namespace undine::viewer {

struct Touch {
  std::size_t water = 0;  // index in the scene
  glm::dvec3 point{};     // at the level of the surface at rest; for particles, entry of the ray into their box
  glm::dvec3 drag{};      // reference point of a drag: the same, or the middle of the ray's path through the box
  double extent = 0;      // longest side of the water
};

// Finds the nearest of `surfaces` (one per solver) and boxes of `particles`; only: restricts the search to this solver.
std::optional<Touch> touch(const window::Ray& ray, std::span<const SurfaceField> surfaces,
                           std::span<const ParticleSet> particles, std::optional<std::size_t> only = {});

// Point on the ray at the depth of `before`, a hit of another ray of the same camera.
glm::dvec3 at_depth_of(const window::Ray& ray, const glm::dvec3& before);

}  // namespace undine::viewer
