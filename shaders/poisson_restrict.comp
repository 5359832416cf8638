#include "lib/poisson_restrict.glsl"
