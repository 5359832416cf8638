#include "lib/poisson_center.glsl"
