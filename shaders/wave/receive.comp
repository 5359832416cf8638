// Adds the deposit of a clock step to the cells. Both time levels gain the volume, so it arrives without velocity.
// Momentum M and the impact impulse J, per area, act as the discharge dq = M - H' grad J for one step: the rise gains
// -div dq by conservative face fluxes. An impulse on a cell acts down to about the cell's size, which limits H'.
// Linear waves keep only the part of M with a divergence. The volume is exact (wave/exact.glsl). TOUCHED: only
// touched cells; residuals of other cells wait until they are listed.
#pragma variants TOUCHED? VARIED?
#include "wave/grid.glsl"
#include "lib/ledger.glsl"
#include "lib/deposits.glsl"
#include "lib/wrap.glsl"
#include "wave/totals.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
#ifdef TOUCHED
layout(local_size_x = 64) in;
layout(binding = 11, scalar) readonly buffer Touched { LedgerList s; uint list[]; } touched;
#else
layout(local_size_x = 64, local_size_y = 4) in;
#endif
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(binding = 2, scalar) restrict buffer Rests { vec2 v[]; } rests;  // of the box and a ring around it
layout(constant_id = 9) const bool has_totals = false;
layout(binding = 3, scalar) coherent buffer Totals { WaveTotals t; } totals;
layout(push_constant, scalar) uniform ParamsBlock { LedgerReceiveParams p; } params;

#include "wave/exact.glsl"

// A box from border to border goes on at its other end where the water is periodic.
ivec2 around(ivec2 at) {
  ivec2 n = params.p.count;
  if (edge_west == wave_edge_periodic && n.x == nx) at.x = wrapped(at.x, n.x);
  if (edge_north == wave_edge_periodic && n.y == nz) at.y = wrapped(at.y, n.y);
  return at;
}

// Discharge along an axis, and impulse, of a cell of the box.
vec2 state_of(ivec2 at, int axis) {
  LedgerDeposit gain = deposit_at(at, params.p.count);
  return params.p.momentum * vec2(float64(axis == 0 ? gain.along_x : gain.along_z), float64(gain.down));
}

// Through the face between a cell and the next one along the axis, m^2/s.
float flux_of(ivec2 at, int axis) {
  ivec2 next = around(at + (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)));
  at = around(at);
  if (!is_water(at + params.p.first) || !is_water(next + params.p.first)) return 0.0;
  vec2 a = state_of(at, axis), b = state_of(next, axis);
  float depth = min(params.p.depth, params.p.cell[axis]);
  return 0.5 * (a.x + b.x) - depth * (b.y - a.y) / params.p.cell[axis];
}

void receive(ivec2 at) {
  ivec2 c = at + params.p.first;
  if (any(greaterThan(at, params.p.count)) || around(at) != at) return;
  if (has_totals && in_rim(c)) {  // what falls beyond an absorbing border has passed it
    float meters = meters_of(deposit_at(at, params.p.count).volume, params.p.meters).x;
    if (meters != 0.0) ACCUMULATE64(totals.t.edges_out, count64(meters))
  }
  if (!is_water(c)) return;
  int i = c.y * fours * 4 + c.x, own = (at.y + 1) * (params.p.count.x + 2) + at.x + 1;
  vec2 more = meters_of(deposit_at(at, params.p.count).volume, params.p.meters);
  vec2 half_flows = vec2(0.0);  // of the faces around: a face's discharge is that of its two cells
  float back = 0.0;  // by which the level before was higher for the rise to be so much more
  for (int axis = 0; axis < 2; ++axis) {
    ivec2 low = at - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1));
    float per = params.p.dt / params.p.cell[axis];
    float out_ = flux_of(at, axis), in_ = flux_of(low, axis);
    precise float leaves = per * out_, arrives = per * in_;
    back += leaves - arrives;
    half_flows[axis] = 0.5 * (out_ + in_);
  }
  note_lost(deposit_at(at, params.p.count), half_flows, params.p.momentum);
  gain(i, own, more, back, float(params.p.sub_steps));  // what waits in a list does not go on
}

void main() {
#ifdef TOUCHED
  uint k = gl_GlobalInvocationID.x;
  if (k < min(touched.s.count, uint(touched.list.length()))) receive(ringed_at(touched.list[k], params.p.count));
#else
  receive(ivec2(gl_GlobalInvocationID.xy) - 1);
#endif
}
