#pragma once
#include "engine/graph/resource.h"
#include "passes/deferred/water_levels.h"

namespace undine::deferred {

// Light that is the same for all surfaces of a picture.
struct Light {
  graph::Image sky;          // rgba16f, equirectangular, linear radiance of the sky without the sun's disc
  graph::Image shadow;       // d32f from the sun, through Camera::sun_matrix
  graph::Image through;      // rgba16f in the same space: light behind water of particles over light without it, per
                             // channel; w = world y under which it holds. None: there is no such water
  LevelMap levels;           // of the waters that are grids; the two below are there if it has any
  graph::Image bent_shadow;  // d32f through Camera::bent_matrix: what stands under water, along sunlight in water
  graph::Image caustics;     // rgba16f in that space: light through waves over light through flat water, per channel
  // Through Camera::mirrored_matrix, both or none: d32f of what stands over water, along sunlight that a level surface
  // throws up; r16f, light that waters throw up over sunlight.
  graph::Image mirrored_shadow, shimmer;
};

}  // namespace undine::deferred
