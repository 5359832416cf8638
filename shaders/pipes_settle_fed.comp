// Water with sources, drains or edges that keep their level.
#define PIPES_FED
#include "lib/pipes_settle.glsl"
