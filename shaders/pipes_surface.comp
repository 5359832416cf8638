// The surface of open water.
#include "lib/pipes_surface.glsl"
