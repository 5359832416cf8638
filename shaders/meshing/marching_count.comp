// How many edges of the grid the surface cuts and how many triangles it has, word by word, and where each word's begin
// among those of its workgroup.
#include "meshing/marching.glsl"
layout(binding = 3, std430) readonly buffer CasesBlock { uvec2 v[]; } cases;
layout(binding = 4, std430) writeonly buffer CutsBlock { uvec4 v[]; } cuts;  // along x, y, z; vertices << 16 | triangles
layout(binding = 5, std430) writeonly buffer TotalsBlock { uvec2 v[]; } totals;

shared uint sums[2][gl_WorkGroupSize.x];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint first = gl_GlobalInvocationID.x * uint(across);
  uint slot = first / block_words;
  uvec3 cut[across];
  uint count[across];
  uint sum = 0u;
  bool present = slot < slot_count();
  ivec3 block = present ? block_at(slot) : ivec3(0);
  for (uint k = 0u; k < uint(across); ++k) {
    cut[k] = uvec3(0u);
    count[k] = sum;
    if (!present) continue;
    uint word = first % block_words + k;
    uint s[8];
    corners_of(block, slot, word, s);
    uvec3 within = cells_within(block, word);
    cut[k] = (uvec3(s[0]) ^ uvec3(s[1], s[2], s[4])) & within;
    uint triangles = 0u;
    for (uint left = cells_cut(s, within); left != 0u; left &= left - 1u)
      triangles += cases.v[case_of(s, findLSB(left))].y >> 28;
    ivec3 edges = bitCount(cut[k]);
    sum += uint(edges.x + edges.y + edges.z) << 16 | triangles;
  }
  // At most 96 vertices and 160 triangles of each of 256 words: sixteen bits hold either sum.
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < gl_WorkGroupSize.x; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : 0u);
    side = 1u - side;
    barrier();
  }
  uint before = sums[side][lane] - sum;
  if (present)
    for (uint k = 0u; k < uint(across); ++k) cuts.v[first + k] = uvec4(cut[k], before + count[k]);
  if (lane == gl_WorkGroupSize.x - 1u) {
    uint all = sums[side][lane];
    totals.v[gl_WorkGroupID.x] = uvec2(all >> 16, all & 0xffffu);
  }
}
