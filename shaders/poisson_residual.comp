#include "lib/poisson_residual.glsl"
