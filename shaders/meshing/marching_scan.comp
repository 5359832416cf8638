// Where the vertices and triangles of each workgroup begin, and the arguments of the draw. One workgroup.
#include "meshing/marching_blocks.glsl"
layout(local_size_x = 128) in;
layout(binding = 2, std430) buffer TotalsBlock { uvec2 v[]; } totals;
layout(binding = 3, scalar) writeonly buffer FiguresBlock { MarchingFigures v; } figures;
layout(binding = 4, scalar) writeonly buffer WorkBlock { MarchingWork v; } work;

const uint lanes = gl_WorkGroupSize.x;
shared uvec2 sums[2][lanes];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint groups = (slot_count() + marching_group_blocks - 1u) / marching_group_blocks;
  uint each = (groups + lanes - 1u) / lanes;
  uint begin = min(lane * each, groups), end = min(begin + each, groups);
  uvec2 sum = uvec2(0u);
  for (uint i = begin; i < end; ++i) sum += totals.v[i];
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < lanes; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : uvec2(0u));
    side = 1u - side;
    barrier();
  }
  uvec2 before = sums[side][lane] - sum;
  for (uint i = begin; i < end; ++i) {
    uvec2 own = totals.v[i];
    totals.v[i] = before;
    before += own;
  }
  if (lane == lanes - 1u) {
    uvec2 made = min(before, uvec2(params.p.vertex_capacity, params.p.triangle_capacity));
    figures.v = MarchingFigures(3u * made.y, 1u, 0u, 0, 0u, made.x, before.x, before.y);
    uvec2 needed = min((made + marching_threads - 1u) / marching_threads, uvec2(marching_groups));
    work.v = MarchingWork(uvec3(needed.x, 1u, 1u), uvec3(needed.y, 1u, 1u));
  }
}
