// Instances of models on the terrain, as the shaders read them.
#ifndef PASSES_DEFERRED_SCATTER_PARAMS_H
#define PASSES_DEFERRED_SCATTER_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

const int scatter_levels = 3;           // levels of detail
const int scatter_triangles = 16;       // of a cluster: one instance of the draw call
const int scatter_block = 64;           // instances that are culled together
const int scatter_threads = 128;        // of the culling kernel, in one workgroup
const float scatter_far_share = 0.28f;  // pixels of level 2 over those of level 1
const float scatter_fade = 0.7f;        // share of a threshold at which the finer level has disappeared
const float scatter_rise_steps = 127.0f;
const float scatter_thin_pixels = 12.0f;  // of smaller instances fewer are drawn
const float scatter_least_pixels = 1.5f;  // instances of so few pixels have shrunk to nothing

struct ScatterVertex {
  vec3 position;  // in the model
  uint normal;    // snorm8: xyz; w > 0: foliage, whose normal holds for both sides of a triangle
  uint color;     // unorm8: linear albedo as its square root; w: roughness
};

struct ScatterInstance {
  vec3 foot;  // world
  float size;
  vec2 lean;  // x and z of the unit vector along the model's y
  float yaw;  // radians
  uint look;  // kind; bits 8 to 31: factors on red, green and blue, 128 for 1
};

struct ScatterKind {
  uvec3 first, count;  // clusters of each level; count 0: the file does not have it
  float middle;        // height of the center of the bounding sphere at size 1, m
  float radius;        // of that sphere
  float height;        // of the model
  float distance;      // m; 1e9: unlimited
  float reduce_below;  // pixels
  float casts;         // 1: casts shadows
};

struct ScatterBlock {
  vec4 sphere;  // bounds
  uint first, count;
};

// Clusters to draw: of an instance, and with cluster + 2^16 * share + 2^24 * rise: share of its triangles, of 255, and
// factor on its size, of scatter_rise_steps.
struct ScatterItem {
  uint instance, what;
};

struct ScatterCullParams {
  vec4 planes[5];  // sides of the view; inside: dot(plane, vec4(p, 1)) >= 0
  vec4 eye;        // w: pixels of 1 m at 1 m distance
  float pixels;    // of 1 m at any distance, of a parallel projection
  float detail;    // factor on the pixels and distances of the levels
  float thinnest;  // least share of small instances
  float least;     // world y under which nothing is drawn
  uint blocks;
  uint capacity;  // of the items
};

SHARED_END
#endif
