// Parameters of the kernels that all solvers of columns share. Planes hold one value per column, row after row along
// z; rows are padded to a multiple of 4. Levels and beds count from the grid's origin.y. Sizes and edges are
// specialization constants (shaders/columns/grid.glsl).
#ifndef PASSES_COLUMNS_COLUMNS_PARAMS_H
#define PASSES_COLUMNS_COLUMNS_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::columns)

const int column_edge_wall = 0;
const int column_edge_open = 1;
const int column_edge_level = 2;
const int column_edge_transmissive = 3;
const int column_edge_sea = 4;
const int column_edge_discharge = 5;

// Ground over origin.y of columns that particles stand in for, m: higher than any; dry, and walls to those around.
const float column_wall = 1e5f;

// The calm level follows the water within this time, in seconds. A level that follows late feeds the waves under a hull
// by at most 1 / (2 time); drag under hulls takes more.
const float calm_time = 4.0f;
const float calm_grounded = 0.5f;  // the same where hulls leave no room for waves

// 1/s: water under hulls is slowed by it.
const float hull_drag = 1.0f;
SHARED float hull_drag_of(float shut) { return shut > 0.0f ? hull_drag : 0.0f; }

// A pipe of which hulls leave no more than this passes nothing.
const float pipes_shut = 1e-3f;

// Cross-section of a pipe per meter of width: the mean depth of its ends, as the local inertial equations have it; over
// a step of the bed at most twice the head above it, which no harmonic mean of the two depths exceeds.
SHARED float pipes_aperture(float depth_a, float depth_b, float head) {
  return min(0.5f * (depth_a + depth_b), 2.0f * head);
}

// The pointer's ray between two heights over origin.y; places in meters from the corner of column 0.
struct FindParams {
  vec2 from, to;  // where it is high and low; the same: the place is known
  vec2 at;        // taken where it meets nothing
  vec2 cell;
  float high, low;
};

// Water poured on a disc of columns around the place found: depth * (1 - r^2 / radius^2).
struct PourParams {
  ivec2 count;  // columns of the box around it
  vec2 cell;
  float radius;
  float depth;
};

// Walls: columns [xy, zw) each, and the height of the top over origin.y.
const int most_gates = 16;
struct GatesParams {
  ivec4 box[16];
  vec4 top[16];
  ivec2 first, last;  // columns around all of them
  int gates;
  float base;  // origin.y
};

// Sources and drains whose rate changes over time: columns [xy, zw) each, and meters per second on each of them.
const int most_series = 16;
struct HydrographsParams {
  ivec4 box[16];
  vec4 rate[16];      // x
  ivec2 first, last;  // columns around all of them
  int count;
};

// Rain and sinks of a sub-step, m/s.
struct CountParams {
  float rain, sink;
  int longest;  // cells that each side has among those that are counted
};

// Stretches of the border where water passes and nobody else counts it.
const int most_borders = 16;
struct BorderParams {
  ivec4 range[16];  // side -x +x -z +z, first column along it, columns
  vec2 cell;
  int longest;
  int ranges;
};

// Sources and drains whose level changes over time: columns [xy, zw) each, the level over origin.y (x), and which of a
// column's four it sets (y: 1 the depth held, 2 the most depth).
struct LevelSeriesParams {
  ivec4 box[16];
  vec4 level[16];
  ivec2 first, last;  // columns around all of them
  int level_series;
};

// Water that hulls displace, in quanta of water column.
struct DisplaceParams {
  float quantum;
  float rest;
  int begins;          // 1: what floats from the start has displaced its water before
  int calm;            // 1: there is a calm level
  float push_quantum;  // m²/s of discharge per count of what meshes that move give; 0: nothing
};
struct CalmParams {
  float dt;   // seconds since the calm level was known last
  int known;  // 1: it was
};
struct ReactParams {
  float gravity;  // m/s^2
  vec2 cell;      // m
  vec3 weight;    // of pipes (PipesParams); of columns without them 0
};

struct SurfaceParams {
  vec2 inverse_cell;  // 1/m
  float fall;         // m/s^2: |u|^2 <= fall depth, of velocities that are shown
  float rest;         // level from which the picture counts
};
struct StatsParams {
  float gravity;
};
struct VelocityParams {
  float fall;
};
const float maxima_depth = 0.01f;  // meters: water that has come
struct MaximaParams {
  float time;  // s
  float fall;  // as VelocityParams
};

SHARED_END
#endif
