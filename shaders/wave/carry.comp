// Advection of waves by a flow, one stage of a sub-step, both time levels: base - dt div F(from). Fluxes are of fifth
// order, upwind; both cells of a face compute the same one. Cells behind land or a wall take the value of the last
// water cell.
#pragma variants FIRST VARIED?, LAST VARIED?, VARIED
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#ifdef LAST
#include "lib/ledger.glsl"
#endif
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(local_size_x = 64, local_size_y = 4) in;
#ifdef LAST
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(binding = 3) restrict buffer Rests { float v[]; } rests;
#else
layout(binding = 0) readonly buffer UNow { float v[]; } u_now;
layout(binding = 1) readonly buffer UPrev { float v[]; } u_prev;
layout(binding = 3) writeonly restrict buffer To { vec2 v[]; } to;
#endif
#ifndef FIRST
layout(binding = 2) readonly buffer From { vec2 v[]; } from;
#endif
layout(binding = 4) readonly buffer Faces { vec2 v[]; } faces;
layout(binding = 5) readonly buffer Schedule { float dt; } schedule;
layout(push_constant, scalar) uniform ParamsBlock { WaveCarryParams p; } params;

// The cell itself, or the one that a periodic side puts in its place.
ivec2 wrapped(ivec2 c) {
  if (edge_west == wave_edge_periodic) c.x = c.x < 0 ? c.x + nx : c.x >= nx ? c.x - nx : c.x;
  if (edge_north == wave_edge_periodic) c.y = c.y < 0 ? c.y + nz : c.y >= nz ? c.y - nz : c.y;
  return c;
}
bool is_there(ivec2 c) {
  if (any(lessThan(c, ivec2(0))) || any(greaterThanEqual(c, ivec2(nx, nz)))) return false;
#ifdef VARIED
  return drag_at(c) >= 0.0;
#else
  return true;
#endif
}
vec2 at(ivec2 c) {
  int i = c.y * fours * 4 + c.x;
#ifdef FIRST
  return vec2(u_now.v[i], u_prev.v[i]);
#else
  return from.v[i];
#endif
}
// The next cell on a way, or where there is none what was before it.
vec2 going(inout ivec2 c, ivec2 way, vec2 before) {
  ivec2 next = wrapped(c + way);
  if (!is_there(next)) return before;
  c = next;
  return at(next);
}

// Through the face between a cell and the one before it along an axis.
vec2 flux(ivec2 face, int axis) {
  ivec2 way = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
  ivec2 high = wrapped(face), low = wrapped(face - way);
  if (!is_there(high) || !is_there(low)) return vec2(0.0);
  ivec2 place = face;
  if (edge_west == wave_edge_periodic && place.x == nx) place.x = 0;
  if (edge_north == wave_edge_periodic && place.y == nz) place.y = 0;
  float u = faces.v[place.y * (nx + 1) + place.x][axis];
  if (u == 0.0) return vec2(0.0);
  bool outer_high = in_rim(high), outer_low = in_rim(low);
  if (outer_high || outer_low) return outer_high && outer_low ? vec2(0.0) : u * at(outer_high ? low : high);
  ivec2 up = u > 0.0 ? low : high, down = u > 0.0 ? high : low, against = u > 0.0 ? -way : way;
  vec2 near = at(up), next = at(down);
  vec2 far = going(up, against, near);
  vec2 farther = going(up, against, far);
  vec2 after = going(down, -against, next);
  precise vec2 f = u * ((2.0 * farther - 13.0 * far + 47.0 * near + 27.0 * next - 3.0 * after) / 60.0);
  return f;
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (c.x >= nx || c.y >= nz) return;
  int i = c.y * fours * 4 + c.x;
  vec2 base = vec2(u_now.v[i], u_prev.v[i]);
  if (is_there(c)) {
    // Beyond an absorbing border it rises as before it.
    ivec2 own = c;
    if (edge_west == wave_edge_absorb) own.x = max(own.x, 1);
    if (edge_east == wave_edge_absorb) own.x = min(own.x, nx - 2);
    if (edge_north == wave_edge_absorb) own.y = max(own.y, 1);
    if (edge_south == wave_edge_absorb) own.y = min(own.y, nz - 2);
    vec2 per = schedule.dt * params.p.per;
    precise vec2 along_x = per.x * (flux(own, 0) - flux(own + ivec2(1, 0), 0));
    precise vec2 along_z = per.y * (flux(own, 1) - flux(own + ivec2(0, 1), 1));
    precise vec2 more = along_x + along_z;
#ifdef LAST
    vec2 now = two_sum(base.x, more.x), before = two_sum(base.y, more.y);
    precise float lost = rests.v[i] + (now.y - before.y);
    now = two_sum(now.x, lost);
    base = vec2(now.x, before.x);
    rests.v[i] = now.y;
#else
    base += more;
#endif
  }
#ifdef LAST
  u_now.v[i] = base.x;
  u_prev.v[i] = base.y;
#else
  to.v[i] = base;
#endif
}
