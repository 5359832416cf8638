// Parameters of the wave solver's kernels. Planes are rows of whole vec4s along x: columns = ceil(nx / 4) vec4s per
// row; lanes beyond nx hold zero. Sizes and edges are specialization constants (shaders/wave/grid.glsl).
#ifndef PASSES_WAVE_WAVE_PARAMS_H
#define PASSES_WAVE_WAVE_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::wave)

const int wave_edge_wall = 0;
const int wave_edge_fixed = 1;
const int wave_edge_periodic = 2;
const int wave_edge_absorb = 3;

// One sub-step, dt long: next = h + inertia (h - h_prev) + force_x (d2 along x) + force_z (d2 along z).
// Plain water: damping and speed are in the numbers. Varied water: force = (dt/dx)^2 and the kernel applies face speeds
// and drag.
struct WaveParams {
  float force_x;
  float force_z;
  float inertia;
  float half_dt;  // varied: g = half_dt * drag of the cell; both new terms are divided by 1 + g
};

// A change of shape, added to both time levels, so that it starts at rest: amplitude * profile(r / radius), where r is
// the distance to the segment from `a` to `b` (grid coordinates in meters, corner of cell 0 is 0).
struct WavePokeParams {
  ivec2 first;  // the first cell of the box; may be negative on periodic sides
  ivec2 count;  // cells of the box
  vec2 a;
  vec2 b;
  vec2 cell;  // meters
  float radius;
  float amplitude;
  int neutral;  // 1: a profile without net volume for a round poke
};

// Source or sink in the cells of a box in a clock step: meters, a multiple of 2^-40 in two floats.
struct WaveFeedParams {
  ivec2 first;
  ivec2 count;
  vec2 meters;
  float sub_steps;  // that went by since the last; 0: rounding was taken back
};

struct WaveEdgeParams {
  vec2 cell;           // meters
  float dt;            // s
  float kick;          // share of dt for which what moves half a sub-step behind is pushed; 1/2 in the first step
  float speed;         // m/s; varied water takes it from the faces
  float half_dt_drag;  // damping * dt / 2; varied water: dt / 2
  int longest;         // cells that each side has in the state
  int incident_side;   // that waves come in over; -1: none
  float incident;      // their elevation at the end of the sub-step, m
};

struct WaveSurfaceParams {
  vec2 inverse_cell;  // 1/dx, 1/dz
};

// Rate of rise at the time of u_now.
struct WaveRateParams {
  WaveParams step;
  float inverse_dt;
};

struct WavePotentialParams {
  float push;          // gravity * dt; half of it in the first step
  float half_dt_drag;  // damping * dt / 2; varied water: dt / 2
};

struct WaveFlowParams {
  vec2 half_slope;     // 1 / (2 dx), 1 / (2 dz)
  float depth;         // of plain water, or 1 for velocities; varied discharges: 1 / gravity, for the faces' c^2
  float half_push;     // gravity * dt / 2: brings the velocity potential up to the time of u_now
  float half_dt_drag;  // damping * dt / 2; varied water: dt / 2
};

// Weights of the kinetic and potential parts of the energy.
struct WaveStatsParams {
  float inverse_dt;
  float stiffness_x;  // plain: (c/dx)^2; varied: 1/dx^2
  float stiffness_z;
  float half_push;    // gravity * dt / 2: brings the velocity potential up to the time of u_now
  float per_gravity;  // (1 / gravity)^2
};

// Sums of the displace kernel, in units of 2^-32 m, as high and low halves: what the surface rises by itself per step
// (0 between walls, but for rounding), and what it has risen unaccounted in this step; then the sum of the latter over
// all steps before.
const int wave_drift_counts = 8;

struct WaveDisplaceParams {
  float quantum;  // meters of column per count
  float level_quantum;
  ivec4 keepers;  // indices of the cells that are moved to keep the volume, alike: a symmetric water stays so
};

// Account since the start, in meters of columns, as integers of 64 bits of which 2^40 are one meter.
struct WaveTotals {
  uvec2 sources, drains;      // by drops, makers and pushes
  uvec2 edges_in, edges_out;  // through the borders
};
struct WaveMoved {  // into the water, through its borders
  uvec2 sum;
};
struct WaveTotal {
  uvec2 now, before;  // sums of the two levels
};
struct WaveBorderParams {
  WaveParams step;
  int longest;  // faces that each side has
};
struct WaveKeepParams {
  ivec4 keepers;  // indices of the floats that are moved to keep the volume
  int faces;      // of all borders
};

// Waves on a flow (passes/wave/wave_current.h). The schedule holds the length of a sub-step, how many are taken, and
// from word wave_carry_header on the arguments of the dispatches of each.
const uint wave_carry_header = 4u;
const float wave_carry_courant = 1.0f;
struct WaveCarryPaceParams {
  float dt;  // of the clock step
  float courant;
  int most;  // sub-steps
  uvec3 groups;
};
struct WaveCarryParams {
  vec2 per;          // share of the sub-step of this stage, over the cell: 1/m
  int longest;       // faces that each side has
  float inverse_dt;  // of the waves' own sub-step, 1/s
};

// Absorbing edges, whose outermost cells stand outside of the water: `flux` through the face between them and the next
// cells is c (h + correction) + bend, where bend_tt = -wave_edge_bend c^3 h_tt along the edge makes 45 degrees exact
// beside 0, and fades by wave_edge_fade per cell that a wave crosses. One WaveEdgeState per cell of each side.
struct WaveEdgeState {
  float flux;       // outwards, m^2/s, half a sub-step before the surface
  float bend;       // m^2/s
  float bend_rate;  // m^2/s^2, half a sub-step before
};
const float wave_edge_bend = 0.58578644f;  // 1 / (1 + cos 45 degrees)
const float wave_edge_fade = 2e-3f;

// Weights of the elevation at the face's middle: x on the outermost cell (the next two have 1/2 + 2 e and -e where it
// has 1/2 - e), y on the second difference along the edge. They undo the difference between cosines of half a cell and
// half a sub-step; over the bounds the edge of a step near the limit of stability would swing up.
// across, along: c dt / h across and along the edge.
SHARED vec2 wave_edge_weights(float across, float along) {
  float a = across * across, b = along * along;
  float e = (1.0f - a) * 0.125f, most = (2.8f - 2.7f * (a + b)) * 0.0625f;
  e = e < most ? e : most;
  return vec2(0.5f - (e > 0.0f ? e : 0.0f), (b < 0.5f ? b : 0.5f) * 0.125f);
}

SHARED_END
#endif
