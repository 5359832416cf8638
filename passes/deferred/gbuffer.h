// Draws the opaque scene into the G-buffer: color, normal and roughness, depth.
#ifndef PASSES_DEFERRED_GBUFFER_H
#define PASSES_DEFERRED_GBUFFER_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// Push constants of one draw call.
struct GBufferParams {
  mat4 model;  // rotation and translation; sizes are in the vertices, so that patterns keep their meters
  vec4 color;  // linear albedo; w: roughness
  // Joints or the second color; w: meters per repetition. Of parts with a material of their own: emission; w: layers
  // of the maps and 1 more, of normals + most_maps * of the surface. Of panes: half their size, 0 if thin; w: the layer
  // of the map of transmission and 1 more.
  vec4 color2;
  int pattern;  // MaterialSettings::Pattern
  int layer;    // of the texture array; -1: none
  float metallic;
  int seed;        // other variations for other parts; of those with maps: from a vertex to its tangent
  float variety;   // bodies: how far their colors differ
  int glow_layer;  // of the texture array of emission; -1: none
  float alpha;     // opacity, times the texture's
  float cutoff;    // less opaque texels are not drawn; of thin panes: the share that they let through
};

const int most_maps = 4096;  // two of them are a whole number of 24 bits, which a float holds

// Boxes of world space outside of which nothing is drawn; count 0: everything is.
const int most_clip_boxes = 8;
struct ClipBoxes {
  vec4 low[8];
  vec4 high[8];
  vec4 all_low;  // a box about all of them, or about the part of them that is wanted
  vec4 all_high;
  int count;
};
// Meters by which what counts as in a water may rise over its surface: no round number, as heights of rims are.
const float over_surface = 0.0487f;

SHARED_END

#ifdef __cplusplus
#include <optional>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"

namespace undine::deferred {

class Geometry;
struct WetGround;

// Clips to the waters: to their boxes, which are in the order of `levels`, and under their surfaces; without
// levels.image: under the heights that these count from.
struct Clip {
  ClipBoxes boxes;
  LevelMap levels;
};

struct GBufferChoice {
  // With a clip, fish and leaves are not drawn: rays bent by a surface meet fish in a layer of their own, leaves never.
  const Clip* clip = nullptr;
  bool fish = true;
  // World y below which nothing is drawn; then leaves are not, which lie on the surface that mirrors.
  std::optional<float> least = {};
  const WetGround* wet = nullptr;  // of a scene with a terrain
};
// Targets of the camera's viewport size. Metals carry a negative roughness in normal.w.
GBuffer draw_gbuffer(graph::Graph& g, const Camera& camera, const Geometry& geometry, const GBufferChoice& choice = {});
// Adds what of all that stands a clip shows and the targets lack.
void draw_missing(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Clip& clip,
                  const GBuffer& targets);
// Fish alone.
GBuffer draw_swimmers(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Clip& clip);

}  // namespace undine::deferred
#endif
#endif
