#define WAVE_VARIED
#include "lib/wave_potential.glsl"
