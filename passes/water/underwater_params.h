// Parameter block of the shaders of passes/water/underwater.h.
#ifndef PASSES_WATER_UNDERWATER_PARAMS_H
#define PASSES_WATER_UNDERWATER_PARAMS_H
#include "passes/water/water_params.h"
SHARED_BEGIN(undine::water)

struct UnderwaterParams {
  WaterBox box;  // of the water that the eye is in or close over
  int water;     // its index
  float rest;    // world y of its rest level
};

const float motes_side = 3.0f;  // meters: motes fill a cube around the eye, and come in again where they leave it

SHARED_END
#endif
