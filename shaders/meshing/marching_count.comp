// Counts cut edges, triangles and their cells for each word, and computes each thread's offset within its workgroup.
#include "meshing/marching.glsl"
#include "meshing/marching_listed.glsl"
layout(binding = 3) uniform usamplerBuffer cases;
layout(binding = 4, std430) writeonly buffer ThreadsBlock { uvec4 v[]; } threads;  // vertices, triangles, cells before
layout(binding = 5, std430) writeonly buffer TotalsBlock { uvec4 v[]; } totals;

shared uvec2 sums[2][gl_WorkGroupSize.x];

// Cells whose surface may be in several pieces: a face where only opposite corners are alike, or one corner alone on either end
// of a diagonal.
uint pieces(uvec4 a, uvec4 b) {
  uint faces = (~(a.x ^ a.w) & ~(a.y ^ a.z) & (a.x ^ a.y)) | (~(b.x ^ b.w) & ~(b.y ^ b.z) & (b.x ^ b.y)) |
               (~(a.x ^ b.y) & ~(a.y ^ b.x) & (a.x ^ a.y)) | (~(a.z ^ b.w) & ~(a.w ^ b.z) & (a.z ^ a.w)) |
               (~(a.x ^ b.z) & ~(a.z ^ b.x) & (a.x ^ a.z)) | (~(a.y ^ b.w) & ~(a.w ^ b.y) & (a.y ^ a.w));
  uvec4 ends_in = a & b.wzyx, ends_any = a | b.wzyx;
  uvec2 in_two = ends_in.xz & ends_in.yw, any_two = ends_any.xz | ends_any.yw;
  uvec4 others_in = uvec4(ends_in.yx & in_two.y, ends_in.wz & in_two.x);
  uvec4 others_any = uvec4(ends_any.yx | any_two.y, ends_any.wz | any_two.x);
  uvec4 lone = (ends_in & ~others_any) | (~ends_any & others_in);
  return faces | lone.x | lone.y | lone.z | lone.w;
}

// Triangles in the cells of a word. A surface of one piece has two fewer in a cell than edges that it cuts.
uint triangles_in(uvec4 a, uvec4 b, uint cells) {
  uint several = pieces(a, b) & cells, simple = cells & ~several;
  ivec4 between = bitCount((a ^ b) & simple);
  ivec4 flat_ = bitCount((uvec4(a.x, a.z, b.x, b.z) ^ uvec4(a.y, a.w, b.y, b.w)) & simple);
  ivec4 up = bitCount((uvec4(a.xy, b.xy) ^ uvec4(a.zw, b.zw)) & simple);
  ivec4 all = between + flat_ + up;
  uint count = uint(all.x + all.y + all.z + all.w - 2 * bitCount(simple));
  for (; several != 0u; several &= several - 1u) count += texelFetch(cases, int(case_of(a, b, findLSB(several)))).y >> 28;
  return count;
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint first = gl_GlobalInvocationID.x * uint(across), place = first / block_words, word = first % block_words;
  bool present = place < listed_count();
  uint slot = present ? listed(place) : 0u, thread = (slot * block_words + word) / uint(across);
  uvec2 sum = uvec2(0u);  // vertices << 16 | triangles; cells
  if (present) {
    ivec3 block = block_at(slot);
    Around around = blocks_around(block, slot);
    int z = int(word >> 1u);
    uvec4 low[owned_halves], high[owned_halves];
    layer_corners(around, z, word, low);
    UNROLL for (int layer = 0; layer < owned_layers; ++layer) {
      layer_corners(around, z + layer + 1, word, high);
      UNROLL for (int y = 0; y < owned_halves; ++y) {
        uvec3 within = cells_within(block, word + uint(2 * layer + y));
        uint cells = cells_cut(low[y], high[y], within);
        if (cells != 0u) sum += uvec2(triangles_in(low[y], high[y], cells), uint(bitCount(cells)));
        ivec3 edges = bitCount(edges_cut(low[y], high[y], within));
        sum.x += uint(edges.x + edges.y + edges.z) << 16;
        low[y] = high[y];
      }
    }
  }
  // At most 96 vertices and 160 triangles of each of 256 words: sixteen bits hold either sum.
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < gl_WorkGroupSize.x; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : uvec2(0u));
    side = 1u - side;
    barrier();
  }
  uvec2 before = sums[side][lane] - sum;
  if (present) threads.v[thread] = uvec4(before.x >> 16, before.x & 0xffffu, before.y, 0u);
  if (lane == gl_WorkGroupSize.x - 1u) {
    uvec2 all = sums[side][lane];
    totals.v[gl_WorkGroupID.x] = uvec4(all.x >> 16, all.x & 0xffffu, all.y, 0u);
  }
}
