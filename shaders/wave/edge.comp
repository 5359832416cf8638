// Absorbing edges, after the step. The wave equation does not update the outermost cells: the face to the next cell
// is the border of the water, and its flux obeys the one-way condition that is exact at 0 and 45 degrees, written
// with derivatives along the border [Engquist & Majda 1977, Higdon 1987]:
//   flux = c h + bend,   bend_tt = -k c^3 h_tau_tau
// The flux that leaves is the one that the step takes from the water, and what bends it adds up to zero along a side:
// a level that stays is always a flux outwards. Of incident waves of elevation z at a right angle the flux is -c z, and
// the condition holds for what remains: flux = c (h - 2 z) + bend. Thread x runs along a side, y the side: west, east, north, south.
#pragma variants VARIED?
#include "wave/grid.glsl"
#ifdef VARIED
#include "wave/faces.glsl"
#include "wave/drag.glsl"
#endif
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1, scalar) restrict buffer States { WaveEdgeState v[]; } states;
layout(binding = 2) restrict buffer UNext { float v[]; } u_next;
layout(push_constant, scalar) uniform ParamsBlock { WaveEdgeParams p; } params;

const bool west = edge_west == wave_edge_absorb, east = edge_east == wave_edge_absorb;
const bool north = edge_north == wave_edge_absorb, south = edge_south == wave_edge_absorb;

int index_of(ivec2 cell) { return cell.y * fours * 4 + cell.x; }
float at(samplerBuffer field, ivec2 cell) { return texelFetch(field, cell.y * fours + cell.x / 4)[cell.x & 3]; }
float next_at(ivec2 cell) { return u_next.v[index_of(cell)]; }

bool is_water(ivec2 cell) {
#ifdef VARIED
  return drag_at(cell) >= 0.0;
#else
  return true;
#endif
}

// Square of the speed on the face between two neighbors.
float face_between(ivec2 a, ivec2 b) {
#ifdef VARIED
  ivec2 low = min(a, b);
  if (a.x != b.x) return texelFetch(face_x, low.y * (fours + 1) + low.x / 4 + 1)[low.x & 3];
  return texelFetch(face_z, (low.y + 1) * fours + low.x / 4)[low.x & 3];
#else
  return params.p.speed * params.p.speed;
#endif
}

// Neighbors of a place along the edge, as the elevations' differences to it: of the border now, of the next cells
// after the step. Nothing beyond walls, other absorbing edges and land; the other side of a periodic axis.
struct Beside {
  float border;  // times c^3
  float next;
};

Beside beside(ivec2 cell, ivec2 inward, ivec2 along, int low, int high, int kind) {
  ivec2 other = cell + along;
  int place = along.x != 0 ? other.x : other.y;
  float here = 0.5 * (at(u_now, cell) + at(u_now, cell + inward)), next = next_at(cell + inward);
  if (place < low || place > high) {
    if (kind == wave_edge_fixed) {
      float square = face_between(cell, cell + inward);
      return Beside(-2.0 * here * square * sqrt(square), -2.0 * next);
    }
    if (kind != wave_edge_periodic) return Beside(0.0, 0.0);
    other -= along * (high - low + 1);
  }
  if (!is_water(other) || !is_water(other + inward)) return Beside(0.0, 0.0);
#ifdef VARIED
  // Mean of two faces that waves leave by, equal from both sides.
  float square = min(face_between(cell, cell + inward), face_between(other, other + inward));
#else
  float square = params.p.speed * params.p.speed;
#endif
  return Beside((0.5 * (at(u_now, other) + at(u_now, other + inward)) - here) * square * sqrt(square),
                next_at(other + inward) - next);
}

void main() {
  int side = int(gl_GlobalInvocationID.y), place = int(gl_GlobalInvocationID.x);
  bool upright = side < 2;
  int count = upright ? nz : nx;
  if (place >= count || !(side == 0 ? west : side == 1 ? east : side == 2 ? north : south)) return;
  bool first = upright ? north : west, last_too = upright ? south : east;
  int low = first ? 1 : 0, high = last_too ? count - 2 : count - 1;
  ivec2 cell = upright ? ivec2(side == 0 ? 0 : nx - 1, place) : ivec2(place, side == 2 ? 0 : nz - 1);
  ivec2 inward = upright ? ivec2(side == 0 ? 1 : -1, 0) : ivec2(0, side == 2 ? 1 : -1);
  ivec2 along = upright ? ivec2(0, 1) : ivec2(1, 0);
  if (!is_water(cell)) return;
  if (place < low || place > high) {  // a corner of two such sides, which no water touches
    if (upright) u_next.v[index_of(cell)] = next_at(cell + inward + (place < low ? along : -along));
    return;
  }
  float square = is_water(cell + inward) ? face_between(cell, cell + inward) : 0.0;
  if (square <= 0.0) {
    u_next.v[index_of(cell)] = 0.0;
    return;
  }
  float speed = sqrt(square), dt = params.p.dt, drag = params.p.half_dt_drag;
#ifdef VARIED
  drag *= drag_at(cell);
#endif
  float across = upright ? params.p.cell.x : params.p.cell.y, length = upright ? params.p.cell.y : params.p.cell.x;
  int at_state = side * params.p.longest + place;
  WaveEdgeState s = states.v[at_state];
  int edge_low = upright ? edge_north : edge_west, edge_high = upright ? edge_south : edge_east;
  Beside down = beside(cell, inward, -along, low, high, edge_low), up = beside(cell, inward, along, low, high, edge_high);

  float lambda = speed * dt / across, fade = wave_edge_fade * lambda + 0.5 * drag;
  float slope = (at(u_now, cell) - at(u_now, cell + inward)) / across;
  s.flux = ((1.0 - 0.5 * drag) * s.flux - params.p.kick * dt * square * slope) / (1.0 + 0.5 * drag);
  float bending = (down.border + up.border) / (length * length);
  s.bend_rate = ((1.0 - fade) * s.bend_rate - params.p.kick * dt * wave_edge_bend * bending) / (1.0 + fade);
  s.bend = ((1.0 - fade) * s.bend + dt * s.bend_rate) / (1.0 + fade);

  vec2 weights = wave_edge_weights(lambda, speed * dt / length);
  float e = is_water(cell + 2 * inward) ? 0.5 - weights.x : 0.0, one = next_at(cell + inward);
  float inner = (0.5 + 2.0 * e) * one - e * next_at(cell + 2 * inward) + weights.y * (down.next + up.next);
  float level = (s.flux - s.bend) / speed;
  if (side == params.p.incident_side) level += 2.0 * params.p.incident;
  u_next.v[index_of(cell)] = (level - inner + 0.5 * lambda * one) / (0.5 - e + 0.5 * lambda);
  states.v[at_state] = s;
}
