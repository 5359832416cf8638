// Exclusive prefix sum of the counts: within a tile, plus the sum of previous tiles. Resets the counts to zero.
#include "passes/sort/counting_sort.h"
#include "lib/shape.glsl"
layout(binding = 0, scalar) restrict buffer Counts { uvec4 v[]; } counts;
layout(binding = 1, scalar) readonly buffer Sums { uint v[]; } sums;
layout(binding = 2, scalar) writeonly restrict buffer Starts { uvec4 v[]; } starts;

const uint quads = scan_tile / 4u / gl_WorkGroupSize.x;
const uint eights = (gl_WorkGroupSize.x + 7u) / 8u;
shared uint before[gl_WorkGroupSize.x];  // sums of the tiles that a thread has summed
shared uint parts[gl_WorkGroupSize.x];
shared uint parts_of_eight[eights], before_of_eight[eights];

void main() {
  uint me = gl_LocalInvocationIndex;
  uint tiles_before = 0u;
  for (uint t = me; t < gl_WorkGroupID.x; t += gl_WorkGroupSize.x) tiles_before += sums.v[t];
  before[me] = tiles_before;
  uint first = gl_WorkGroupID.x * (scan_tile / 4u) + me * quads;
  uvec4 own[quads];
  uint sum = 0u;
  for (uint k = 0u; k < quads; ++k) {
    own[k] = counts.v[first + k];
    sum += own[k].x + own[k].y + own[k].z + own[k].w;
  }
  parts[me] = sum;
  barrier();
  if (me < eights) {
    uvec2 all = uvec2(0u);
    for (uint t = 8u * me; t < min(8u * me + 8u, gl_WorkGroupSize.x); ++t) all += uvec2(parts[t], before[t]);
    parts_of_eight[me] = all.x;
    before_of_eight[me] = all.y;
  }
  barrier();
  uint at = 0u;
  for (uint t = 0u; t < eights; ++t) at += before_of_eight[t] + (t < me / 8u ? parts_of_eight[t] : 0u);
  for (uint t = me & ~7u; t < me; ++t) at += parts[t];
  for (uint k = 0u; k < quads; ++k) {
    uvec4 c = own[k];
    starts.v[first + k] = uvec4(at, at + c.x, at + c.x + c.y, at + c.x + c.y + c.z);
    at += c.x + c.y + c.z + c.w;
    counts.v[first + k] = uvec4(0u);
  }
}
