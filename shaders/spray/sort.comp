// Sorts water particles by bin, within a bin by index; deterministic.
#include "sort/sorted.glsl"
#include "spray/bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 1, scalar) readonly buffer PositionBlock { vec4 v[]; } position;
layout(binding = 2, scalar) readonly buffer VelocityBlock { vec4 v[]; } velocity;
layout(binding = 3) uniform usamplerBuffer slots;
layout(binding = 4, scalar) readonly buffer CountBlock { uint v; } count;
layout(binding = 5) uniform usamplerBuffer starts;
layout(binding = 6) uniform usamplerBuffer arrived;
layout(binding = 7, scalar) writeonly buffer PlacesBlock { vec4 v[]; } sorted_position;
layout(binding = 8, scalar) writeonly buffer MotionsBlock { vec4 v[]; } sorted_velocity;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= min(count.v, params.p.water)) return;
  uint bin = texelFetch(slots, int(i)).x;
  if (bin == in_no_cell) return;
  uint to = sorted_place(starts, arrived, bin, i);
  sorted_position.v[to] = position.v[i];
  sorted_velocity.v[to] = velocity.v[i];
}
