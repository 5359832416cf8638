// Before particles are caught: what came in the clock step before is forgotten, none has been found, and there is a dispatch
// over those that there are.
#include "passes/exchange/exchange_params.h"
#include "lib/ledger.glsl"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Struck { LedgerList s; uint list[]; } struck;
layout(binding = 1, scalar) restrict buffer Gains { LedgerGain v[]; } gains;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) writeonly restrict buffer Dipping { LedgerList s; } dipping;
layout(binding = 4, scalar) writeonly restrict buffer Arguments { uvec3 v; } arguments;
layout(push_constant, scalar) uniform ParamsBlock { ExchangeWipeParams p; } params;

void main() {
  if (gl_GlobalInvocationID.x == 0u) {
    dipping.s = LedgerList(uvec3(0u, 1u, 1u), 0u);
    arguments.v = uvec3(max((control.c.count + exchange_group - 1u) / exchange_group, 1u), 1u, 1u);
  }
  uint count = min(struck.s.count, uint(struck.list.length()));
  for (uint k = gl_GlobalInvocationID.x; k < count; k += exchange_lanes) {
    int ringed = int(struck.list[k]), across = params.p.count.x + 2;
    ivec2 at = ivec2(ringed % across, ringed / across) - 1;
    if (all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, params.p.count)))
      gains.v[at.y * params.p.count.x + at.x] = LedgerGain(uvec2(0u), uvec2(0u), uvec2(0u), uvec2(0u));
  }
}
