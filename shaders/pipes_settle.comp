// Water that only rain and sinks change besides its pipes.
#include "lib/pipes_settle.glsl"
