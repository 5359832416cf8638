// Pressures of the particles, per rest density.
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer velocity;
layout(binding = 1, scalar) writeonly restrict buffer Pressures { float v[]; } pressure;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.grid.capacity) return;
  pressure.v[i] = sph_pressure(texelFetch(velocity, int(i)).w, params.p.stiffness);
}
