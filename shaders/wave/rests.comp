// Adds rounding residuals to a total: those of deposits of couplings (wave/receive.comp) and of the drift
// compensation (wave/keep.comp).
#include "passes/wave/wave_params.h"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const bool has_rests = false;
layout(constant_id = 1) const bool has_moved = false;
layout(binding = 0, scalar) readonly buffer Rests { vec2 v[]; } rests;
layout(binding = 1, scalar) readonly buffer Moved { WaveMoved m; } moved;
layout(binding = 2, scalar) coherent buffer Total { WaveTotal t; } total;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (has_moved && i == 0u) ACCUMULATE64(total.t.now, moved.m.sum)
  if (has_rests && i < uint(rests.v.length()) && rests.v[i].x != 0.0)
    ACCUMULATE64(total.t.now, count64(rests.v[i].x))
}
