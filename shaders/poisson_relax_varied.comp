// Red-black sweep among obstacles and partly open faces.
#define POISSON_VARIED
#include "lib/poisson_relax.glsl"
