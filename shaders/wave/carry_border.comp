// Flux of a flow over the absorbing borders of its waves in a sub-step, as in carry.comp. A difference between both
// time levels changes the wave state there: the border's flux (wave/edge.comp), and the rises that are counted
// (wave/border.comp). Thread x runs along a side, y the side: west, east, north, south.
#pragma variants VARIED?
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(local_size_x = 64) in;
layout(constant_id = 6) const uint sub_step = 0u;
layout(constant_id = 7) const bool has_moved = false;
layout(constant_id = 8) const bool has_rises = false;
layout(constant_id = 9) const bool has_totals = false;
layout(binding = 0) readonly buffer From { vec2 v[]; } from;
layout(binding = 1) restrict buffer Rises { float v[]; } rises;
layout(binding = 2, scalar) coherent buffer Totals { WaveTotals t; } totals;
layout(binding = 6, scalar) restrict buffer States { WaveEdgeState v[]; } states;
layout(binding = 3, scalar) coherent buffer Moved { WaveMoved m; } moved;  // in this clock step
layout(binding = 4) readonly buffer Faces { vec2 v[]; } faces;
layout(binding = 5) readonly buffer Schedule { float dt; uint count; } schedule;
layout(push_constant, scalar) uniform ParamsBlock { WaveCarryParams p; } params;

void main() {
  int side = int(gl_GlobalInvocationID.y), place = int(gl_GlobalInvocationID.x);
  bool across_x = side < 2, high = (side & 1) == 1;
  int kind = side == 0 ? edge_west : side == 1 ? edge_east : side == 2 ? edge_north : edge_south;
  if (place >= (across_x ? nz : nx) || kind != wave_edge_absorb || sub_step >= schedule.count) return;
  ivec2 inward = across_x ? ivec2(high ? -1 : 1, 0) : ivec2(0, high ? -1 : 1);
  ivec2 beyond = across_x ? ivec2(high ? nx - 1 : 0, place) : ivec2(place, high ? nz - 1 : 0), cell = beyond + inward;
  if (in_rim(cell) || any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, ivec2(nx, nz)))) return;
#ifdef VARIED
  if (drag_at(cell) < 0.0 || drag_at(beyond) < 0.0) return;
#endif
  ivec2 face = high ? beyond : cell;
  int axis = across_x ? 0 : 1;
  float u = faces.v[face.y * (nx + 1) + face.x][axis];
  vec2 rise = schedule.dt * params.p.per[axis] * (high ? -u : u) * from.v[cell.y * fours * 4 + cell.x];
  int i = side * params.p.longest + place;
  states.v[i].flux -= (rise.x - rise.y) * params.p.inverse_dt / params.p.per[axis];
  if (has_rises) rises.v[i] += rise.x - rise.y;
  if (!has_totals || rise.x == 0.0) return;
  uvec2 counted = count64(rise.x);
  if (has_moved) ACCUMULATE64(moved.m.sum, counted)
  if (rise.x > 0.0) {
    ACCUMULATE64(totals.t.edges_in, counted)
  } else {
    ACCUMULATE64(totals.t.edges_out, negated64(counted))
  }
}
