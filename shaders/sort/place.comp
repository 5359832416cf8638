// Scatter pass of the counting sort: writes each item to its place in the range of its cell.
#include "passes/sort/counting_sort.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform usamplerBuffer slots;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2, scalar) readonly buffer Count { uint v; } count;
layout(binding = 3, scalar) writeonly restrict buffer Arrived { uint v[]; } arrived;
layout(push_constant, scalar) uniform ParamsBlock { uint capacity; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= min(count.v, params.capacity)) return;
  uvec2 slot = texelFetch(slots, int(i)).xy;
  if (slot.x != in_no_cell) arrived.v[texelFetch(starts, int(slot.x)).x + slot.y] = i;
}
