// What the kernels between waters share with the CPU (passes/grid/ledger_params.h: the quanta).
#ifndef PASSES_EXCHANGE_H
#define PASSES_EXCHANGE_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::exchange)

const uint exchange_group = 64u;
const uint exchange_most = 64u;        // particles of a strip in a clock step; the rest stays owed
const float exchange_dip = 0.5f;       // spacings under a surface at which a particle is the receiver's
const float exchange_drained = 0.75f;  // of a cell's depth that may go through a line in a clock step
const float exchange_ground = 0.75f;   // spacings over the receiver's ground

// Of an exchange, since the start; in quanta.
struct ExchangeTally {
  uvec2 given, owed;
  uvec2 particles;
  uvec2 momentum[3];
};

struct ExchangeEmitParams {
  vec3 corner;  // of the first column at the edge; y of the grid's origin
  vec3 outwards, along;
  float width;  // of a column
  int count, per, strips;
  uvec2 particle;  // quanta of one
  float spacing;
  float gravity;
  float dt;
  uint capacity;
  int begins;  // 1: the first of the clock step that gives these particles
};

struct ExchangeCatchParams {
  vec3 low, high;  // particles in this box
  vec2 corner;     // of cell 0 of the grid, x and z
  vec2 cell;
  float level;  // y of the grid's origin
  float spacing;
  ivec2 first, count;  // cells that may gain
  uvec2 particle;
  int grounded;  // 1: the grid's depth is known, and water may lie on its dry ground
};

// Of the line where columns end and another grid goes on. Places along it in cells of the grid: column k is at
// begin + (k + 1/2) ratio.
struct ExchangeLevelParams {
  int columns, cells;  // along the line
  float begin, ratio;
  int offset, inwards, stride;  // of the heights: of the first cell at the line, to the next row, to the next cell
  int rows;                     // 2: goes on from two rows to the line; 1: the nearest row's
  float scale, bias;            // height over the columns' origin, from the stored one
  vec2 metres;                  // of a cell for a quantum: two floats
  float ahead;                  // part of what came last by which the level stands too high
};
// The same in columns: cell k begins at begin + k ratio.
struct ExchangeJoinParams {
  int columns, cells;
  float begin, ratio;
  int offset, stride;  // of the grid's depths, if it can run dry: of the first cell at the line, to the next one
  float quanta;        // of a metre of a cell
};

SHARED_END
#endif
