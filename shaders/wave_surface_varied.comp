#define WAVE_VARIED
#include "lib/wave_surface.glsl"
