// Detail and foam that move with the water's flow.
#define FLOW
#include "lib/water_surface.glsl"
