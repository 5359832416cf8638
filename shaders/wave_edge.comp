#include "lib/wave_edge.glsl"
