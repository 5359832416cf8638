// Structs of the kernels and shaders of fish, shared by C++ and GLSL.
#ifndef PASSES_AGENTS_FISH_PARAMS_H
#define PASSES_AGENTS_FISH_PARAMS_H
#include "passes/agents/pond_params.h"
SHARED_BEGIN(undine::agents)

// One fish. The first 8 floats are the field fish.state.
struct FishState {
  vec3 position;  // center of the body, world
  vec3 velocity;  // over ground
  float fright;   // 0 calm, 1 flees
  float phase;    // phase of the body's wave, radians
  float yaw;      // heading (cos, sin) along x and z
  float speed;    // through the water, m/s
  float pitch;    // radians, up
  float bend;     // curvature of the body, towards the inside of its turn
  float level;    // water level above it, world y
  float depth;    // preferred depth, meters below the surface
  float size;     // length, meters
  vec2 away;      // flight direction, along x and z
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
  uint first, count;  // range of fish of this kind
  uint total;         // fish of the scene
  uint index;         // number of this kind
  uint water;
  int seed;
  float time;      // seconds
  vec4 scares[4];  // places of disturbances; w: strength, 0: unused entry
};

// Push constants of one draw call.
struct FishLook {
  vec4 base;    // linear albedos; w: variation among fish
  vec4 patch_;  // w: share of the back
  vec4 ink;     // w: share of the back
  int seed;
};

// Body in units of its length: x from the nose at 0.5 to the tail's tip at -0.5, y up.
const float fish_half_height = 0.11f;

// Sideways swing of the spine at a place s from nose (0) to tail (1): the wave runs backwards and grows.
SHARED float fish_swing(float s, float phase, float strength, float bend) {
  float grown = 0.012f + 0.10f * s * s;
  float c = s - 0.32f;
  return strength * grown * sin(phase - 5.2f * s) + 0.55f * bend * c * c;
}

SHARED_END
#endif
