// Flags of every block of a dense grid: whether it has samples inside and outside, also for its first samples along
// x, y and z, which belong to cells of adjacent blocks.
#include "meshing/marching_blocks.glsl"
layout(local_size_x = marching_threads) in;
layout(binding = 2) uniform usamplerBuffer signs;
layout(binding = 3, std430) writeonly buffer SeenBlock { uint v[]; } seen;

// Sides of samples: `any` has a bit where some is inside, and `all` where all are: two bits.
uint sides(uint any, uint all, uint which) {
  return uint((any & which) != 0u) | uint((all & which) != which) << 1;
}

void main() {
  uint slot = gl_GlobalInvocationID.x;
  if (slot >= params.p.slots) return;
  uvec4 any = uvec4(0u), all = uvec4(~0u);  // upper and lower halves of all layers; of the first
  UNROLL for (int k = 0; k < int(block_words); ++k) {
    uint word = texelFetch(signs, int(slot * block_words) + k).x;
    any[k & 1] |= word;
    all[k & 1] &= word;
    if (k == 1) any.zw = any.xy, all.zw = all.xy;
  }
  const uint first_x = 0x01010101u, first_y = 0xffu;
  uint bits = sides(any.x | any.y, all.x & all.y, ~0u) | sides(any.x | any.y, all.x & all.y, first_x) << 2 |
              sides(any.x, all.x, first_y) << 4 | sides(any.x, all.x, 1u) << 6;
  bits |= sides(any.z | any.w, all.z & all.w, ~0u) << 8 | sides(any.z | any.w, all.z & all.w, first_x) << 10 |
          sides(any.z, all.z, first_y) << 12 | sides(any.z, all.z, 1u) << 14;
  seen.v[slot] = bits;
}
