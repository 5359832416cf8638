// Indices of the triangles.
#include "meshing/marching_blocks.glsl"
layout(local_size_x = marching_threads) in;
layout(binding = 2, std430) readonly buffer CasesBlock { uvec2 v[]; } cases;
layout(binding = 3, scalar) readonly buffer FiguresBlock { MarchingFigures v; } figures;
layout(binding = 4, std430) readonly buffer RecordsBlock { uvec2 v[]; } records;
layout(binding = 5, std430) readonly buffer CutsBlock { uvec4 v[]; } cuts;
layout(binding = 6, scalar) writeonly buffer IndicesBlock { uint v[]; } indices;

// Place of the vertex on the edge along `axis` that begins at the sample `at` of the block.
uint vertex_on(ivec3 block, uint slot, ivec3 at, uint axis) {
  ivec3 step = at >> 3;
  uint s = step == ivec3(0) ? slot : slot_of(block + step);
  if (s == no_block) return no_block;
  at &= 7;
  uvec4 cut = cuts.v[s * block_words + uint(2 * at.z + (at.y >> 2))];
  uint below = (1u << (8 * (at.y & 3) + at.x)) - 1u;
  uint before = cut.w + uint(bitCount((axis == 0u ? cut.x : axis == 1u ? cut.y : cut.z) & below));
  if (axis > 0u) before += uint(bitCount(cut.x));
  if (axis > 1u) before += uint(bitCount(cut.y));
  return before;
}

void main() {
  uint count = figures.v.indices / 3u;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * marching_threads) {
    uvec2 record = records.v[i];
    uint word = record.x >> 5, bit = record.x & 31u;
    uint slot = word / block_words;
    word %= block_words;
    ivec3 block = block_at(slot);
    ivec3 cell = ivec3(bit & 7u, (word & 1u) * 4u + (bit >> 3), word >> 1);
    uvec2 packed = cases.v[record.y & 255u];
    uint shift = 12u * (record.y >> 8);
    // Three edges of four bits each; those of the third triangle lie across the middle.
    uint edges = shift < 32u ? packed.x >> shift | (shift > 0u ? packed.y << (32u - shift) : 0u) : packed.y >> (shift - 32u);
    uvec3 corner;
    for (int k = 0; k < 3; ++k) {
      uint edge = edges >> (4 * k) & 15u;
      uint axis = edge >> 2;
      int u = int(edge & 1u), v = int(edge >> 1 & 1u);
      ivec3 offset = axis == 0u ? ivec3(0, u, v) : axis == 1u ? ivec3(u, 0, v) : ivec3(u, v, 0);
      corner[k] = vertex_on(block, slot, cell + offset, axis);
    }
    // A triangle that lacks a vertex shrinks to a point.
    if (any(greaterThanEqual(corner, uvec3(params.p.vertex_capacity)))) corner = uvec3(0u);
    indices.v[3u * i] = corner.x;
    indices.v[3u * i + 1u] = corner.y;
    indices.v[3u * i + 2u] = corner.z;
  }
}
