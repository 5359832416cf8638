#include "passes/picture/frame_inputs.h"

#include <algorithm>
#include <iterator>

#include "engine/scene/named_view.h"
#include "engine/scene/solver.h"
#include "passes/deferred/shadow.h"

namespace undine::picture {

namespace {

// Boxes of the waters, extended vertically to all lit geometry, and floors: the volume where geometry can be
// submerged.
deferred::Bounds submerged_bounds(const deferred::Geometry& geometry, deferred::Bounds lit,
                                  std::span<const SurfaceField> surfaces) {
  deferred::Bounds bounds;
  for (const deferred::Geometry::Part& part : geometry.parts())
    if (part.floor) lit.low.y = std::min(lit.low.y, part.box.low.y - 0.1f);
  for (const SurfaceField& f : surfaces) {
    const glm::vec2 middle(static_cast<float>(f.origin.x), static_cast<float>(f.origin.z)), half(f.size / 2.0);
    bounds.include({middle.x - half.x, lit.low.y, middle.y - half.y});
    bounds.include({middle.x + half.x, lit.high.y, middle.y + half.y});
  }
  return bounds;
}

// Surfaces, and as far beside them as waves throw mirrored light.
deferred::Bounds mirror_bounds(std::span<const SurfaceField> surfaces) {
  deferred::Bounds bounds;
  for (const SurfaceField& f : surfaces) {
    const glm::dvec3 half(0.6 * f.size.x, 0.1, 0.6 * f.size.y);
    bounds.include(glm::vec3(f.origin - half));
    bounds.include(glm::vec3(f.origin + half));
  }
  return bounds;
}

}  // namespace

std::vector<SurfaceField> grids_of(std::span<const SurfaceField> surfaces) {
  std::vector<SurfaceField> out;
  std::ranges::copy_if(surfaces, std::back_inserter(out), [](const SurfaceField& f) { return f.cells.x > 0; });
  return out;
}

deferred::Bounds lit_bounds(const deferred::Geometry& geometry, std::span<const SurfaceField> surfaces,
                            std::span<const ParticleSet> particles) {
  deferred::Bounds bounds = geometry.bounds();
  if (!bounds.empty() && !surfaces.empty())
    bounds.high.y += 0.02f * std::max(bounds.high.x - bounds.low.x, bounds.high.z - bounds.low.z);
  for (const SurfaceField& f : surfaces) {
    const glm::dvec3 half(f.size.x / 2, 0, f.size.y / 2);
    bounds.include(glm::vec3(f.origin - half + glm::dvec3(0, -std::max(f.depth, 0.1), 0)));
    bounds.include(glm::vec3(f.origin + half + glm::dvec3(0, std::max(0.1, geometry.body_reach()), 0)));
  }
  for (const ParticleSet& set : particles) {
    bounds.include(glm::vec3(set.low));
    bounds.include(glm::vec3(set.high));
  }
  return bounds;
}

deferred::Camera aim_at(const deferred::Camera& camera, const deferred::Geometry& geometry, const deferred::Bounds& lit,
                        std::span<const SurfaceField> surfaces) {
  deferred::Camera out = camera;
  out.sun_matrix = deferred::fit_beam(lit, geometry.casters(), glm::vec3(camera.sun_direction));
  out.bent_matrix = deferred::fit_sun(submerged_bounds(geometry, lit, surfaces), glm::vec3(camera.bent_direction));
  out.mirrored_matrix =
      deferred::fit_beam(mirror_bounds(surfaces), lit, glm::vec3(camera.sun_direction) * glm::vec3(1, -1, 1));
  return out;
}

bool fish_in_front(const View& view, std::span<const SurfaceField> surfaces) {
  if (view.show != "final" && view.show != "radiance" && !view.field && !is_graph_path(view.show)) return true;
  return std::ranges::any_of(surfaces, [&](const SurfaceField& f) {
    const glm::dvec3 off = glm::abs(view.eye - f.origin);
    return view.eye.y < f.origin.y + 0.5 && off.x < f.size.x / 2 && off.z < f.size.y / 2;
  });
}

bool eye_among(std::span<const ParticleSet> particles, const glm::dvec3& eye) {
  return std::ranges::any_of(particles, [&](const ParticleSet& set) { return Room{set.low, set.high}.holds(eye); });
}

const ShownField* sphere_colors(const View& view, const ParticleSet& set) {
  const auto found = std::ranges::find(view.spheres, set.water, &ShownField::water);
  return found == view.spheres.end() ? nullptr : &*found;
}

}  // namespace undine::picture
