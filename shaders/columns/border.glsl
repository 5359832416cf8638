// Flux through the borders of a grid, summed per column as an unevaluated sum of two floats.
#include "lib/ledger.glsl"
layout(binding = 14) restrict buffer Passed { vec4 v[]; } passed;  // come in; gone out
layout(binding = 15, scalar) uniform BorderBlock { BorderParams p; } border;

struct BorderColumn {
  int side, place;  // side -1: none
  ivec2 c;
};

// The column of a thread, of a dispatch that is as large as one over columns.
BorderColumn border_column() {
  int k = int(gl_LocalInvocationIndex) + 256 * int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
  for (int n = 0; n < border.p.ranges; ++n) {
    ivec4 range = border.p.range[n];
    if (k < range.z) {
      int at = range.y + k;
      bool high = (range.x & 1) == 1;
      return BorderColumn(range.x, at, range.x < 2 ? ivec2(high ? nx - 1 : 0, at) : ivec2(at, high ? nz - 1 : 0));
    }
    k -= range.z;
  }
  return BorderColumn(-1, 0, ivec2(0));
}

// `meters`: of the column, outwards; a pair of floats.
void pass(BorderColumn b, vec2 meters) {
  int i = b.side * border.p.longest + b.place;
  vec4 all = passed.v[i];
  if (meters.x > 0.0) all.zw = pair_sum(all.zw, meters);
  if (meters.x < 0.0) all.xy = pair_sum(all.xy, -meters);
  passed.v[i] = all;
}
