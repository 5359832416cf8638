#include "lib/water_surface.glsl"
