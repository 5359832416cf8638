#ifndef PASSES_PARTICLE_SPHERES_PARAMS_H
#define PASSES_PARTICLE_SPHERES_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN

struct SpheresParams {
  vec2 range;    // ends of the colour map
  float radius;  // metres
};

SHARED_END
#endif
