// Volume and energy.
#include "pipes/each.glsl"
float potential_depth(uvec4 water, ivec2 c) { return depth_of(water); }
#include "columns/stats.glsl"
