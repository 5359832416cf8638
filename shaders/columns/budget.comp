// Sums an account of all columns over strips of rows, in a fixed order. An account has gains and losses per column,
// each an unevaluated sum of two floats.
#include "columns/grid.glsl"
#include "lib/ledger.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(constant_id = 6) const int rows = 16;
layout(binding = 0) uniform samplerBuffer parts;
layout(binding = 1) writeonly restrict buffer Sums { vec4 v[]; } sums;

void main() {
  int x = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x >= nx || z0 >= nz) return;
  vec4 sum = vec4(0.0);
  for (int z = z0; z < min(z0 + rows, nz); ++z) {
    vec4 part = texelFetch(parts, index_of(ivec2(x, z)));
    sum = vec4(pair_sum(sum.xy, part.xy), pair_sum(sum.zw, part.zw));
  }
  sums.v[int(gl_GlobalInvocationID.y) * nx + x] = sum;
}
