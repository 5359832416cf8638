// Counts the particles of water in each bin, and numbers them in the order of arrival.
#include "lib/finite.glsl"
#include "passes/sort/counting_sort.h"
#include "spray/bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 1, scalar) readonly buffer PositionBlock { vec4 v[]; } position;
layout(binding = 2, scalar) readonly buffer CountBlock { uint v; } count;
layout(binding = 3, scalar) coherent buffer CountsBlock { uint v[]; } counts;
layout(binding = 4, scalar) writeonly buffer SlotsBlock { uvec2 v[]; } slots;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= min(count.v, params.p.water)) return;
  vec3 x = position.v[i].xyz;
  // A position that is not a number does not belong to a bin.
  if (!is_below(dot(x, x), 1e18)) {
    slots.v[i] = uvec2(in_no_cell, 0u);
    return;
  }
  uint bin = uint(bin_index(bin_at(x)));
  slots.v[i] = uvec2(bin, atomicAdd(counts.v[bin], 1u));
}
