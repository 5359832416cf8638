// Lists the blocks of a dense grid that the surface intersects, in grid order, and writes the dispatch arguments of
// the counting kernel. One workgroup.
#include "meshing/marching_blocks.glsl"
layout(local_size_x = 128) in;
layout(constant_id = 2) const uint group_blocks = 16u;  // of a workgroup that counts
layout(binding = 2) uniform usamplerBuffer seen;
layout(binding = 3, std430) writeonly restrict buffer ListBlock { uint v[]; } list;  // groups, 1, 1, count, then places

const uint lanes = gl_WorkGroupSize.x;
shared uint sums[2][lanes];

// Checks whether some samples that the block's cells touch are inside, and some outside.
bool crossed(uint slot) {
  ivec3 block = block_at(slot);
  uint sides = 0u;
  for (uint k = 0u; k < 8u; ++k) {
    ivec3 next = block + ivec3(k & 1u, k >> 1 & 1u, k >> 2);
    if (all(lessThan(next, params.p.blocks))) sides |= texelFetch(seen, int(block_index(next))).x >> (2u * k) & 3u;
  }
  return sides == 3u;
}

void main() {
  uint lane = gl_LocalInvocationID.x, each = (params.p.slots + lanes - 1u) / lanes;
  uint begin = min(lane * each, params.p.slots), end = min(begin + each, params.p.slots), sum = 0u;
  for (uint i = begin; i < end; ++i) sum += uint(crossed(i));
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < lanes; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : 0u);
    side = 1u - side;
    barrier();
  }
  uint at = 4u + sums[side][lane] - sum, count = sums[side][lanes - 1u];
  for (uint i = begin; i < end; ++i)
    if (crossed(i)) list.v[at++] = i;
  if (lane != 0u) return;
  list.v[0] = (count + group_blocks - 1u) / group_blocks;
  list.v[1] = 1u;
  list.v[2] = 1u;
  list.v[3] = count;
}
