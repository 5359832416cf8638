// Dot products of the preconditioned residual with the current and the previous residual, one pair of sums per
// thread.
#include "passes/poisson/poisson_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer red;
layout(binding = 1) uniform samplerBuffer black;
layout(binding = 2) uniform samplerBuffer now;
layout(binding = 3) uniform samplerBuffer before;
layout(binding = 4) writeonly restrict buffer Sums { vec2 v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { PoissonVectorParams p; } params;

void main() {
  int me = int(gl_GlobalInvocationID.x), count = params.p.count;
  if (me >= params.p.threads) return;
  vec4 a = vec4(0), b = vec4(0);
  for (int i = me; i < count; i += params.p.threads) {
    vec4 r = texelFetch(red, i), k = texelFetch(black, i);
    a += r * texelFetch(now, i) + k * texelFetch(now, count + i);
    b += r * texelFetch(before, i) + k * texelFetch(before, count + i);
  }
  sums.v[me] = vec2((a.x + a.y) + (a.z + a.w), (b.x + b.y) + (b.z + b.w));
}
