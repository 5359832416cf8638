// Parameter block of picture/accumulate.comp.
#ifndef PASSES_PICTURE_ACCUMULATE_PARAMS_H
#define PASSES_PICTURE_ACCUMULATE_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

struct AccumulateParams {
  ivec2 size;
  float weight;  // of this picture
  int first;     // 1: the sum begins
};

SHARED_END
#endif
