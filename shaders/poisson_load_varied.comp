#define POISSON_VARIED
#include "lib/poisson_load.glsl"
