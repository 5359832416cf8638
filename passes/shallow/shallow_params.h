// Parameters and formulas of the shallow-water solver's kernels. Planes hold one value per column as in
// passes/columns/columns_params.h. A texel of water is depth, its rounding rest (meters), and the discharge per meter
// of width along x and z (m^2/s).
#ifndef PASSES_SHALLOW_SHALLOW_PARAMS_H
#define PASSES_SHALLOW_SHALLOW_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::shallow)

const float shallow_film = 1e-7f;       // meters: thinner water holds to the ground
const float shallow_slow = 1e-4f;       // meters: velocities of thinner water are desingularized
const float shallow_thin = 0.01f;       // meters: thinner water takes less of the wind, in proportion
const float shallow_theta = 1.8f;       // of the generalized minmod limiter: 1 minmod, 2 monotonized central
const float shallow_climb_low = 0.01f;  // squares of the Froude number on a step between which the hydrostatic
const float shallow_climb_high = 0.1f;  // reconstruction gives way to one that keeps the head
const float shallow_wall_slope = 3.0f;  // a wall rises by over these times the rise of the ground that leads to it
const float shallow_margin = 4e-6f;     // share of a column that one step never takes
const float shallow_most_mixed = 0.2f;  // of nu dt / dx^2, for its explicit step

const int shallow_eddies_none = 0;
const int shallow_eddies_constant = 1;
const int shallow_eddies_depth = 2;
const int shallow_eddies_smagorinsky = 3;

struct ShallowParams {
  vec2 cell;         // meters
  float gravity;     // m/s^2
  float friction;    // 1/s
  float manning;     // g n^2
  float fastest;     // m/s: more than any water of the scene can reach by falling
  float share;       // of a column that may leave through one of its sides in a stage
  float rain, sink;  // m/s
  vec2 wind;         // stress over density, m^2/s^2
  float viscosity;   // m^2/s, or the coefficient of the model
  vec4 inflow;       // m^2/s into the grid, of discharge edges: -x +x -z +z
  // Incident waves: elevation over the still level at the beginning and the end of the clock step, m; velocity inwards
  // at these times, m/s.
  vec4 waves;
  float per_step;                   // 1/s: one over the clock step
  int waves_side;                   // the side that they come over; -1: none
  int waves_speed;                  // 1: their velocity is told
  int stage;                        // of Heun's method: 0 or 1
  float jump;                       // part of the jump at faces of smooth water that is kept
  float waves_square;               // of their frequency, 1/s^2, with dynamic pressure; else 0
  int layers;                       // of the dynamic pressure
  float waves_normal, waves_leave;  // cosines of their angle with the normal of the side and of the one opposite
};

// The schedule: dt of the sub-step in seconds, seconds of the clock step that are left behind it, sub-steps taken so
// far, blocks visited; then nine integers for each that was declared: workgroups of kernels over blocks, of those over
// columns at the border, and of those over columns in rectangles.
const int shallow_schedule_header = 4;
const int shallow_schedule_stride = 9;
const uint shallow_most_groups = 32768u;  // along x; Vulkan promises 65,535

// Blocks, the columns of a workgroup: it holds water; it may get some from a source or over an edge.
const uint shallow_block_holds = 1u;
const uint shallow_block_fed = 2u;

struct ShallowPaceParams {
  float dt;  // of the clock's step
  float courant;
  int sub_step;  // of those declared
  int declared;
  float per_root;  // speed over length, 1/s, of a front in a meter of water that was poured
  ivec2 blocks;
  uvec3 edges, rectangles;
  uint all;  // 1: visit every block
};

// Dynamic pressure (passes/shallow/dynamic_pressure.h).
const int pressure_most_modes = 2;
const float pressure_least = 1e-3f;       // meters: shallower water is hydrostatic
const float shallow_smooth_slope = 0.3f;  // of level and depth, and
const float shallow_smooth_depth = 0.5f;  // change over the depth, up to which dispersive water is smooth (smooth.glsl)
const float shallow_smooth_jump =
    2.7f;  // times courant^3: part of the jump at a face that is kept; Heun's method needs 1.5
const float pressure_breaks = 0.6f;   // of sqrt(g h): a surface that rises faster breaks
const float pressure_goes_on = 0.3f;  // the same beside or in water that breaks already
const float pressure_pinned = 1e3f;   // times the weight of its faces: a column without dynamic pressure

// Modes of the pressure: a and lambda of the dispersion relation, one pair per layer. Those of two layers have the
// least error of the phase speed up to k h = 8; the sum of a is 1/3, as long waves need.
SHARED vec2 pressure_mode(int layers, int mode) {
  if (layers < 2) return vec2(1.0f / 3.0f, 1.159f / 3.0f);
  return mode == 0 ? vec2(0.329751f, 0.402283f) : vec2(1.0f / 3.0f - 0.329751f, 0.026017f);
}

// Square of the frequency times h / g, of (k h)^2 = x; and its derivative.
SHARED vec2 pressure_relation(int layers, float x) {
  vec2 y = vec2(x, 1.0f);
  for (int i = 0; i < layers; ++i) {
    vec2 m = pressure_mode(layers, i);
    float d = 1.0f + m.y * x;
    y = y - vec2(m.x * x * x / d, m.x * x * (2.0f + m.y * x) / (d * d));
  }
  return y;
}

// (k h)^2 of a wave with y = frequency^2 h / g, by Newton's method from that of long or of deep water.
SHARED float pressure_wavenumber(int layers, float y) {
  float x = max(y, y * y);
  for (int n = 0; n < 8; ++n) {
    vec2 f = pressure_relation(layers, x);
    x = max(x - (f.x - y) / f.y, 0.0f);
  }
  return x;
}

struct ShallowPressureParams {
  vec2 cell;  // meters
  float gravity;
  int sub_step;
  int layers;
  float waves_square;  // of the frequency of waves from a sea, 1/s^2; 0: none
};

struct ShallowPointerParams {
  ivec2 count;
  vec2 motion;
  vec2 cell;
  float radius;
  float head;
  float impulse;  // dt * gravity
};

const float shallow_lean =
    0.25f;  // of the depth at an edge, by which it may differ from the nearest column's beyond it

// Depths of the water beyond a line that may be asked of it: more than it has, so that water which falls through the
// line is drawn off as it comes (its wall throws some back), but not a level that stands on a film.
const float shallow_lent = 16.0f;

// Over the low side of a column: from the column below it, towards higher x or z; from the column itself.
const uint shallow_falls_up = 1u;
const uint shallow_falls_down = 2u;

struct ShallowOverfallParams {
  int strips;
  float under;  // m under the bed step: where a fall begins
};

struct ShallowImposeLevelParams {
  int side, first, count;  // columns along an edge
};

SHARED_END
#endif
