// p += alpha direction; the next cycle of the preconditioner starts from zero.
#include "passes/poisson/poisson_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer direction_red;
layout(binding = 1) uniform samplerBuffer direction_black;
layout(binding = 2) restrict buffer Red { vec4 v[]; } red;
layout(binding = 3) restrict buffer Black { vec4 v[]; } black;
layout(binding = 4) writeonly restrict buffer CycleRed { vec4 v[]; } cycle_red;
layout(binding = 5) writeonly restrict buffer CycleBlack { vec4 v[]; } cycle_black;
layout(binding = 6) readonly restrict buffer Report { PoissonReport p; } report;
layout(push_constant, scalar) uniform ParamsBlock { PoissonVectorParams p; } params;

void main() {
  int me = int(gl_GlobalInvocationID.x);
  if (me >= params.p.threads) return;
  float alpha = report.p.alpha;
  for (int i = me; i < params.p.count; i += params.p.threads) {
    red.v[i] += alpha * texelFetch(direction_red, i);
    black.v[i] += alpha * texelFetch(direction_black, i);
    cycle_red.v[i] = vec4(0);
    cycle_black.v[i] = vec4(0);
  }
}
