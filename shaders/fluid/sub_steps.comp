// Number of sub-steps of the conservative transport with a Courant number of at most 1/2; unused ones dispatch no
// workgroups. After the dispatch arguments: the number, and the share of the velocity that they transport, below 1 if
// the number is limited.
#include "passes/fluid/fluid_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer most;
layout(binding = 1) writeonly restrict buffer Arguments { uint v[]; } arguments;
layout(push_constant, scalar) uniform ParamsBlock { FluidSubStepParams p; } params;
shared float largest[64];

void main() {
  uint lane = gl_LocalInvocationID.x;
  float m = 0.0;
  for (int i = int(lane); i < params.p.parts; i += 64) m = max(m, texelFetch(most, i).x);
  largest[lane] = m;
  barrier();
  if (lane > 0u) return;
  for (int i = 1; i < 64; ++i) m = max(m, largest[i]);
  int count = clamp(int(clamp(ceil(2.0 * m), 1.0, float(fluid_most_sub_steps))), 1, fluid_most_sub_steps);
  for (int k = 0; k < fluid_most_sub_steps; ++k) {
    arguments.v[3 * k] = k < count ? params.p.groups.x : 0u;
    arguments.v[3 * k + 1] = k < count ? params.p.groups.y : 0u;
    arguments.v[3 * k + 2] = 1u;
  }
  arguments.v[3 * fluid_most_sub_steps] = uint(count);
  arguments.v[3 * fluid_most_sub_steps + 1] = floatBitsToUint(min(1.0, 0.5 * float(count) / max(m, 1e-30)));
}
