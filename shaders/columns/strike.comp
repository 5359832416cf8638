// Foam where water has fallen in, in a clock step: of the box of cells that have got some.
#include "columns/flow_cells.glsl"
#include "lib/ledger.glsl"
layout(binding = 0, scalar) restrict buffer Traces { float v[]; } traces;
layout(binding = 1, scalar) readonly buffer Gains { LedgerGain v[]; } gains;
layout(push_constant, scalar) uniform ParamsBlock { FlowStrikeParams p; } params;

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, params.p.count))) return;
  LedgerGain gain = gains.v[at.y * params.p.count.x + at.x];
  float quanta = float64(gain.volume);
  if (quanta <= 0.0) return;
  int i = (at.y + params.p.first.y) * nx + at.x + params.p.first.x;
  float foam = traces.v[i], struck = foam_struck(quanta * params.p.metres, float64(gain.down) / quanta);
  traces.v[i] = foam + (1.0 - foam) * (1.0 - exp(-params.p.amount * struck));
}
