#define WAVE_VARIED
#include "lib/wave_displace.glsl"
