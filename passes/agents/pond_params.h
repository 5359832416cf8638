// A water for passive agents: its surface, its current and its bed.
#ifndef PASSES_AGENTS_POND_PARAMS_H
#define PASSES_AGENTS_POND_PARAMS_H
#include "engine/core/shared.h"
#include "passes/solids/bed_params.h"
SHARED_BEGIN(undine::agents)

struct PondParams {
  vec3 origin;  // middle of the water's grid at rest level
  vec2 size;
  uvec2 cells;
  vec2 periodic;  // 1 where x, z wrap
  uvec2 bed_cells;
  float dt;  // clock step, s
};

SHARED_END
#endif
