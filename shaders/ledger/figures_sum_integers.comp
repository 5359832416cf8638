// Sum of 64-bit integers, low and high words.
#include "lib/integer64.glsl"
#include "passes/ledger/figures.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Parts { uvec2 v[]; } parts;
layout(binding = 1, scalar) restrict buffer Figures { uint v[]; } figures;
layout(push_constant, scalar) uniform ParamsBlock { FiguresSumParams p; } params;

shared uvec2 sums[figures_threads];

void main() {
  uint me = gl_LocalInvocationID.x;
  uvec2 sum = uvec2(0u);
  for (uint i = me; i < params.p.count; i += figures_threads) sum = add64(sum, parts.v[i]);
  sums[me] = sum;
  for (uint half_size = figures_threads / 2u; half_size > 0u; half_size /= 2u) {
    barrier();
    if (me < half_size) sums[me] = add64(sums[me], sums[me + half_size]);
  }
  if (me > 0u) return;
  figures.v[params.p.at] = sums[0].x;
  figures.v[params.p.at + 1u] = sums[0].y;
}
