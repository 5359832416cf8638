// Checks that the terrain covers a whole water.
#pragma once
#include "engine/scene/solver.h"

namespace undine::grid {

// Error at `setting`, which gives the water's extent, if cells have their middle beyond the scene's terrain: how many,
// and by how much at each side. Nothing without a terrain, or with one that goes on at its border.
void check_covered(const SceneContext& context, const char* setting, const Place& place, glm::uvec2 cells);

}  // namespace undine::grid
