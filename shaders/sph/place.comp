// Particles of every cell, in the order of their arrival.
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform usamplerBuffer slots;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) writeonly restrict buffer Arrived { uint v[]; } arrived;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  uvec2 slot = texelFetch(slots, int(i)).xy;
  arrived.v[texelFetch(starts, int(slot.x)).x + slot.y] = i;
}
