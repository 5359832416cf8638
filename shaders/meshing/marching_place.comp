// Compacts vertices and intersected cells to records in grid order, so that no thread of the following kernels is
// idle.
#include "meshing/marching.glsl"
#include "meshing/marching_listed.glsl"
layout(binding = 3) uniform usamplerBuffer cases;
layout(binding = 4, std430) buffer ThreadsBlock { uvec4 v[]; } threads;  // w becomes the place of the thread's first triangle
layout(binding = 5, std430) readonly buffer TotalsBlock { uvec4 v[]; } totals;
layout(binding = 6, std430) writeonly buffer CutsBlock { uvec2 v[]; } cuts;  // along x, y, z of each word; place of the first vertex
layout(binding = 7, std430) writeonly buffer VertexRecordsBlock { uint v[]; } vertex_records;
layout(binding = 8, std430) writeonly buffer CellRecordsBlock { uvec2 v[]; } cell_records;

void main() {
  uint first = gl_GlobalInvocationID.x * uint(across), place = first / block_words, word = first % block_words;
  if (place >= listed_count()) return;
  uint slot = listed(place);
  first = slot * block_words + word;
  ivec3 block = block_at(slot);
  uvec3 at = totals.v[gl_WorkGroupID.x].xyz + threads.v[first / uint(across)].xyz;
  threads.v[first / uint(across)].w = at.y;
  at.y = 0u;
  Around around = blocks_around(block, slot);
  int z = int(word >> 1u);
  uvec4 low[owned_halves], high[owned_halves];
  layer_corners(around, z, word, low);
  UNROLL for (int layer = 0; layer < owned_layers; ++layer) {
    layer_corners(around, z + layer + 1, word, high);
    UNROLL for (int y = 0; y < owned_halves; ++y) {
      uint k = uint(2 * layer + y), name = first + k;
      uvec3 within = cells_within(block, word + k), left = edges_cut(low[y], high[y], within);
      if ((left.x | left.y | left.z) != 0u) {
        uvec2 ends = at.x + uvec2(bitCount(left.x), bitCount(left.x) + bitCount(left.y));
        cuts.v[3u * name] = uvec2(left.x, at.x);
        cuts.v[3u * name + 1u] = uvec2(left.y, ends.x);
        cuts.v[3u * name + 2u] = uvec2(left.z, ends.y);
      }
      for (; (left.x | left.y | left.z) != 0u && at.x < params.p.vertex_capacity; ++at.x) {
        uint axis = left.x != 0u ? 0u : left.y != 0u ? 1u : 2u;
        uint bits = axis == 0u ? left.x : axis == 1u ? left.y : left.z;
        vertex_records.v[at.x] = name << 7 | axis << 5 | uint(findLSB(bits));
        bits &= bits - 1u;
        left = axis == 0u ? uvec3(bits, left.yz) : axis == 1u ? uvec3(0u, bits, left.z) : uvec3(0u, 0u, bits);
      }
      uint cells = cells_cut(low[y], high[y], within);
      for (; cells != 0u && at.z < params.p.triangle_capacity; cells &= cells - 1u) {
        int bit = findLSB(cells);
        uint inside = case_of(low[y], high[y], bit);
        cell_records.v[at.z++] = uvec2(name << 5 | uint(bit), at.y << 8 | inside);
        at.y += texelFetch(cases, int(inside)).y >> 28;
      }
      low[y] = high[y];
    }
  }
}
