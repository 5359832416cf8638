// Wetness map of the terrain under and beside the scene's waters.
#ifndef PASSES_DEFERRED_WETNESS_H
#define PASSES_DEFERRED_WETNESS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct WetnessParams {
  vec4 area;     // the terrain: low corner and size along x and z, meters
  vec4 water;    // likewise the water's grid
  ivec2 cells;   // of the water's surface
  ivec2 texels;  // of the map that is drawn
  float rest;    // world y that the water's elevations count from
};

struct WetDropsParams {
  vec4 area;    // the terrain, as above
  float reach;  // meters around a particle that it wets
};
const uint wet_drops_step = 4u;  // of so many particles one tells for all

// World y as a depth, and back: 0 stands for none, 1 for all.
SHARED float wet_depth(float y) { return 0.5f + 0.5f * y / (1.0f + abs(y)); }
SHARED float wet_height(float depth) { return (2.0f * depth - 1.0f) / max(1.0f - abs(2.0f * depth - 1.0f), 1e-7f); }

SHARED_END

#ifdef __cplusplus
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/water_levels.h"

namespace undine::deferred {

struct WetGround {
  graph::Image wetness;  // rg8 over the terrain: wetness; 1 where a water's traces say so, 0 where nobody knows
  graph::Image up_to;    // d32, likewise: wet_depth of the height up to which it is wet; none: nothing is known to be
  graph::Image near;     // r8, coarse: 0 where no water lies within some 8 cells
  LevelMap levels;       // where nobody knows, ground is wet up to these
};
// All transient. Without terrain or waters: one texel of zeros. `levels` are kept for the ground's material. Under
// particles, and a little around them, ground is wet up to the highest of them: what they fall along or over.
WetGround draw_wetness(graph::Graph& g, const Heightmap* terrain, std::span<const SurfaceField> waters,
                       const LevelMap& levels, std::span<const ParticleSet> particles = {});

}  // namespace undine::deferred
#endif
#endif
