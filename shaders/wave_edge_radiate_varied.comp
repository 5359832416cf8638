#define WAVE_VARIED
#include "lib/wave_edge_radiate.glsl"
