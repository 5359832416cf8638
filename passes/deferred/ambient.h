// Ambient occlusion from depth and normals: horizons in slices around the normal and the exact integral between them
// [Jimenez et al. 2016], at half resolution, blurred without crossing edges.
#ifndef PASSES_AMBIENT_H
#define PASSES_AMBIENT_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct AmbientParams {
  ivec2 size;      // of the half-size image
  ivec2 full;      // of the picture
  float radius;    // metres
  float strength;  // 1: as computed
  int slices;      // directions per pixel
  int steps;       // samples to either side in each direction
  int enabled;
};

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"

namespace undine::deferred {

// rg32f of half the picture's size, rounded up: x = visible share of the ambient light, y = view distance in metres
// (for the upsampling; 1e9 where nothing is). Texel i stands for the picture's texel 2 i.
graph::Image draw_ambient(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const SsaoSettings& settings);

}  // namespace undine::deferred
#endif
#endif
