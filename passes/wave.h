// Parameters of the wave solver's kernels. Planes are rows of whole vec4s along x: columns = ceil(nx / 4) vec4s per
// row; lanes beyond nx hold zero. Sizes and edges are specialization constants (shaders/lib/wave_grid.glsl).
#ifndef PASSES_WAVE_H
#define PASSES_WAVE_H
#include "engine/core/shared.h"
SHARED_BEGIN

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
// the distance to the segment from `a` to `b` (grid coordinates in metres, corner of cell 0 is 0).
struct WavePokeParams {
  ivec2 first;  // the first cell of the box; may be negative on periodic sides
  ivec2 count;  // cells of the box
  vec2 a;
  vec2 b;
  vec2 cell;  // metres
  float radius;
  float amplitude;
  int neutral;  // 1: a profile without net volume for a round poke
};

struct WaveEdgeParams {
  vec2 dt_cell;        // dt/dx, dt/dz
  float speed;         // m/s; varied water takes it from the faces
  float half_dt_drag;  // damping * dt / 2; varied water: dt / 2
};

struct WaveSurfaceParams {
  vec2 inverse_cell;  // 1/dx, 1/dz
};

// Rate of rise at the time of u_now.
struct WaveRateParams {
  WaveParams step;
  float inverse_dt;
};

// Weights of the kinetic and potential parts of the energy.
struct WaveStatsParams {
  float inverse_dt;
  float stiffness_x;  // plain: (c/dx)^2; varied: 1/dx^2
  float stiffness_z;
};

// Sums of the displace kernel, in units of 2^-32 m, as high and low halves: what the surface rises by itself per step
// (0 between walls, but for rounding), and what it has risen unaccounted in this step; then the sum of the latter over
// all steps before.
const int wave_drift_counts = 8;

struct WaveDisplaceParams {
  float quantum;  // metres of column per count
  float level_quantum;
  int keeper;  // index of the cell that is moved to keep the volume
};

// Profile of a poke: 1 in the middle, 0 at the rim. s = (r / radius)^2. Popov's paraboloid, or one without net volume.
SHARED float wave_poke_profile(float s, int neutral) {
  if (s >= 1.0f) return 0.0f;
  return neutral != 0 ? (1.0f - s) * (1.0f - 3.0f * s) : 1.0f - s;
}

// Higdon's boundary operator of one angle as a box scheme: 1 + x T + y S + z T S (T: one step back, S: one cell
// inwards), lambda = c dt / h along the normal, beta = cos of the angle it absorbs, drag = gamma dt / 2 and a pull to
// the rest level. The product of two operators without a pull lets a level pass that grows with time: the fast pull on
// the second stops that, the slow one on the first brings the level back. Both are per cell that a wave crosses.
const float wave_pull_slow = 5e-5f;
const float wave_pull_fast = 1e-2f;
SHARED vec3 wave_radiation(float lambda, float beta, float drag) {
  float scale = 1.0f / (beta + lambda + drag);
  return vec3(lambda - beta + drag, beta - lambda + drag, drag - beta - lambda) * scale;
}

SHARED_END
#endif
