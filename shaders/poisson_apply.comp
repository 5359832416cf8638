// Residual or product of both colors.
#define POISSON_RESULT
#include "lib/poisson_residual.glsl"
