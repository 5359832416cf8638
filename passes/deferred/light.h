#pragma once
#include "engine/graph/resource.h"
#include "passes/deferred/lamps.h"
#include "passes/deferred/water_levels.h"

namespace undine::deferred {

// Light inputs that all surfaces of a picture share.
struct Light {
  graph::Image sky;  // rgba16f, equirectangular, linear radiance of the sky without the sun's disc
  graph::Image
      environment;      // rgba16f array: the sky as rough surfaces mirror it (environment.h); none: by its irradiance
  graph::Image shadow;  // d32f from the sun, through Camera::sun_matrix
  graph::Image shadow_near;    // the finest; Camera::near_shadow[0]. None: the map of the whole is as fine
  graph::Image shadow_middle;  // between those two; Camera::near_shadow[1]
  graph::Image clouds;         // r of rg16f: share of sunlight that clouds let through, a tile; none: no clouds
  graph::Image through;        // rgba16f in the same space: light behind water of particles over light without it, per
                               // channel; w = world y under which it holds. None: there is no such water
  LevelMap levels;             // of the waters that are grids; the two below are there if it has any
  graph::Image bent_shadow;    // d32f through Camera::bent_matrix: what stands under water, along sunlight in water
  graph::Image caustics;       // rgba16f in that space: light through waves over light through flat water, per channel
  // Through Camera::mirrored_matrix, both or none: d32f of what stands over water, along sunlight that a level surface
  // throws up; r16f, light that waters throw up over sunlight.
  graph::Image mirrored_shadow, shimmer;
  // Visible share of the sun on the waters' rest levels (SunOnWater); null, both: shaders search for it.
  graph::Image sun_on_water, sun_around;
  LampLight lamps;
};

// Binds the inputs of shaders/lib/sun.glsl: the visible share of the sun in the air.
template <class Node>
Node& read_sun(Node& node, const Light& light) {
  node.read("shadow", light.shadow, graph::Sampler::nearest_clamp)
      .optional("shadow_near", light.shadow_near, graph::Sampler::nearest_clamp)
      .optional("shadow_middle", light.shadow_middle, graph::Sampler::nearest_clamp)
      .optional("clouds", light.clouds, graph::Sampler::linear_repeat);
  return node;
}

}  // namespace undine::deferred
