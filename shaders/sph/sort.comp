// Particles in the order of their cells, and within a cell in the order that they had: their rank among those that arrived
// there does not depend on who came first.
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform samplerBuffer velocity;
layout(binding = 2) uniform usamplerBuffer slots;
layout(binding = 3) uniform usamplerBuffer starts;
layout(binding = 4) uniform usamplerBuffer arrived;
layout(binding = 5, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 6, scalar) writeonly restrict buffer Positions { vec4 v[]; } sorted_position;
layout(binding = 7, scalar) writeonly restrict buffer Velocities { vec4 v[]; } sorted_velocity;

layout(binding = 8, scalar) writeonly restrict buffer Origins { uint v[]; } origins;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  int cell = int(texelFetch(slots, int(i)).x);
  int from = int(texelFetch(starts, cell).x), to = int(texelFetch(starts, cell + 1).x);
  uint rank = 0u;
  for (int k = from; k < to; ++k) rank += uint(texelFetch(arrived, k).x < i);
  origins.v[from + int(rank)] = i;
  sorted_position.v[from + int(rank)] = texelFetch(position, int(i));
  sorted_velocity.v[from + int(rank)] = texelFetch(velocity, int(i));
}
