// The surface of water that bodies float in.
#define PIPES_HULLS
#include "lib/pipes_surface.glsl"
