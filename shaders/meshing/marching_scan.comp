// Prefix sum: offsets of the vertices and triangles of each workgroup, and the draw arguments. One workgroup.
#include "meshing/marching_listed.glsl"
layout(local_size_x = 128) in;
layout(constant_id = 2) const uint group_blocks = 16u;  // of a workgroup that counts
layout(binding = 2, std430) buffer TotalsBlock { uvec4 v[]; } totals;
layout(binding = 3, scalar) writeonly buffer FiguresBlock { MarchingFigures v; } figures;
layout(binding = 4, scalar) writeonly buffer WorkBlock { MarchingWork v; } work;

const uint lanes = gl_WorkGroupSize.x;
shared uvec3 sums[2][lanes];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint groups = (listed_count() + group_blocks - 1u) / group_blocks;
  uint each = (groups + lanes - 1u) / lanes;
  uint begin = min(lane * each, groups), end = min(begin + each, groups);
  uvec3 sum = uvec3(0u);
  for (uint i = begin; i < end; ++i) sum += totals.v[i].xyz;
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < lanes; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : uvec3(0u));
    side = 1u - side;
    barrier();
  }
  uvec3 before = sums[side][lane] - sum;
  for (uint i = begin; i < end; ++i) {
    uvec3 own = totals.v[i].xyz;
    totals.v[i].xyz = before;
    before += own;
  }
  if (lane == lanes - 1u) {
    uvec3 made = min(before, uvec3(params.p.vertex_capacity, params.p.triangle_capacity, params.p.triangle_capacity));
    figures.v = MarchingFigures(3u * made.y, 1u, 0u, 0, 0u, made.x, before.x, before.y);
    uvec2 needed = min((made.xz + marching_threads - 1u) / marching_threads, uvec2(marching_groups));
    work.v = MarchingWork(uvec3(needed.x, 1u, 1u), uvec3(needed.y, 1u, 1u), made.z);
  }
}
