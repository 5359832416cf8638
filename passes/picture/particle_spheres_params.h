#ifndef PASSES_PICTURE_PARTICLE_SPHERES_PARAMS_H
#define PASSES_PICTURE_PARTICLE_SPHERES_PARAMS_H
#include "passes/picture/field_view_params.h"
SHARED_BEGIN(undine::picture)

struct SpheresParams {
  FieldSource source;
  uint map;
  float radius;  // meters
};

SHARED_END
#endif
