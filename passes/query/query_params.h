// Parameters of query/sample.comp.
#ifndef PASSES_QUERY_QUERY_PARAMS_H
#define PASSES_QUERY_QUERY_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::query)

// A place on a grid: the cell at whose middle it lies or beyond it, and how far towards the next one, 0 to 1.
struct QueryPoint {
  ivec2 cell;
  vec2 share;
};

struct QueryParams {
  uvec2 cells;
  uint offset, pitch;  // of the field's rows, floats
  uint components;     // 1 to 4
  uint count;          // of points
  float scale, bias;   // value = scale * stored + bias
};

SHARED_END
#endif
