// Checks of a fluid's settings.
#pragma once
#include "passes/fluid/fluid_settings.h"

namespace undine::fluid {

// Errors at the setting: sides through which more flows in than out, emitters and shapes that do not reach into the
// grid.
void check_fluid(const FluidSettings& settings, const SceneContext& context);

// Volume per second and depth through the sides at a time, positive inwards, of those with a given velocity; m²/s.
double fluid_net_inflow(const FluidEdges& edges, glm::dvec2 size, double time);

}  // namespace undine::fluid
