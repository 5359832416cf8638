// Forward pass: emission, and alpha-blended surfaces.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/light.h"

namespace undine::deferred {

// Adds the emission of the opaque parts that `lit` shows to its radiance. `clip`: as in draw_gbuffer().
void draw_glow(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Lit& lit,
               const Clip* clip = nullptr);

// Lays blended parts over the radiance, the far ones first, where nothing in lit.depth hides them. They write no depth
// and throw no shadow. Bodies are drawn as if they were opaque.
void draw_blended(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Light& light, const Lit& lit,
                  const Clip* clip = nullptr);

}  // namespace undine::deferred
