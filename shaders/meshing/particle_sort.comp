// Sorted positions: by bin, within a bin by index; deterministic.
#include "meshing/particle_bins.glsl"
#include "sort/sorted.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform usamplerBuffer slots;
layout(binding = 2, scalar) readonly buffer CountBlock { uint v; } count;
layout(binding = 3) uniform usamplerBuffer starts;
layout(binding = 4) uniform usamplerBuffer arrived;
layout(binding = 5, std430) writeonly buffer SortedBlock { vec4 v[]; } sorted;
layout(binding = 6, scalar) writeonly buffer OrderBlock { uint v[]; } order;  // where each was before

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= min(count.v, params.p.capacity)) return;
  uint bin = texelFetch(slots, int(i)).x;
  if (bin == in_no_cell) return;
  uint to = sorted_place(starts, arrived, bin, i);
  sorted.v[to] = vec4(texelFetch(position, int(i)).xyz, bin_bits(bin));
  order.v[to] = i;
}
