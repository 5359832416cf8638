// Sum of the counts of every tile.
#include "passes/sort/counting_sort.h"
#include "lib/shape.glsl"
layout(binding = 0) uniform usamplerBuffer counts;  // four counts
layout(binding = 1, scalar) writeonly restrict buffer Sums { uint v[]; } sums;

const uint quads = scan_tile / 4u / gl_WorkGroupSize.x;
shared uint parts[gl_WorkGroupSize.x];

void main() {
  uint first = gl_WorkGroupID.x * (scan_tile / 4u) + gl_LocalInvocationIndex * quads;
  uvec4 sum = uvec4(0u);
  for (uint k = 0u; k < quads; ++k) sum += texelFetch(counts, int(first + k));
  parts[gl_LocalInvocationIndex] = sum.x + sum.y + sum.z + sum.w;
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  uint total = 0u;
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) total += parts[k];
  sums.v[gl_WorkGroupID.x] = total;
}
