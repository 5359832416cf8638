#include "lib/poisson_prolong.glsl"
