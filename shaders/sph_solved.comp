// Pressures of the incompressible model, per rest density: of both solves together.
#include "passes/sph.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer last;
layout(binding = 1, scalar) writeonly restrict buffer Pressures { float v[]; } pressure;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.grid.capacity) return;
  vec2 p = texelFetch(last, int(i)).xy;
  pressure.v[i] = p.x + p.y;
}
