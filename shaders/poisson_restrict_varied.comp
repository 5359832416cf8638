#define POISSON_VARIED
#include "lib/poisson_restrict.glsl"
