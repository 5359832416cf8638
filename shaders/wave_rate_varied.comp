#define WAVE_VARIED
#include "lib/wave_rate.glsl"
