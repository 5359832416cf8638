#ifndef PASSES_WATER_WATER_DYE_PARAMS_H
#define PASSES_WATER_WATER_DYE_PARAMS_H
#include "passes/water/water_params.h"
SHARED_BEGIN(undine::water)

struct DyeParams {
  FieldParams field;
  float code;  // 1 + index of the surface
  float ior;
};

SHARED_END
#endif
