// Sorts particles by cell, stable within a cell.
#include "sph/grid.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform samplerBuffer velocity;
layout(binding = 2) uniform usamplerBuffer slots;   // cell; the one of it that arrived before
layout(binding = 3) uniform usamplerBuffer starts;
layout(binding = 4) uniform usamplerBuffer newest;  // of every cell
layout(binding = 5, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 6, scalar) writeonly restrict buffer Positions { vec4 v[]; } sorted_position;
layout(binding = 7, scalar) writeonly restrict buffer Velocities { vec4 v[]; } sorted_velocity;
layout(binding = 8, scalar) writeonly restrict buffer Origins { uint v[]; } origins;
layout(binding = 9, scalar) writeonly restrict buffer Sums { uint v[]; } sums;
layout(binding = 10, scalar) writeonly restrict buffer Packed { uint v[]; } packed;
layout(push_constant, scalar) uniform ParamsBlock { SphSortParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  // For the next sort.
  for (uint k = i; k < params.p.tiles; k += gl_NumWorkGroups.x * gl_WorkGroupSize.x) sums.v[k] = 0u;
  if (i >= control.c.count) return;
  int cell = int(texelFetch(slots, int(i)).x);
  uint from = texelFetch(starts, cell).x, to = from, size = texelFetch(starts, cell + 1).x - from;
  uint other = texelFetch(newest, cell).x;
  while (size > 0u) {
    to += uint(other < i);
    if (--size == 0u) break;  // no turn for nothing
    other = texelFetch(slots, int(other)).y;
  }
  origins.v[to] = i;
  vec4 place = texelFetch(position, int(i));
  sorted_position.v[to] = place;
  packed.v[to] = sph_packed(place.xyz, params.p.grid);
  sorted_velocity.v[to] = texelFetch(velocity, int(i));
}
