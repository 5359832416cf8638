// Parameters of the HUD's draw calls.
#ifndef PASSES_PICTURE_HUD_PARAMS_H
#define PASSES_PICTURE_HUD_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

struct HudVertex {
  vec2 position;  // pixels
  vec2 uv;
  uint color;
};

struct HudParams {
  vec4 clip;          // pixels: left, top, right, bottom
  vec2 inverse_size;  // of the picture
  uint pictures;      // 1: uv are in the atlas of pictures
};

SHARED_END
#endif
