// Damped, over-relaxed or Jacobi sweep among obstacles and partly open faces.
#define POISSON_VARIED
#define POISSON_KEEPS
#include "lib/poisson_relax.glsl"
