// Spheres of bodies and meshes, and the cell of every body in the hashed grid, for a counting sort.
#include "bodies/spheres.glsl"
#include "bodies/cells.glsl"
layout(local_size_x_id = 7) in;
layout(binding = 3, scalar) writeonly restrict buffer Spheres { vec4 v[]; } spheres;
layout(binding = 4, scalar) restrict buffer Counts { uint v[]; } counts;
layout(binding = 5, scalar) writeonly restrict buffer Slots { uvec2 v[]; } slots;
layout(binding = 6, scalar) writeonly restrict buffer Number { uint v; } number;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i == 0u) number.v = params.p.bodies;
  if (i >= params.p.all) return;
  vec4 mine = sphere_of(i);
  spheres.v[i] = mine;
  if (i >= params.p.bodies) return;
  int level = level_of(mine.w);
  uint cell = cell_number(cell_of(mine.xyz, level), level);
  slots.v[i] = uvec2(cell, atomicAdd(counts.v[cell], 1u));
  atomicAdd(counts.v[params.p.table + uint(level)], 1u);
}
