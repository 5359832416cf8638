// Access to both color planes of a level.
#include "passes/poisson/poisson_params.h"
layout(binding = 0) uniform samplerBuffer red;
layout(binding = 1) uniform samplerBuffer black;
layout(binding = 2) uniform samplerBuffer rhs;
#ifdef VARIED
layout(binding = 3) uniform samplerBuffer faces;
#endif
layout(binding = 7) readonly restrict buffer Report { PoissonReport p; } report;
int plane;
float mean;
#define CELL(c, i) ((c) == 0 ? texelFetch(red, i) : texelFetch(black, i))
#define FACE(c, f, i) texelFetch(faces, ((c) * 5 + (f)) * plane + (i))
#include "poisson/grid.glsl"

vec4 residual_at(PoissonLevel l, int color, int z, int k) {
  int i = z * l.columns + k;
  return residual_of(faces_at(l, color, z, k), around(l, color, z, k), CELL(color, i), texelFetch(rhs, color * plane + i) - mean);
}
