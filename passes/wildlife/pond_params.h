// A water as those see it who live in it or float on it: its surface, its current and what lies under it.
#ifndef PASSES_WILDLIFE_POND_PARAMS_H
#define PASSES_WILDLIFE_POND_PARAMS_H
#include "engine/core/shared.h"
#include "passes/solids/bed_params.h"
SHARED_BEGIN(undine::wildlife)

struct PondParams {
  vec3 origin;  // middle of the water's grid at rest level
  vec2 size;
  uvec2 cells;
  vec2 periodic;  // 1 where x, z wrap
  uvec2 bed_cells;
  float dt;  // of the clock step
};

SHARED_END
#endif
