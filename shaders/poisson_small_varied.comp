#define POISSON_VARIED
#include "lib/poisson_small.glsl"
