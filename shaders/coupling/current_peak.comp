// Maximum speed of the current: reduces the maxima of current.comp's workgroups. One workgroup.
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Peaks { vec2 v[]; } peaks;
layout(binding = 1) writeonly restrict buffer Peak { vec2 v; } peak;
layout(push_constant, scalar) uniform ParamsBlock { CurrentPeakParams p; } params;

shared vec2 most[64];

void main() {
  int me = int(gl_LocalInvocationIndex);
  vec2 largest = vec2(0.0);
  for (int i = me; i < params.p.count; i += 64) largest = max(largest, peaks.v[i]);
  most[me] = largest;
  barrier();
  if (me != 0) return;
  for (int i = 1; i < 64; ++i) largest = max(largest, most[i]);
  peak.v = largest;
}
