#define POISSON_VARIED
#include "lib/poisson_residual.glsl"
