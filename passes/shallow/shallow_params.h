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
const float pressure_order = 1.159f;  // alpha of the dispersion relation (dynamic_pressure.h); 1: Serre's equations
const float pressure_inertia =
    pressure_order * 4 / 3;               // of the mean vertical velocity: it varies linearly over the depth
const float pressure_least = 1e-3f;       // meters: shallower water is hydrostatic
const float shallow_smooth_slope = 0.3f;  // of level and depth, and
const float shallow_smooth_depth = 0.5f;  // change over the depth, up to which dispersive water is smooth (smooth.glsl)
const float shallow_smooth_jump =
    2.7f;  // times courant^3: part of the jump at a face that is kept; Heun's method needs 1.5
const float pressure_breaks = 0.6f;   // of sqrt(g h): a surface that rises faster breaks
const float pressure_goes_on = 0.3f;  // the same beside or in water that breaks already
const float pressure_pinned = 1e3f;   // times the weight of its faces: a column without dynamic pressure

struct ShallowPressureParams {
  vec2 cell;  // meters
  float gravity;
  int sub_step;
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
