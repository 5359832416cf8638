// Adds one shape to both time levels: a drop, a push, a wave maker. One thread per cell of its box.
#pragma variants VARIED?
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#include "lib/neutral_poke.glsl"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(local_size_x = 16, local_size_y = 4) in;
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(constant_id = 8) const bool has_totals = false;
layout(binding = 2, scalar) coherent buffer Totals { WaveTotals t; } totals;
layout(push_constant, scalar) uniform ParamsBlock { WavePokeParams p; } params;

float distance_squared(vec2 at) {
  vec2 along = params.p.b - params.p.a;
  float span = dot(along, along);
  float t = span > 0.0 ? clamp(dot(at - params.p.a, along) / span, 0.0, 1.0) : 0.0;
  vec2 off = at - params.p.a - t * along;
  return dot(off, off);
}

float profile_at(ivec2 cell) {
  return poke_profile(distance_squared((vec2(cell) + 0.5) * params.p.cell) / (params.p.radius * params.p.radius));
}

bool is_land(ivec2 c) {
#ifdef VARIED
  return drag_at(c) < 0.0;
#else
  return false;
#endif
}
// The cell on the other side of a face, within the grid.
ivec2 beside(ivec2 c, int axis) {
  --c[axis];
  int n = axis == 0 ? nx : nz;
  if (c[axis] < 0) c[axis] = (axis == 0 ? edge_west : edge_north) == wave_edge_periodic ? n - 1 : 0;
  return c;
}

// Change of a cell by a neutral one, m; nothing passes the shore.
float neutral_change(ivec2 c) {
  bvec2 periodic = bvec2(edge_west == wave_edge_periodic, edge_north == wave_edge_periodic);
  ivec2 low = ivec2(edge_west == wave_edge_absorb, edge_north == wave_edge_absorb);
  ivec2 high = ivec2(nx, nz) - ivec2(edge_east == wave_edge_absorb, edge_south == wave_edge_absorb);
  NeutralPoke p =
      NeutralPoke(params.p.a, params.p.b, params.p.cell, params.p.radius, low, high, periodic, ivec2(nx, nz));
  precise float sum = 0.0;
  for (int axis = 0; axis < 2; ++axis) {
    ivec2 next = c;
    next[axis] = periodic[axis] && c[axis] + 1 == p.cells[axis] ? 0 : c[axis] + 1;
    bool last = next[axis] >= p.cells[axis];
    precise float scale = params.p.amplitude / params.p.cell[axis];
    precise float before = is_land(beside(c, axis)) ? 0.0 : scale * poke_through(p, c, axis);
    precise float after = last || is_land(next) ? 0.0 : scale * poke_through(p, next, axis);
    sum += after - before;
  }
  return sum;
}

void main() {
  ivec2 local = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(local, params.p.count))) return;
  ivec2 cell = params.p.first + local;
  if (edge_west == wave_edge_periodic) cell.x = cell.x < 0 ? cell.x + nx : cell.x >= nx ? cell.x - nx : cell.x;
  if (edge_north == wave_edge_periodic) cell.y = cell.y < 0 ? cell.y + nz : cell.y >= nz ? cell.y - nz : cell.y;
  if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, ivec2(nx, nz)))) return;
  if (is_land(cell)) return;
  bool neutral = params.p.neutral != 0;
  if (neutral && in_rim(cell)) return;
  // Places of round ones count from the cell as it lies in the box, which may be beyond a periodic border.
  float change = neutral ? neutral_change(cell) : params.p.amplitude * profile_at(params.p.first + local);
  int at = cell.y * fours * 4 + cell.x;
  float old = u_now.v[at], fresh = old + change;
  u_now.v[at] = fresh;
  u_prev.v[at] += change;
  if (!has_totals || in_rim(cell)) return;
  uvec2 more = sub64(count64(fresh), count64(old));
  if (params.p.amplitude > 0.0) {
    ACCUMULATE64(totals.t.sources, more)
  } else {
    ACCUMULATE64(totals.t.drains, negated64(more))
  }
}
