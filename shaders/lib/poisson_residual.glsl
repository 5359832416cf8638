// Sums of residual^2 and rhs^2, one pair per thread. After a red-black sweep without over-relaxation black has none.
layout(constant_id = 8) const bool both = true;
layout(constant_id = 9) const int rows = 32;
layout(local_size_x_id = 10, local_size_y_id = 11) in;
#include "lib/poisson_planes.glsl"
layout(binding = 4) writeonly restrict buffer Sums { vec2 v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { PoissonRelaxParams p; } params;

void main() {
  PoissonLevel l = params.p.level;
  plane = l.columns * l.cells.y;
  int k = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (k >= l.columns || z0 >= l.cells.y) return;
  vec4 r2 = vec4(0), f2 = vec4(0);
  int end = min(z0 + rows, l.cells.y);
  for (int z = z0; z < end; ++z) {
    vec4 r = residual_at(l, 0, z, k), f = texelFetch(rhs, z * l.columns + k);
    r2 += r * r;
    f2 += f * f;
    if (both) {
      r = residual_at(l, 1, z, k);
      f = texelFetch(rhs, plane + z * l.columns + k);
      r2 += r * r;
      f2 += f * f;
    }
  }
  sums.v[gl_GlobalInvocationID.y * l.columns + k] = vec2((r2.x + r2.y) + (r2.z + r2.w), (f2.x + f2.y) + (f2.z + f2.w));
}
