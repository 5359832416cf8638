// Places in the order of bins, within a bin in that of the indices: the same every run.
#include "meshing/particle_bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer PositionBlock { vec4 v[]; } position;
layout(binding = 1, scalar) readonly buffer PlacesBlock { uvec2 v[]; } places;
layout(binding = 2, scalar) readonly buffer CountBlock { uint v; } count;
layout(binding = 3, scalar) readonly buffer StartsBlock { uint v[]; } starts;
layout(binding = 4, scalar) readonly buffer ArrivedBlock { uint v[]; } arrived;
layout(binding = 5, std430) writeonly buffer SortedBlock { vec4 v[]; } sorted;
layout(binding = 6, scalar) writeonly buffer OrderBlock { uint v[]; } order;  // where each was before

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= min(count.v, params.p.capacity)) return;
  uint bin = places.v[i].x;
  if (bin == no_block) return;
  uint begin = starts.v[bin], end = starts.v[bin + 1u], to = begin;
  for (uint k = begin; k < end; ++k) to += uint(arrived.v[k] < i);
  sorted.v[to] = vec4(position.v[i].xyz, uintBitsToFloat(bin));
  order.v[to] = i;
}
