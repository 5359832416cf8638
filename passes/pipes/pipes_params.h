// Parameters and formulas of the pipe solver's kernels. Planes hold one value per column, row after row along z; rows
// are padded to a multiple of 4. Levels and beds count from the grid's origin.y. Sizes and edges are specialization
// constants (shaders/columns/grid.glsl).
#ifndef PASSES_PIPES_PIPES_PARAMS_H
#define PASSES_PIPES_PIPES_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::pipes)

const float pipes_largest = 65504.0f;  // m^2/s: largest discharge that a column stores, in half precision
const float pipes_film = 1e-6f;        // meters of head that hold to the ground and do not flow
// A pipe takes on at most this share of the mean flow around it in a sub-step: with what pipes_deepest_for lets
// through, omega^2 dt^2 < 3.61, waves stay stable under omega^2 dt^2 < 4 - 2 share.
const float pipes_most_mixed = 0.18f;
const float pipes_thin = 0.01f;    // meters: thinner water takes less of the wind, in proportion
const float pipes_margin = 2e-6f;  // share of a column that one step never takes: covers the rounding of its pipes

// One sub-step. A pipe of weight w = width / length carries Q in m^3/s; conductances make the isotropic 9-point
// Laplacian.
struct PipesParams {
  vec2 cell;        // meters
  float gravity;    // m/s^2
  vec3 weight;      // pipes along x, along z, along the diagonals
  float friction;   // 1/s
  float manning;    // g n^2
  float viscosity;  // m^2/s: least eddy viscosity between cells of a column
  float lag;        // u* by which the lowest cell is slower than the mean, in steady flow
  float weir;       // |q| <= weir h sqrt(g h)
  float rain;       // m/s
  float sink;       // m/s: evaporation and infiltration
  vec2 wind;        // stress of the wind over the water's density, m^2/s^2
  float mixing;     // m^2/s: eddy viscosity between columns
};

// The step that the water of the moment allows, chosen on the GPU. PipesSchedule: dt of the sub-steps in seconds, the
// depth in meters over which a pipe would be unstable at this dt, their number, 0; then twice three integers for each
// sub-step that was declared: workgroups of kernels that walk strips of rows, and of those with a thread per column; 0
// beyond the number.
const int pipes_schedule_header = 4;
const int pipes_schedule_stride = 6;

struct PipesScheduleParams {
  float dt;     // of the clock's step
  float omega;  // gravest frequency in a meter of water, 1/s
  int declared;
  int peaks;  // vec4s
  uvec3 strips;
  uvec3 each;
};

// Sub-steps that keep omega dt under 1.6 of its bound 2.
SHARED float pipes_sub_steps_for(float omega, float deepest, float dt) { return omega * sqrt(deepest) * dt / 1.6f; }

// Depth at which omega dt reaches 1.9.
SHARED float pipes_deepest_for(float omega, float dt) {
  float root = 1.9f / (omega * dt);
  return root * root;
}

// Pressure head * (1 - r^2 / radius^2)^2 around the way that the pointer went.
struct PipesPressParams {
  ivec2 count;
  vec2 motion;  // meters
  vec2 cell;
  vec3 weight;
  float radius;
  float head;     // meters of water
  float impulse;  // dt * gravity
  float deepest;
};

struct PipesCarryParams {
  vec2 cell;
  float quantum;  // m^2/s of a column's discharge
};

// Discharge per meter of width over a broad crest, or at a free edge: m^2/s.
SHARED float pipes_discharge(float coefficient, float gravity, float head) {
  return coefficient * head * sqrt(gravity * head);
}

// Free overfall at a bed step: the bed steps by over a third of the head and the receiver does not back it up.
SHARED bool pipes_falls(float step, float head, float receiver_over_sill) {
  return 3.0f * step > head && 3.0f * receiver_over_sill < 2.0f * head;
}

SHARED_END
#endif
