// Sums of both levels over all cells of the water, as integers. A thread owns a vec4 of some rows.
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
layout(constant_id = 6) const int rows = 16;
layout(local_size_x = 32, local_size_y = 1) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2, scalar) coherent buffer Total { WaveTotal t; } total;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x4 >= fours || z0 >= nz) return;
  uvec2 now = uvec2(0u), before = uvec2(0u);
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    vec4 a = texelFetch(u_now, z * fours + x4), b = texelFetch(u_prev, z * fours + x4);
    for (int k = 0; k < 4; ++k) {
      ivec2 c = ivec2(4 * x4 + k, z);
      if (c.x >= nx || in_rim(c)) continue;
      now = add64(now, count64(a[k]));
      before = add64(before, count64(b[k]));
    }
  }
  ACCUMULATE64(total.t.now, now)
  ACCUMULATE64(total.t.before, before)
}
