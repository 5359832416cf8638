// Foam where water has fallen in, in a clock step, and what white water is told of it: of the box of cells that have got some.
#include "columns/flow_cells.glsl"
#include "lib/ledger.glsl"
layout(constant_id = 8) const bool has_traces = false;
layout(constant_id = 9) const bool has_struck = false;
layout(binding = 0, scalar) restrict buffer Traces { float v[]; } traces;
layout(binding = 1, scalar) readonly buffer Gains { LedgerGain v[]; } gains;
layout(binding = 2, scalar) restrict buffer Struck { vec2 v[]; } struck;
layout(push_constant, scalar) uniform ParamsBlock { FlowStrikeParams p; } params;

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, params.p.count))) return;
  LedgerGain gain = gains.v[at.y * params.p.count.x + at.x];
  float quanta = float64(gain.volume);
  int i = (at.y + params.p.first.y) * nx + at.x + params.p.first.x;
  float speed = quanta > 0.0 ? float64(gain.down) / quanta : 0.0;
  if (has_struck) {
    // Combines several falls in a clock step.
    vec2 all = struck.v[i];
    float metres = max(quanta, 0.0) * params.p.metres, sum = all.x + metres;
    struck.v[i] = vec2(sum, sum > 0.0 ? (all.x * all.y + metres * speed) / sum : 0.0);
  }
  if (!has_traces || quanta <= 0.0) return;
  float foam = traces.v[i];
  traces.v[i] = foam + (1.0 - foam) * (1.0 - exp(-params.p.amount * foam_struck(quanta * params.p.metres, speed)));
}
