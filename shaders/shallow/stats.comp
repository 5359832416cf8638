// Volume and energy.
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/stats.glsl"
