// Particles in the order of their cells, and within a cell in the order that they had.
#include "passes/sph/sph_params.h"
#include "sort/sorted.glsl"
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
  uint to = sorted_place(starts, arrived, texelFetch(slots, int(i)).x, i);
  origins.v[to] = i;
  sorted_position.v[to] = texelFetch(position, int(i));
  sorted_velocity.v[to] = texelFetch(velocity, int(i));
}
