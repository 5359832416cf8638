#include "lib/wave_surface.glsl"
