// Lists marked blocks in grid order. Marks contain the exclusive prefix sum of marked blocks.
#include "meshing/particle_bins.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 2) const uint group_blocks = 16u;  // of a workgroup of marching cubes
layout(binding = 0, scalar) readonly buffer MarksBlock { uint v[]; } marks;
layout(binding = 1, scalar) writeonly buffer TableBlock { uint v[]; } table;
layout(binding = 2, scalar) writeonly buffer ListBlock { uint v[]; } list;
layout(binding = 3, scalar) writeonly buffer WorkBlock { uint v[]; } work;  // groups, 1, 1 of the field; blocks wanted

void main() {
  uint index = gl_GlobalInvocationID.x;
  uint all = uint(params.p.blocks.x * params.p.blocks.y * params.p.blocks.z);
  if (index >= all) return;
  uint slot = marks.v[index];
  bool marked = marks.v[index + 1u] != slot && slot < params.p.slots;
  table.v[index] = marked ? slot : no_block;
  if (marked) list.v[4u + slot] = index;
  if (index != 0u) return;
  uint wanted = marks.v[all], count = min(wanted, params.p.slots);
  list.v[0] = (count + group_blocks - 1u) / group_blocks;
  list.v[1] = 1u;
  list.v[2] = 1u;
  list.v[3] = count;
  work.v[0] = min(count, 65535u);
  work.v[1] = 1u;
  work.v[2] = 1u;
  work.v[3] = wanted;
}
