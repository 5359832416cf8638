// Draws the surface of a height grid over an opaque scene. At a border where the water continues as particles, the
// part beyond the border is drawn with the particles' mesh, as a free sheet.
#pragma once
#include <cstdint>
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"
#include "passes/water/hull_mask.h"

namespace undine::water {

enum class Shown : std::int32_t { all, within, beyond };  // its border, where it falls over it

struct SurfaceLook {
  HullMask hulls;
  graph::Image flow_map;  // FlowDetail's, if water flows
  bool enlarged = false;  // the picture is going to be: coarser meshes do
};

// The grid falls over an edge into that water of particles.
bool falls_into(const Scene& scene, const SurfaceField& grid, std::size_t water);
// A bit for each of the grids whose fall is drawn as one of the meshes.
std::uint32_t falls_as_meshes(const Scene& scene, std::span<const SurfaceField> grids,
                              std::span<const SurfaceMesh> meshes);

// code: 1 + index of the surface, for the target. Depth and colors are the caller's: the one of water/surface.frag
// and, of what lies beyond the border, meters from the top of the sheet down.
graph::DrawNode draw_surface(graph::Graph& g, const Scene& scene, const deferred::Camera& camera, graph::Image opaque,
                             const SurfaceField& field, float code, Shown shown, const SurfaceLook& look);

}  // namespace undine::water
