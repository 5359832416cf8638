// Volume and energy.
#include "pipes/each.glsl"
#include "columns/stats.glsl"
