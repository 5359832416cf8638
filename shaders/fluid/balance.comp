// Change of the volume that floating bodies fill since the last step, over all cells: the flow has a rigid lid.
// Integer sums in units of 2^8 quanta, independent of their order.
#include "lib/grid.glsl"
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0) readonly buffer Columns { int v[]; } columns;
layout(binding = 1) readonly buffer ColumnsBefore { int v[]; } columns_before;
layout(binding = 2) coherent buffer Balance { int v[]; } balance;
shared int sum;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (gl_LocalInvocationIndex == 0u) sum = 0;
  barrier();
  if (c.x < nx && c.y < nz) {
    int i = c.y * nx + c.x, more = columns.v[i] - columns_before.v[i];
    if (more != 0) atomicAdd(sum, more);
  }
  barrier();
  if (gl_LocalInvocationIndex == 0u && sum != 0) atomicAdd(balance.v[0], sum >> 8);
}
