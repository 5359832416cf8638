// Structs of the kernels and shaders of fish, shared with C++.
#ifndef PASSES_WILDLIFE_FISH_PARAMS_H
#define PASSES_WILDLIFE_FISH_PARAMS_H
#include "passes/wildlife/pond_params.h"
SHARED_BEGIN(undine::wildlife)

// One fish. The first 8 floats are the field fish.state.
struct FishState {
  vec3 position;  // of the body's middle, world
  vec3 velocity;  // over ground
  float fright;   // 0 calm, 1 flees
  float phase;    // of the body's wave, radians
  float yaw;      // of its heading (cos, sin) along x and z
  float speed;    // through the water, m/s
  float pitch;    // radians, up
  float bend;     // of the body, towards the side that it turns to
  float level;    // of the surface above it, world y
  float depth;    // that it likes, metres below the surface
  float size;     // length, metres
  vec2 away;      // where it flees to, along x and z
  uint kind;      // index of its entry in the scene
  uint water;
};
const int fish_state_floats = 19;
const int fish_shown_floats = 8;

struct FishKind {  // as in the scene
  float length_, variety;
  vec2 center;
  float radius;
  float speed, burst;
  vec2 depth;
  float sight, space, cohesion, alignment, separation;
  float wander, carried, fear, startle, calm;
};

const int most_scares = 4;  // disturbances in one step

struct FishParams {
  PondParams pond;
  FishKind kind;
  uint first, count;  // of this kind
  uint total;         // of the scene
  uint index;         // of this kind
  uint water;
  int seed;
  float time;      // seconds
  vec4 scares[4];  // where the water was disturbed; w: how strongly, 0: not
};

// Push constants of one draw call.
struct FishLook {
  vec4 base;    // linear albedos; w: how far fish differ
  vec4 patch_;  // w: share of the back
  vec4 ink;     // w: share of the back
  int seed;
};

// The body in units of its length: x from the nose at 0.5 to the tail's tip at -0.5, y up.
const float fish_half_height = 0.11f;

// Sideways swing of the spine at a place s from nose (0) to tail (1): the wave runs backwards and grows.
SHARED float fish_swing(float s, float phase, float strength, float bend) {
  float grown = 0.012f + 0.10f * s * s;
  float c = s - 0.32f;
  return strength * grown * sin(phase - 5.2f * s) + 0.55f * bend * c * c;
}

SHARED_END
#endif
