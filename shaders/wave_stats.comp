#include "lib/wave_stats.glsl"
