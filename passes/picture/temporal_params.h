// Parameter block of picture/resolve.frag.
#ifndef PASSES_PICTURE_TEMPORAL_PARAMS_H
#define PASSES_PICTURE_TEMPORAL_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

struct ResolveParams {
  vec2 size;    // of the picture that is written
  vec2 drawn;   // of the picture that was drawn
  vec2 offset;  // of its samples from the middles of its pixels, in those
  float exposure;
  float most;   // samples that a pixel remembers
  float near;   // plane, meters
  float still;  // 1: no time has passed since the picture before
};

struct EnlargeParams {
  vec2 drawn;  // pixels of the picture that is enlarged
};

SHARED_END
#endif
