// Number and length of the sub-steps that the deepest present water needs. One workgroup.
#include "passes/pipes/pipes_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer peaks;
layout(binding = 1) writeonly restrict buffer Schedule { uint v[]; } schedule;
layout(push_constant, scalar) uniform ParamsBlock { PipesScheduleParams p; } params;

shared float most[64];

void main() {
  int me = int(gl_LocalInvocationIndex);
  vec4 peak = vec4(0);
  for (int i = me; i < params.p.peaks; i += 64) peak = max(peak, texelFetch(peaks, i));
  most[me] = max(max(peak.x, peak.y), max(peak.z, peak.w));
  barrier();
  float deepest = 0.0;
  for (int i = 0; i < 64; ++i) deepest = max(deepest, most[i]);
  float wanted = ceil(pipes_sub_steps_for(params.p.omega, deepest, params.p.dt));
  int count = clamp(int(clamp(wanted, 1.0, float(params.p.declared))), 1, params.p.declared);
  float dt = params.p.dt / float(count);
  if (me == 0) {
    schedule.v[0] = floatBitsToUint(dt);
    schedule.v[1] = floatBitsToUint(min(pipes_deepest_for(params.p.omega, dt), 1e30));
    schedule.v[2] = floatBitsToUint(float(count));
    schedule.v[3] = 0u;
  }
  for (int i = me; i < params.p.declared; i += 64) {
    int at = pipes_schedule_header + pipes_schedule_stride * i;
    uvec3 strips = i < count ? params.p.strips : uvec3(0), each = i < count ? params.p.each : uvec3(0);
    for (int k = 0; k < 3; ++k) {
      schedule.v[at + k] = strips[k];
      schedule.v[at + 3 + k] = each[k];
    }
  }
}
