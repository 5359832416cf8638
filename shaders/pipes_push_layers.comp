// Water in cells of different depth on the ground alone.
#include "lib/pipes_push_layers.glsl"
