// Source or sink of a clock step: the same height for each water cell of its box.
#pragma variants VARIED?
#include "wave/grid.glsl"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(local_size_x = 16, local_size_y = 4) in;
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(binding = 2, scalar) restrict buffer Rests { vec2 v[]; } rests;
layout(constant_id = 9) const bool has_totals = false;
layout(binding = 3, scalar) coherent buffer Totals { WaveTotals t; } totals;
layout(push_constant, scalar) uniform ParamsBlock { WaveFeedParams p; } params;
#include "wave/exact.glsl"

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy), c = at + params.p.first;
  if (any(greaterThanEqual(at, params.p.count)) || !is_water(c)) return;
  gain(c.y * fours * 4 + c.x, at.y * params.p.count.x + at.x, params.p.meters, 0.0, params.p.sub_steps);
  if (!has_totals) return;
  uvec2 more = add64(count64(params.p.meters.x), count64(params.p.meters.y));
  if (params.p.meters.x > 0.0) {
    ACCUMULATE64(totals.t.sources, more)
  } else {
    ACCUMULATE64(totals.t.drains, negated64(more))
  }
}
