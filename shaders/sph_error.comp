// Sums of errors in fixed point, which do not depend on their order.
#include "passes/sph.h"
layout(local_size_x = 8) in;
layout(binding = 0) uniform samplerBuffer changes;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Reports { SphReports r; } reports;
layout(push_constant, scalar) uniform ParamsBlock { SphSolveParams p; } params;

void main() {
  uint first = gl_GlobalInvocationID.x * sph_group;
  if (first >= control.c.count) return;
  float sum = 0.0;
  for (uint k = first; k < min(first + sph_group, control.c.count); ++k) sum += max(texelFetch(changes, int(k)).y, 0.0);
  atomicAdd(reports.r.error, uint(sum * params.p.scale + 0.5));
}
