#include "lib/poisson_load.glsl"
