#include "lib/wave_edge_gather.glsl"
