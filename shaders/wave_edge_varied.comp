#define WAVE_VARIED
#include "lib/wave_edge.glsl"
