// Particles that arrive from another water in a step: additional sources, each with one unchanged particle.
#include "passes/spray/spray_params.h"
layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { SprayArrival p; } params;
layout(binding = 0, scalar) readonly buffer GoneBlock { SprayParticle v[]; } gone;
layout(binding = 1, scalar) writeonly restrict buffer CountsBlock { uint v[]; } counts;
layout(binding = 2, scalar) writeonly restrict buffer ArrivalsBlock { SprayParticle v[]; } arrivals;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.capacity) return;
  SprayParticle q = gone.v[i];
  counts.v[params.p.source + i] = q.life > 0.0 ? 1u : 0u;
  arrivals.v[params.p.from + i] = q;
}
