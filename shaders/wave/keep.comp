// Compensates the rounding drift of the volume: subtracts the volume change of the steps, less the flux across the
// borders, from four cells on both time levels. One thread.
#include "wave/grid.glsl"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
layout(local_size_x = 1) in;
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(binding = 2, scalar) readonly buffer First { WaveTotal t; } first;  // before the steps
layout(binding = 3, scalar) readonly buffer Last { WaveTotal t; } last_;   // after them
layout(binding = 4, scalar) restrict buffer Moved { WaveMoved m; } moved;  // through the borders since then
layout(constant_id = 6) const bool has_rises = false;
layout(binding = 5) readonly buffer Rises { float v[]; } rises;  // of which in the last sub-step
layout(push_constant, scalar) uniform ParamsBlock { WaveKeepParams p; } params;

void main() {
  uvec2 now = add64(first.t.now, moved.m.sum), before = now;
  if (has_rises) {
    for (int i = 0; i < params.p.faces; ++i) before = sub64(before, count64(rises.v[i]));
  }
  uvec2 due = sub64(now, last_.t.now);
  float more = 0.25 * (float64(due) / wave_per_meter);
  float more_before = 0.25 * (float64(sub64(before, last_.t.before)) / wave_per_meter);
  for (int k = 0; k < 4; ++k) {
    int i = params.p.keepers[k];
    float old = u_now.v[i], fresh = old + more;
    u_now.v[i] = fresh;
    u_prev.v[i] += more_before;
    due = sub64(due, sub64(count64(fresh), count64(old)));
  }
  moved.m.sum = due;  // what these floats do not hold is for the next time
}
