// Structs of the kernels and shaders of leaves, shared by C++ and GLSL.
#ifndef PASSES_AGENTS_LEAVES_PARAMS_H
#define PASSES_AGENTS_LEAVES_PARAMS_H
#include "passes/agents/pond_params.h"
SHARED_BEGIN(undine::agents)

// One leaf. The first 8 floats are the field leaves.state.
struct LeafState {
  vec3 position;  // on the surface, world
  vec2 velocity;  // along x and z
  vec2 tilt;      // slope of the leaf, along x and z
  float yaw;      // radians
  float spin;     // 1/s
  float size;     // length, meters
  vec2 home;      // anchor of its stalk, along x and z
  uint kind;      // index of its entry in the scene
  uint water;
};
const int leaf_state_floats = 14;
const int leaf_shown_floats = 8;

const int leaf_shape_leaf = 0;
const int leaf_shape_petal = 1;
const int leaf_shape_pad = 2;

struct LeafParams {
  PondParams pond;
  vec2 center;
  vec2 wind;
  vec2 drift;    // of the waves, m/s
  float slides;  // 1: down the slopes of the surface; 0: the drift has what these do
  float radius, size, variety, tether;
  float gravity;
  uint first, count;  // range of leaves of this kind
  uint total;         // leaves of the scene
  uint index;         // number of this kind
  uint water;
  int seed;
  float time;
};

// Grid that receives leaves from another grid.
struct LeafWay {
  vec2 low, high;  // bounds of its grid, world x and z
  uint water;
};
const int leaf_most_ways = 8;
struct LeafWays {
  LeafWay v[8];
  int count;
};
const float leaf_passes = 0.02f;  // m/s: slower water does not carry a leaf across a side
const float leaf_skid = 0.05f;    // m: height of a leaf above the level beyond which it falls

// Push constants of one draw call.
struct LeafLook {
  vec4 color;  // linear albedo; w: variation among leaves
  int shape;
  int seed;
  float season;
};

// Time in which a floating leaf takes on the velocity of the water around it, s.
const float leaf_response = 0.25f;

SHARED_END
#endif
