// Water in cells of different depth that bodies float in.
#define PIPES_HULLS
#include "lib/pipes_push_layers.glsl"
