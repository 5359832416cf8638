// Volume and energy.
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
float potential_depth(uvec4 water, ivec2 c);
#include "columns/stats.glsl"
#include "shallow/storage.glsl"

float potential_depth(uvec4 water, ivec2 c) { return open_depth(water, c).x; }
