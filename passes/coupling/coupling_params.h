// Structs of the coupling kernels, shared by C++ and GLSL. Quanta: passes/ledger/ledger_params.h.
#ifndef PASSES_COUPLING_COUPLING_PARAMS_H
#define PASSES_COUPLING_COUPLING_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::coupling)

const uint coupling_group = 64u;
const uint absorb_threads = 128u;              // per workgroup
const float max_emission_delay = 1.0f;         // s without room for particles; then faces are ordinary
const uint max_emitted = 64u;                  // particles of a strip in a clock step
const float absorb_depth = 0.5f;               // spacings below a surface
const float max_drained_share = 0.75f;         // of a cell's depth, per clock step
const float interface_dry_depth = 1e-6f;       // m
const float interface_unknown_speed = -1e30f;  // m/s
const float ground_clearance = 0.75f;          // spacings above the receiver's ground, for absorption
const float max_crater_cells = 3.0f;           // radius
const uint crater_side = 8u;                   // cells along a side of the box of a crater

// Totals of a coupling since the start, in quanta.
struct CouplingTotals {
  uvec2 given, pending;
  uvec2 particles;
  uvec2 momentum[3];
  uvec2 spilled;        // discarded over open edges while the particles were full
  uint waiting;         // particles that had no room in the last clock step
  uint found, arrived;  // while absorbing: number of candidates, and of workgroups that have finished
};

struct EmitParams {
  vec3 corner;  // of the first column at the edge; y of the grid's origin
  vec3 outwards, along;
  float width;  // of a column
  int count, per, strips;
  uvec2 particle;  // quanta of one
  float spacing;
  float gravity;
  float dt;
  uint capacity;
  int begins;  // 1: the first coupling of the clock step that emits these particles
  vec2 cell;   // of the columns, m; of bed steps inside of a grid
};

// Rollback of strips to their columns.
struct RollbackParams {
  int side, first, count, per;  // along an edge
  int strips;
  ivec2 cells;  // of the grid
};

struct AbsorbParams {
  vec3 low, high;  // particles in this box
  vec2 corner;     // of cell 0 of the grid, x and z
  vec2 cell;
  float level;  // y of the grid's origin
  float spacing;
  float gravity;       // m/s^2, of a drop's crater
  ivec2 first, count;  // cells that may receive
  uvec2 particle;
  uint capacity;
  int grounded;    // 1: the grid's depth is known, and dry ground absorbs
  uint stamp;      // unique to the clock step, not 0
  ivec2 periodic;  // along x and z
};

// Levels at an interface. Places along it in cells of the grid: column k is at
// begin + (k + 1/2) ratio. What is told of the grid are two floats of each column, its level over the columns' origin
// and how much more that is on the line; then four of each: its ground as the levels, how deep it is, the speed of its
// water along the line (interface_unknown_speed: nobody knows), 0.
struct InterfaceLevelParams {
  int columns, cells;  // along the line
  float begin, ratio;
  int offset, inwards, stride;  // of the heights: of the first cell at the line, to the next row, to the next cell
  int rows;                     // 2: goes on from two rows to the line; 1: the nearest row's
  float scale, bias;            // height over the columns' origin, from the stored one
  vec2 meters;                  // of a cell for a quantum: two floats
  float ahead;                  // part of what came last by which the level stands too high
  ivec3 heads;                  // of what hulls add to the level: as offset, inwards and stride, in pairs
  ivec3 depths;                 // of the grid's depths, if it can run dry: as offset, inwards and stride
  ivec2 flow;                   // of its velocities along the line, if they are known: as offset and stride
};
// The same in columns: cell k begins at begin + k ratio.
struct InterfaceDepositParams {
  int columns, cells;
  float begin, ratio;
  int offset, stride;  // of the grid's depths, if it can run dry: of the first cell at the line, to the next one
  float quanta;        // of a meter of a cell
};

// Velocity of a flow on the faces of waves. Places are in cells of the flow: the waves' grid begins at `begin`, its
// cells are `ratio` long.
struct CurrentParams {
  vec2 begin, ratio;
  vec2 low, high;       // there is a current between
  vec2 inverse_cell;    // of the waves, 1/m
  ivec2 places, cells;  // of the waves, and one; of the flow
  int offset, pitch;    // of the velocities, in floats
};
struct CurrentPeakParams {
  int count;
};

SHARED_END
#endif
