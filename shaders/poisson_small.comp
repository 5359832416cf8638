#include "lib/poisson_small.glsl"
