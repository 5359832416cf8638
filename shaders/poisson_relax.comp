// Red-black sweep of an open rectangle.
#include "lib/poisson_relax.glsl"
