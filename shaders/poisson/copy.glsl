// Converts between rows of nz * nx floats and planes of one color. PACKED: nx is a multiple of 4.
#include "passes/poisson/poisson_params.h"
layout(push_constant, scalar) uniform ParamsBlock { PoissonCopyParams p; } params;

vec4 trim(vec4 v, int x, int nx) { return mix(vec4(0), v, lessThan(ivec4(x, x + 1, x + 2, x + 3), ivec4(nx))); }
