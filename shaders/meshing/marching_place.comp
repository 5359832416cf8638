// A record for every vertex and triangle, in the order of the grid, so that the threads that make them are all busy.
#include "meshing/marching.glsl"
layout(binding = 3, std430) readonly buffer CasesBlock { uvec2 v[]; } cases;
layout(binding = 4, std430) readonly buffer TotalsBlock { uvec2 v[]; } totals;
layout(binding = 5, std430) buffer CutsBlock { uvec4 v[]; } cuts;  // w becomes the place of the word's first vertex
layout(binding = 6, std430) writeonly buffer VertexRecordsBlock { uint v[]; } vertex_records;
layout(binding = 7, std430) writeonly buffer TriangleRecordsBlock { uvec2 v[]; } triangle_records;

void main() {
  uint first = gl_GlobalInvocationID.x * uint(across);
  uint slot = first / block_words;
  if (slot >= slot_count()) return;
  ivec3 block = block_at(slot);
  uvec2 group_first = totals.v[gl_WorkGroupID.x];
  for (uint k = 0u; k < uint(across); ++k) {
    uvec4 cut = cuts.v[first + k];
    uvec2 at = group_first + uvec2(cut.w >> 16, cut.w & 0xffffu);
    cuts.v[first + k].w = at.x;
    uint word = first % block_words + k;
    uint s[8];
    corners_of(block, slot, word, s);
    uint cells = cells_cut(s, cells_within(block, word));
    for (int axis = 0; axis < 3; ++axis) {
      for (uint left = cut[axis]; left != 0u && at.x < params.p.vertex_capacity; left &= left - 1u)
        vertex_records.v[at.x++] = (first + k) << 7 | uint(axis) << 5 | uint(findLSB(left));
    }
    for (; cells != 0u; cells &= cells - 1u) {
      int bit = findLSB(cells);
      uint inside = case_of(s, bit), count = cases.v[inside].y >> 28;
      for (uint t = 0u; t < count && at.y < params.p.triangle_capacity; ++t)
        triangle_records.v[at.y++] = uvec2((first + k) << 5 | uint(bit), inside | t << 8);
    }
  }
}
