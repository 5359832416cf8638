// Water on the ground alone.
#include "lib/pipes_push.glsl"
