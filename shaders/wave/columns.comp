// Sums the quanta of water that bodies displace, over strips of rows, without land.
#include "wave/grid.glsl"
#include "wave/drag.glsl"
#include "lib/integer64.glsl"
layout(constant_id = 6) const int rows = 64;
layout(constant_id = 7) const bool has_drag = false;
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Now { int v[]; } now;
layout(binding = 1, scalar) writeonly restrict buffer Sums { uvec2 v[]; } sums;

void main() {
  int x = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x >= nx || z0 >= nz) return;
  uvec2 sum = uvec2(0u);
  for (int z = z0; z < min(z0 + rows, nz); ++z)
    if (!has_drag || drag_at(ivec2(x, z)) >= 0.0) sum = add64(sum, wide64(now.v[z * nx + x]));
  sums.v[int(gl_GlobalInvocationID.y) * nx + x] = sum;
}
