// Adds the deposit of a clock step to the columns: depth, and flow in the straight pipes between them: half of the discharge that
// either end gained, and the pressure of what fell, an impulse J per area that acts once: dq = -h' grad J, h' the depth but
// at most a column's length. A thread owns a column and its pipes to +x and +z.
#include "pipes/each.glsl"
#include "lib/ledger.glsl"
#include "lib/deposits.glsl"
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) restrict buffer Flux { vec4 v[]; } flux;
layout(binding = 2) coherent buffer Peaks { uint v[]; } peaks;
layout(push_constant, scalar) uniform ParamsBlock { LedgerReceiveParams p; } params;

// Discharge along the axis, and impulse.
vec2 state_of(ivec2 at, int axis) {
  LedgerDeposit gain = deposit_at(at, params.p.count);
  return params.p.momentum * vec2(float64(axis == 0 ? gain.along_x : gain.along_z), float64(gain.down));
}

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy) - 1, c = at + params.p.first;  // with a ring of neighbors
  if (any(greaterThan(at, params.p.count)) || !inside(c)) return;
  int i = index_of(c);
  vec2 cell = params.p.cell, h = vec2(depth_of(water.v[i]), rest_of(water.v[i]));
  vec2 flow = vec2(0.0);  // gained by the pipes to +x and +z; half of each end's
  for (int axis = 0; axis < 2; ++axis) {
    ivec2 next = at + (axis == 0 ? ivec2(1, 0) : ivec2(0, 1));
    if (!inside(next + params.p.first)) continue;
    vec2 a = state_of(at, axis), b = state_of(next, axis);
    if (a == vec2(0.0) && b == vec2(0.0)) continue;
    float gained = 0.5 * (a.x + b.x) - min(h.x, cell[axis]) * (b.y - a.y) / cell[axis];
    flow[axis] = gained;
    flux.v[i][axis] += gained * cell[1 - axis];
  }
  LedgerDeposit gain = deposit_at(at, params.p.count);
  note_lost(gain, flow, params.p.momentum);
  uvec2 volume = gain.volume;
  if (volume == uvec2(0u)) return;
  vec2 more = meters_of(volume, params.p.meters);
  vec2 sum = pair_sum(h, more);
  water.v[i].xy = floatBitsToUint(sum);
  atomicMax(peaks.v[0], floatBitsToUint(sum.x));  // not negative: as their bits
}
