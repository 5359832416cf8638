// Inputs of the stages of a picture: views, waters, and the camera.
#pragma once
#include <span>
#include <vector>

#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"
#include "passes/picture/temporal.h"

namespace undine::picture {

struct FrameInputs {
  const View& asked;
  Temporal::Picture picture;
  std::span<const SurfaceField> waters;  // of all waters, in the scene's order
  std::vector<SurfaceField> surfaces;    // of those with a height grid
  std::span<const ParticleSet> particles;
  std::vector<SurfaceMesh> meshes;  // of particles that are drawn as a surface
  bool spheres = false;             // others are drawn as spheres
  deferred::Bounds lit;             // of what casts shadows, and of the waters
  deferred::Camera camera;
  bool still = false;   // the camera is where it was in the picture before
  float map_share = 1;  // of the texels along a side of shadow maps
  const View& view() const { return picture.drawn; }
};

// Height grids alone: particles have none.
std::vector<SurfaceField> grids_of(std::span<const SurfaceField> surfaces);
// Bounds of what casts shadows, and of the waters. With room above what stands, so that water that rises a little
// higher does not move the texels of shadows.
deferred::Bounds lit_bounds(const deferred::Geometry& geometry, std::span<const SurfaceField> surfaces,
                            std::span<const ParticleSet> particles);
// The camera with matrices that hold these bounds from the sun: direct, refracted and mirrored.
deferred::Camera aim_at(const deferred::Camera& camera, const deferred::Geometry& geometry, const deferred::Bounds& lit,
                        std::span<const SurfaceField> surfaces);
// Through a surface, fish are seen in a layer of their own. In front of it they would hide the ground that the surface
// is shaded with, so they are drawn there for eyes in a water alone, and for views without water.
bool fish_in_front(const View& view, std::span<const SurfaceField> surfaces);
bool eye_among(std::span<const ParticleSet> particles, const glm::dvec3& eye);
// The field that colors a water's particles; null: they are drawn as a surface.
const ShownField* sphere_colors(const View& view, const ParticleSet& set);

}  // namespace undine::picture
