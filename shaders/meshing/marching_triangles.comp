// Indices of the triangles of each cell.
#include "meshing/marching_blocks.glsl"
layout(constant_id = 2) const uint thread_words = 4u;  // of a thread that placed records
layout(local_size_x = marching_threads) in;
layout(binding = 2) uniform usamplerBuffer cases;
layout(binding = 3, scalar) readonly buffer WorkBlock { MarchingWork v; } work;
layout(binding = 4) uniform usamplerBuffer records;
layout(binding = 5) uniform usamplerBuffer cuts;
layout(binding = 6, scalar) writeonly buffer IndicesBlock { uvec3 v[]; } indices;  // of a triangle
layout(binding = 7) uniform usamplerBuffer threads;

// Places in a cell's block are packed: x, y << 8, z << 16, each up to 8.
uint packed_offset(uint edge) {
  uint u = edge & 1u, v = edge & 2u;
  return edge < 4u ? u << 8 | v << 15 : edge < 8u ? u | v << 15 : u | v << 7;
}

// Place of the vertex on the edge along `axis` that begins at the sample `at`, counted from the block in `slot`, the index-th of
// the grid. All that a cell touches lies in the grid.
uint vertex_on(uint index, uint slot, uint at, uint axis) {
  uint nx = uint(params.p.blocks.x), nxy = nx * uint(params.p.blocks.y);
  uint on = (at >> 3 & 1u) + ((at & 0x800u) != 0u ? nx : 0u) + ((at & 0x80000u) != 0u ? nxy : 0u);
  uint s = slot + on;
  if (has_table) {
    s = on == 0u ? slot : table.v[index + on];
    if (s == no_block) return no_block;
  }
  uvec2 cut = texelFetch(cuts, int(3u * (s * block_words + (at >> 15 & 14u) + (at >> 10 & 1u)) + axis)).xy;
  uint below = (1u << ((at >> 5 & 24u) + (at & 7u))) - 1u;
  return cut.y + uint(bitCount(cut.x & below));
}

void main() {
  uint count = work.v.cells;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * marching_threads) {
    uvec2 record = texelFetch(records, int(i)).xy;
    uint word = record.x >> 5, bit = record.x & 31u;
    uint slot = word / block_words, index = has_table ? index_at(slot) : 0u;
    uint cell = (bit & 7u) | ((word & 1u) * 4u + (bit >> 3)) << 8 | (word % block_words >> 1) << 16;
    uvec2 packed = texelFetch(cases, int(record.y & 255u)).xy;
    uint first = texelFetch(threads, int(word / thread_words)).w + (record.y >> 8);
    uint end = min(first + (packed.y >> 28), params.p.triangle_capacity);
    for (uint to = first; to < end;) {
      // Three edges of four bits each.
      uvec3 corner;
      UNROLL for (int k = 0; k < 3; ++k) {
        uint edge = packed.x >> (4 * k) & 15u;
        corner[k] = vertex_on(index, slot, cell + packed_offset(edge), edge >> 2);
      }
      packed = uvec2(packed.x >> 12 | packed.y << 20, packed.y >> 12);
      // A triangle that lacks a vertex shrinks to a point.
      if (any(greaterThanEqual(corner, uvec3(params.p.vertex_capacity)))) corner = uvec3(0u);
      indices.v[to] = corner;
      if (++to >= end) break;  // no turn for nothing
    }
  }
}
