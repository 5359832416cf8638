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
  ivec2 cells;      // of the grid
  int depth_pitch;  // of the columns of an embedded domain
  float quanta;     // of a meter of a column
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

// Embedded particle domain. Along each open side lie strips, `band` deep, in which particles
// come and go. A square of a spacing belongs to the strip of the side that it is nearest to.
struct EmbeddedSide {
  vec2 origin;  // x and z of the first column's corner on the line
  vec2 inwards, along;
  float length, width;  // m, of the line and of a strip
  int strips, first;    // how many, and the first of them
};
struct EmbeddedStrip {
  uvec2 pending;       // from the columns to the particles; negative: the other way
  vec2 speed;          // inwards and along, of what crossed last
  float floor, bed;    // under the particles in it and behind it; world y
  float level, drift;  // what comes from behind it, as it reaches the line: world y, and m/s inwards
  int followed;        // 1: since the start
};
struct EmbeddedObserved {  // what is behind a strip, one band from the line to two
  uint weight;
  int speed;  // inwards, times weight
};
struct EmbeddedSquare {  // 0: none there
  uint top;              // bits of the highest particle's height over the domain's floor, and 1
  uint found;            // capacity less the index of that particle
  uint room;             // bits of the height from which on a new particle in its middle is apart from all others
  uint placed;           // particles that have come
};
struct EmbeddedParams {
  vec3 low, high;  // the domain
  float spacing, band;
  ivec2 squares;
  int sides, strips;
  uint capacity;
  uvec2 particle;  // quanta of one
  int begins;      // 1: the first coupling of the clock step that emits these particles
  float swift;     // over the square root of the depth: m/s, of water that leaves nothing pending
  int layers;      // of a spacing, in the domain
};
// Spacings of depth in a strip that stay pending, either way, while no water passes: so much of a level is less than
// particles can tell. Water at rest trades nothing so; what is put on its even surface would be thrown up by it. It
// fades to nothing where water passes as over a step of embedded_swift spacings.
const float embedded_slack = 0.25f;
const float embedded_apart = 1.1f;  // spacings that a new particle is from those around
const float embedded_swift = 0.0625f;
const float embedded_squeeze = 2.0f;    // spacings between a mesh that moves and the side that it comes up to
const float embedded_weight = 1024.0f;  // units of a particle's share of a strip
const float embedded_speed = 16.0f;     // and of 1 m/s
struct EmbeddedFluxParams {             // of one side
  int side, columns;
  ivec2 first, along;  // the border column next to the line, and the step to the next one
  vec2 inwards;
  vec2 cell;
  float width;   // of a column along the line
  float across;  // share of the band's water that may leave in a clock step
  float level;   // y of the columns' origin
  float dt;
  float gravity;
  float per_weight;  // m of depth for a unit of weight, behind a strip
  float band;
  float per_pending;  // m of depth for a quantum that is pending
  int depth_pitch, bed_pitch, flow_pitch;
  float low;  // of the domain, world y
  float spacing;
  int layers;
  int heads_pitch;
};

SHARED_END
#endif
