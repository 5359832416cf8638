// Dye in water, drawn over the shaded surface: pigment in the top layer, lit by sun and sky.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/water/water_nodes.h"

namespace undine::water {

// Drawn over targets.color. Does nothing for a field without dye. `index`: the field's, as WaterPass counts.
void draw_dye(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const SurfaceField& field,
              std::uint32_t index, float ior, const WaterTargets& targets);

}  // namespace undine::water
