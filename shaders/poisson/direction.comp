// direction = preconditioned residual + beta direction.
#include "passes/poisson/poisson_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer red;
layout(binding = 1) uniform samplerBuffer black;
layout(binding = 2) restrict buffer DirectionRed { vec4 v[]; } direction_red;
layout(binding = 3) restrict buffer DirectionBlack { vec4 v[]; } direction_black;
layout(binding = 4) readonly restrict buffer Report { PoissonReport p; } report;
layout(push_constant, scalar) uniform ParamsBlock { PoissonVectorParams p; } params;

void main() {
  int me = int(gl_GlobalInvocationID.x);
  if (me >= params.p.threads) return;
  float beta = report.p.beta;
  for (int i = me; i < params.p.count; i += params.p.threads) {
    // The first direction has none before it: what lies there may be anything.
    vec4 r = texelFetch(red, i), k = texelFetch(black, i);
    if (beta != 0) {
      r += beta * direction_red.v[i];
      k += beta * direction_black.v[i];
    }
    direction_red.v[i] = r;
    direction_black.v[i] = k;
  }
}
