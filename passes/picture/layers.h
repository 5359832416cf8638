// Additional layers of a multi-part EXR file: position, normal, motion and object identifier of the visible surface.
// Includes water surfaces; excludes spray, glass and haze.
#ifndef PASSES_PICTURE_LAYERS_H
#define PASSES_PICTURE_LAYERS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

const int most_layer_grids = 64;
const int most_layer_meshes = 16;
struct LayerWaters {
  int grids[64];   // which of the scene's waters a surface belongs to
  int meshes[16];  // likewise a mesh
};

SHARED_END

#ifdef __cplusplus
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"
#include "passes/water/inspect.h"

namespace undine::picture {

struct LayerSources {
  GBuffer gbuffer;
  graph::Image ids, motion;  // of deferred::draw_ids(), of Motion::draw()
  water::WaterLayer grids, meshes;
  std::span<const SurfaceField> surfaces;
  std::span<const SurfaceMesh> waters;
};
PictureLayers draw_layers(graph::Graph& g, const deferred::Camera& camera, const LayerSources& from);

}  // namespace undine::picture
#endif
#endif
