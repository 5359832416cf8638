// Parameters of the terrain's ground cover for deferred/gbuffer_ground.frag.
#ifndef PASSES_DEFERRED_GROUND_H
#define PASSES_DEFERRED_GROUND_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// Linear albedos. Heights are world y in meters.
struct GroundLook {
  vec4 sand;   // w: height up to which it lies
  vec4 grass;  // w: height over which the rock is bare
  vec4 rock;   // w: normal.y under which slopes are bare rock
  vec4 wet;    // x: height up to which the ground is wet; y: meters over which it dries; z: scale of the patterns
};

SHARED_END
#endif
