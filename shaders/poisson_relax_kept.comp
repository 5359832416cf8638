// Damped, over-relaxed or Jacobi sweep of an open rectangle.
#define POISSON_KEEPS
#include "lib/poisson_relax.glsl"
