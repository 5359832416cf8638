// Water that bodies float in.
#define PIPES_HULLS
#include "lib/pipes_push.glsl"
