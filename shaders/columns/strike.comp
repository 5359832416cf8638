// Foam at impacts of falling water in a clock step, and the box of affected cells for white water.
#include "columns/flow_cells.glsl"
#include "lib/ledger.glsl"
layout(constant_id = 8) const bool has_traces = false;
layout(constant_id = 9) const bool has_touched = false;
layout(binding = 0, scalar) restrict buffer Traces { float v[]; } traces;
layout(binding = 1, scalar) readonly buffer Deposits { LedgerDeposit v[]; } deposits;
layout(binding = 2, scalar) restrict buffer Touched { vec2 v[]; } touched;
layout(push_constant, scalar) uniform ParamsBlock { FlowStrikeParams p; } params;

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, params.p.count))) return;
  LedgerDeposit gain = deposits.v[at.y * params.p.count.x + at.x];
  float quanta = float64(gain.volume);
  int i = (at.y + params.p.first.y) * nx + at.x + params.p.first.x;
  float speed = quanta > 0.0 ? float64(gain.down) / quanta : 0.0;
  if (has_touched) {
    // Combines several falls in a clock step.
    vec2 all = touched.v[i];
    float meters = max(quanta, 0.0) * params.p.meters, sum = all.x + meters;
    touched.v[i] = vec2(sum, sum > 0.0 ? (all.x * all.y + meters * speed) / sum : 0.0);
  }
  if (!has_traces || quanta <= 0.0) return;
  float foam = traces.v[i];
  traces.v[i] = foam + (1.0 - foam) * (1.0 - exp(-params.p.amount * foam_touched(quanta * params.p.meters, speed)));
}
