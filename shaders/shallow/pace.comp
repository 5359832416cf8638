// Length of the next sub-step: what is left of the clock step in equal parts that the fastest water allows; nothing once
// the step is done. The last of those declared takes all that is left. One workgroup.
#include "passes/shallow/shallow_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer peaks;      // 1/s
layout(binding = 1) restrict buffer Schedule { uint v[]; } schedule;
layout(binding = 2) restrict buffer Poured { float v[]; } poured;  // deepest column that the pointer poured into
layout(push_constant, scalar) uniform ParamsBlock { ShallowPaceParams p; } params;

shared float most[64];

void main() {
  int me = int(gl_LocalInvocationIndex);
  float peak = 0.0;
  for (int i = me; i < params.p.peaks; i += 64) peak = max(peak, texelFetch(peaks, i).x);
  most[me] = peak;
  barrier();
  if (me != 0) return;
  float fastest = 0.0;
  for (int i = 0; i < 64; ++i) fastest = max(fastest, most[i]);
  bool first = params.p.sub_step == 0;
  if (first) {
    fastest = max(fastest, params.p.per_root * sqrt(poured.v[0]));
    poured.v[0] = 0.0;
  }
  float left = first ? params.p.dt : uintBitsToFloat(schedule.v[1]);
  float taken = first ? 0.0 : uintBitsToFloat(schedule.v[2]);
  int rest = params.p.declared - params.p.sub_step;
  int count = clamp(int(clamp(ceil(left * fastest / params.p.courant), 1.0, 65536.0)), 1, rest);
  float dt = count > 1 ? left / float(count) : left;
  bool goes = left > 0.0;
  schedule.v[0] = floatBitsToUint(dt);
  schedule.v[1] = floatBitsToUint(count > 1 ? left - dt : 0.0);
  schedule.v[2] = floatBitsToUint(taken + (goes ? 1.0 : 0.0));
  schedule.v[3] = 0u;
  int at = shallow_schedule_header + shallow_schedule_stride * params.p.sub_step;
  for (int k = 0; k < 3; ++k) {
    schedule.v[at + k] = goes ? params.p.faces[k] : 0u;
    schedule.v[at + 3 + k] = goes ? params.p.columns[k] : 0u;
    schedule.v[at + 6 + k] = goes ? params.p.rectangles[k] : 0u;
  }
}
