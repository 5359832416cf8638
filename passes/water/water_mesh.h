// Shading of water whose surface is triangles and droplets, as passes/water/water.h for height grids. The path length
// through the water is measured between front and back faces, so thin sheets are clear and thick water is colored.
#pragma once
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/deferred/water_look.h"
#include "passes/water/inspect.h"
#include "passes/water/water_nodes.h"
#include "passes/water/water_surface.h"

namespace undine::water {

class WaterMeshPass {
 public:
  explicit WaterMeshPass(const Scene& scene);  // keeps the scene's address
  // Sunlight behind the meshes, as Light::through describes it; null: no mesh, or no sun.
  graph::Image shade_sun(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                         std::span<const SurfaceMesh> meshes);
  // Radiance and depth with the water in them. spray: white water that lies on it. eye_near: the eye is where water can
  // be. grids: an eye in one that takes in the water of a mesh does not see the latter in it, and what falls over the
  // edge of one begins with what hangs over that, and has its foam and ripples (without their flow map: it does not).
  struct Drawn {
    Lit lit;
    WaterLayer layer;  // null: there was no mesh
  };
  Drawn draw(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
             std::span<const SurfaceMesh> meshes, std::span<const SpraySet> spray, bool eye_near, SurfaceLight& shown,
             std::span<const SurfaceField> grids = {}, const SurfaceLook& look_of_grids = {}) const;

 private:
  const Scene& scene_;  // may change between pictures
  const bool& reflections_;
};

}  // namespace undine::water
