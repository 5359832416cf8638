// Residual or product of both colors, among obstacles and partly open faces.
#define POISSON_RESULT
#define POISSON_VARIED
#include "lib/poisson_residual.glsl"
