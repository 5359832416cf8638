// Parameter blocks of the tone map's shaders.
#ifndef PASSES_PICTURE_TONEMAP_PARAMS_H
#define PASSES_PICTURE_TONEMAP_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

struct TonemapParams {
  vec2 size;  // of the image that is written
  float exposure;
  vec2 glare;      // shares of the highlights' light that spread a little and far
  float seed;      // of the dither
  uint antialias;  // 1: alpha carries luma for the next node
};

struct GlareParams {
  vec2 step;  // uv of one texel along the blur; of the source image in the first node
  float exposure;
  float threshold;  // exposed radiance over which light glares
};

struct FxaaParams {
  vec2 texel;  // uv of one pixel
};

SHARED_END
#endif
