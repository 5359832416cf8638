#include "lib/wave_edge_radiate.glsl"
