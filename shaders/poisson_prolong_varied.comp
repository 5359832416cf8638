#define POISSON_VARIED
#include "lib/poisson_prolong.glsl"
