#define WAVE_VARIED
#include "lib/wave_poke.glsl"
