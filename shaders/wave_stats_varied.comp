#define WAVE_VARIED
#include "lib/wave_stats.glsl"
