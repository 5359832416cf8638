// Places of the lonely particles. `lonely` has become the number of those before each.
#include "lib/particle_bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, std430) readonly buffer SortedBlock { vec4 v[]; } sorted;
layout(binding = 1, scalar) readonly buffer LonelyBlock { uint v[]; } lonely;
layout(binding = 2, std430) writeonly buffer DropsBlock { vec4 v[]; } drops;
layout(binding = 3, scalar) writeonly buffer DrawBlock { uint v[]; } draw;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.capacity) return;
  uint to = lonely.v[i];
  if (lonely.v[i + 1u] != to) drops.v[to] = vec4(sorted.v[i].xyz, 1.0);
  if (i != 0u) return;
  draw.v[0] = 6u;
  draw.v[1] = lonely.v[params.p.capacity];
  draw.v[2] = 0u;
  draw.v[3] = 0u;
}
