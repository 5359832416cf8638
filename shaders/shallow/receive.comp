// Adds the deposit of a clock step to the columns: depth, discharge, and the impact pressure as an impulse J per area
// that acts once: dq = -h' grad J. An impulse on a cell acts down to about the cell's size, which limits h'.
#include "shallow/water.glsl"
#include "lib/ledger.glsl"
#include "lib/deposits.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) coherent buffer Poured { uint v[]; } poured;  // depth whose front is as fast: for the next pace
layout(push_constant, scalar) uniform ParamsBlock { LedgerReceiveParams p; } params;

// Beyond the grid as at `me`.
float impulse_at(ivec2 at, ivec2 me) {
  if (!inside(at + params.p.first)) at = me;
  return params.p.momentum * float64(deposit_at(at, params.p.count).down);
}

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy) - 1, c = at + params.p.first;  // with a ring of neighbors
  if (any(greaterThan(at, params.p.count)) || !inside(c)) return;
  LedgerDeposit gain = deposit_at(at, params.p.count);
  vec2 push = vec2(impulse_at(at + ivec2(1, 0), at) - impulse_at(at - ivec2(1, 0), at),
                   impulse_at(at + ivec2(0, 1), at) - impulse_at(at - ivec2(0, 1), at));
  if (gain.volume == uvec2(0u) && push == vec2(0.0)) return;
  int i = index_of(c);
  uvec4 t = water.v[i];
  vec2 h = vec2(depth_of(t), rest_of(t)), q = discharge_of(t), more = meters_of(gain.volume, params.p.meters);
  add(h, more.x);
  add(h, more.y);
  q += params.p.momentum * vec2(float64(gain.along_x), float64(gain.along_z));
  // Inflow through a wall: the mirrored flux there takes the pressure c h u off that water which moves would have.
  q += sqrt(params.p.gravity * max(h.x, 0.0)) * more.x * vec2(params.p.through);
  if (h.x > shallow_film) q -= min(vec2(h.x), params.p.cell) * 0.5 * push / params.p.cell;
  q = bounded(q, h.x, params.p.fastest);
  note_lost(gain, q - discharge_of(t), params.p.momentum);
  water.v[i] = water_texel(h, q);
  float front = length(velocity_in(q, h.x)) + sqrt(params.p.gravity * h.x);
  atomicMax(poured.v[0], floatBitsToUint(front * front / (4.0 * params.p.gravity)));  // not negative: as their bits
}
