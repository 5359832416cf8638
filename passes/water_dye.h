// Dye in water, drawn over the shaded surface: pigment in the uppermost layer, lit by sun and sky.
#pragma once
#include "engine/graph/graph.h"
#include "passes/camera.h"
#include "passes/light.h"
#include "passes/ports.h"
#include "passes/water_nodes.h"

namespace undine {

// Drawn over targets.color. Does nothing for a field without dye. `index`: the field's, as WaterPass counts.
void draw_dye(graph::Graph& g, const Camera& camera, const Light& light, const SurfaceField& field, std::uint32_t index,
              float ior, const WaterTargets& targets);

}  // namespace undine
