// Point and spot lights with shadow maps. Irradiance follows the inverse square with the range window and cones of
// KHR_lights_punctual. A scene without lamps has none of these nodes.
#ifndef PASSES_DEFERRED_LAMPS_H
#define PASSES_DEFERRED_LAMPS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct Lamp {
  vec4 place;      // w: range in meters, 0: endless
  vec4 intensity;  // candela per channel; w: radius of the ball that shines, meters
  vec4 axis;       // of a spot, of length 1; w: far plane of its maps
  vec4 cone;  // x times the cosine to the axis plus y: its share, squared; z: its first map, -1: none; w: near plane
};

// A map of one lamp's surroundings in the atlas of all.
struct LampMap {
  mat4 atlas;  // world to clip space of the atlas, in homogeneous coordinates; w is meters along the map's axis
  vec4 place;  // low and high corner in the atlas's texture coordinates
  vec4 texel;  // x: of a meter away, in meters across; y: meters along the axis at depth 1 (far), z: at depth 0 (near)
};

const int most_lamps = 8;
const int most_lamp_maps = 24;
struct LampTable {
  Lamp of[8];
  LampMap maps[24];
};

// The ball that shines, as a picture shows it.
struct BulbParams {
  vec4 place;  // w: radius
  vec4 radiance;
};

SHARED_END

#ifdef __cplusplus
#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene_lights.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/water_levels.h"

namespace undine::deferred {

struct LampLight {
  LampTable table{};
  int count = 0;
  graph::Image atlas;  // d32f: depth of every map; none: no lamp has a shadow
};

// Places of the maps in the atlas, and what leads into them.
LampLight place_lamps(std::span<const LightSettings> lights, const Bounds& lit, bool shadows, glm::uvec2& atlas_texels);

// The lamps with their maps drawn: of the scene's lights, whichever shine.
LampLight draw_lamps(graph::Graph& g, const Geometry& geometry, std::span<const LightSettings> lights,
                     const Bounds& lit, bool shadows);

// Binds the inputs of shaders/lib/lamps.glsl, beside the waters.
template <class Node>
Node& read_lamps(Node& node, const LampLight& lamps) {
  return node.uniform("lamps", lamps.table)
      .constant("lamp_count", lamps.count)
      .optional("lamp_atlas", lamps.atlas, graph::Sampler::nearest_clamp);
}

// Adds to `lit` what the lamps send to the surfaces of a G-buffer.
void light_by_lamps(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const LevelMap& levels,
                    const LampLight& lamps, graph::Image lit);

// Selection of lamps whose balls are drawn: all, those in one of the waters, or those over a height.
struct Bulbs {
  std::span<const SurfaceField> waters;
  bool in_waters = false;
  float least = -1e30f;
};
void draw_bulbs(graph::Graph& g, const Camera& camera, const LampLight& lamps, const Lit& lit, const Bulbs& which = {});

}  // namespace undine::deferred
#endif
#endif
