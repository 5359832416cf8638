#define POISSON_VARIED
#define POISSON_PACKED
#include "lib/poisson_load.glsl"
