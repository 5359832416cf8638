#define POISSON_VARIED
#include "lib/poisson_center.glsl"
