// Deposits in a flow of constant depth: the volume leaves over the open edges; momentum that no face between cells
// can take is discarded (take.comp). The ripples gain the volume, and the impulse J of what fell by its discharge -H'
// grad J, as linear waves do (wave/receive.comp); they carry it away.
#include "fluid/deposits.glsl"
layout(constant_id = 12) const bool has_waves = false;
layout(binding = 5) restrict buffer Waves { vec2 v[]; } waves;
layout(binding = 6, scalar) coherent buffer Passed { uvec2 v; } passed;

void each(ivec2 at) {
  ivec2 c = at + params.p.first;
  LedgerDeposit gain = deposit_at(at, params.p.count);
  vec3 own = push_of(at);
  vec2 kept = vec2(0.0);
  float rate = 0.0;
  for (int axis = 0; axis < 2; ++axis) {
    ivec2 way = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
    float depth = min(params.p.felt, params.p.cell[axis]) / (params.p.cell[axis] * params.p.cell[axis]);
    for (int side = 0; side < 2; ++side) {
      if (!passes(c + side * way, axis)) continue;
      kept[axis] += 0.5 * own[axis];
      rate += depth * (push_of(at + (2 * side - 1) * way).z - own.z);
    }
  }
  note_lost(gain, kept, params.p.momentum);
  ACCUMULATE64(passed.v, gain.volume)
  if (has_waves && holds(c)) waves.v[index_of(c)] += vec2(meters_of(gain.volume, params.p.meters).x, rate);
}
