// Number of equal CFL sub-steps of the advection by the flow. If it exceeds the limit, each has the longest stable
// length. One thread.
#include "passes/wave/wave_params.h"
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer Peak { float rate; } peak;  // 1/s
layout(binding = 1) writeonly restrict buffer Schedule { uint v[]; } schedule;
layout(push_constant, scalar) uniform ParamsBlock { WaveCarryPaceParams p; } params;

void main() {
  float courant = peak.rate * params.p.dt / params.p.courant;
  int count = courant > 0.0 ? clamp(int(min(ceil(courant), 65536.0)), 1, params.p.most) : 0;
  float dt = count > 0 ? params.p.dt / max(float(count), courant) : 0.0;
  schedule.v[0] = floatBitsToUint(dt);
  schedule.v[1] = uint(count);
  for (int k = 0; k < params.p.most; ++k)
    for (int i = 0; i < 3; ++i) schedule.v[int(wave_carry_header) + 3 * k + i] = k < count ? params.p.groups[i] : 0u;
}
