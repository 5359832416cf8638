// Sum of vec4s in a fixed order, each component as a pair of floats [Knuth's two-sum]; or the maximum of selected
// components.
#include "passes/ledger/figures.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer parts;
layout(binding = 1) restrict buffer Figures { float v[]; } figures;
layout(push_constant, scalar) uniform ParamsBlock { FiguresSumParams p; } params;

shared vec4 high[figures_threads];
shared vec4 low[figures_threads];

void add(inout vec4 h, inout vec4 l, vec4 x, bvec4 largest) {
  precise vec4 s = h + x;
  precise vec4 v = s - h;
  precise vec4 lost = (h - (s - v)) + (x - v);
  l = mix(l + lost, vec4(0.0), largest);
  h = mix(s, max(h, x), largest);
}

void main() {
  uint me = gl_LocalInvocationID.x;
  bvec4 largest = notEqual(uvec4(params.p.maxima) & uvec4(1u, 2u, 4u, 8u), uvec4(0u));
  vec4 h = vec4(0.0), l = vec4(0.0);
  for (uint i = me; i < params.p.count; i += figures_threads) add(h, l, texelFetch(parts, int(i)), largest);
  high[me] = h;
  low[me] = l;
  for (uint half_size = figures_threads / 2u; half_size > 0u; half_size /= 2u) {
    barrier();
    if (me < half_size) {
      vec4 more = low[me + half_size];
      h = high[me];
      l = low[me] + more;
      add(h, l, high[me + half_size], largest);
      high[me] = h;
      low[me] = l;
    }
  }
  if (me > 0u) return;
  for (int k = 0; k < 4; ++k) {
    figures.v[params.p.at + uint(k)] = h[k];
    figures.v[params.p.at + 4u + uint(k)] = l[k];
  }
}
