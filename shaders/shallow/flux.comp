// Mass and momentum through the faces of the columns, of a stage of Heun's method.
// A thread owns the faces on the low sides of a column along x and z; one more of either along each axis.
#pragma variants FED? HULLS? SILLS?
#include "shallow/water.glsl"
#include "shallow/face.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(constant_id = 7) const int eddies = shallow_eddies_none;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) writeonly restrict buffer FacesX { vec4 v[]; } faces_x;
layout(binding = 3) writeonly restrict buffer FacesZ { vec4 v[]; } faces_z;
layout(binding = 4) uniform samplerBuffer schedule;
#ifdef FED
layout(binding = 5) uniform samplerBuffer feed;  // w: depth that a level edge keeps, share of an inflow
#endif
#ifdef HULLS
layout(binding = 6) uniform samplerBuffer hull_head;
#endif
// State of another grid that begins at the border (hold.comp). x: the depth of its water; y: m/s along the border, under -1e29:
// nobody knows; z: its ground over the column's; w: 1, or 0: there is none.
layout(constant_id = 8) const bool has_borders = false;
layout(binding = 8) uniform samplerBuffer borders;
#ifdef SILLS
#include "shallow/sills.glsl"
#endif
layout(push_constant, scalar) uniform ParamsBlock { ShallowParams p; } params;

// The column at c; `axis` 0: faces across x, 1: across z.
Cell cell_at(ivec2 c, int axis) {
  uvec4 t = texelFetch(water, index_of(c));
  float ground = plane_at(bed, c), h = depth_of(t);
#ifdef HULLS
  vec2 hull = texelFetch(hull_head, index_of(c)).xy;
  ground += hull.x + max(-hull.y - 1.0, 0.0);  // a head that weighs on the water acts as higher ground
#endif
  // Rounded once: columns of a lake at rest have one level, whatever their grounds.
  vec2 level = vec2(ground, 0.0);
  add(level, h);
  bool wet = h > shallow_film;
  vec2 u = velocity_in(discharge_of(t), h);
  return Cell(wet ? h : 0.0, ground, wet ? level.x + (level.y + rest_of(t)) : ground, axis == 0 ? u.x : u.y,
              axis == 0 ? u.y : u.x);
}

// Beyond the border: the mirror image at a wall, else as much water on ground that goes on as it comes.
Cell beyond(Cell c, Cell next, bool wall) {
  if (wall) {
    c.u = -c.u;
  } else if (c.h > 0.0) {
    c.bed += c.bed - next.bed;
    c.w = c.bed + c.h;
  }
  return c;
}

// Boundary state of an edge for water that flows outwards by `u`.
Beyond imposed(int edge, Cell c, float u, float kept, float inflow) {
  float g = params.p.gravity, wave = sqrt(g * c.h);
  if (edge == column_edge_open) {  // falls over: critical, or faster
    if (u >= wave) return Beyond(c.h, u);
    float speed = max(u + 2.0 * wave, 0.0) / 3.0;
    return Beyond(speed * speed / g, speed);
  }
  if (edge == column_edge_level) {
    if (u >= wave) return Beyond(c.h, u);
    float h = max(kept, 0.0), still = sqrt(g * h);
    return Beyond(h, h > shallow_film ? max(u + 2.0 * (wave - still), -still) : 0.0);  // comes in critical at most
  }
  if (edge == column_edge_discharge) {
    if (inflow <= 0.0) return Beyond(c.h, 0.0);
    float critical = pow(inflow * inflow / g, 1.0 / 3.0);
    if (-u > wave && c.h > shallow_film) return Beyond(c.h, -inflow / c.h);  // rushes in
    // u + 2 c goes out: q / h = 2 c - (u + 2 c), for c of the edge by Newton's method.
    float k = -(u + 2.0 * wave), s = max(wave, sqrt(g * critical));
    for (int n = 0; n < 12; ++n) {
      float f = s * s * (k + 2.0 * s) - g * inflow, df = 2.0 * s * k + 6.0 * s * s;
      s = max(s - f / max(df, 1e-12), sqrt(g * critical));
    }
    return Beyond(s * s / g, -inflow * g / (s * s));
  }
  return Beyond(c.h, max(u, 0.0));  // transmissive
}

// Eddy viscosity at the face, m^2/s.
float eddies_of(Cell a, Cell b, ivec2 low, ivec2 high, int axis, float across, float width) {
  float nu = params.p.viscosity;
  if (eddies == shallow_eddies_depth) {
    float h = 0.5 * (a.h + b.h), speed = length(0.5 * vec2(a.u + b.u, a.v + b.v));
    nu *= 0.41 / 6.0 * speed * sqrt(params.p.manning) * pow(h, 5.0 / 6.0);  // kappa u* h / 6
  }
  if (eddies == shallow_eddies_smagorinsky) {
    ivec2 side = axis == 0 ? ivec2(0, 1) : ivec2(1, 0), last = ivec2(nx - 1, nz - 1);
    Cell an = cell_at(max(low - side, ivec2(0)), axis), ap = cell_at(min(low + side, last), axis);
    Cell bn = cell_at(max(high - side, ivec2(0)), axis), bp = cell_at(min(high + side, last), axis);
    float un = (b.u - a.u) / across, vn = (b.v - a.v) / across;
    float us = 0.25 * (ap.u + bp.u - an.u - bn.u) / width, vs = 0.25 * (ap.v + bp.v - an.v - bn.v) / width;
    float strain = sqrt(2.0 * (un * un + vs * vs) + (us + vn) * (us + vn));
    nu *= nu * across * width * strain;  // (C)^2 dx dz |S|
  }
  return nu;
}

// State beyond the columns at a border: `s` its side there, `m` the column, `outwards` 1 at the high end and -1 at the low.
Face at_border(Side s, Cell m, int edge, float kept, float inflow, float outwards, float most, out Side other) {
  float g = params.p.gravity;
  Beyond b = imposed(edge, m, outwards * m.u, kept, inflow * max(kept, 0.0));
  other = Side(b.h, s.w + (b.h - s.h), outwards * b.u, m.v, 0.0, false);
  return face_beyond(s, b, outwards, g, most);
}

#ifdef SILLS
// Between a b | m d. To the column that gives, the face is an open edge; to the one below, a wall. Momentum of either is
// its own, and no mass of it arrives (sills.glsl).
vec4 falling_face(Cell a, Cell b, Cell m, Cell d, bool up, float most) {
  float g = params.p.gravity, outwards = up ? 1.0 : -1.0;
  // Next to the face: the giver and what it sees beyond; the column below and the mirror that it sees.
  Cell giver = m, behind = d, below = b, rest = a;
  if (up) giver = b, behind = a, below = m, rest = d;
  Cell ahead = beyond(giver, behind, false), mirror = beyond(below, rest, true), low = ahead, high = behind;
  if (up) low = behind, high = ahead;
  Side unused, over = side_of(low, giver, high, outwards, g);
  Face gives = at_border(over, giver, column_edge_open, 0.0, 0.0, outwards, most, unused);
  low = rest, high = mirror;
  if (up) low = mirror, high = rest;
  Side at_wall = side_of(low, below, high, -outwards, g), first = at_wall, second = at_wall;
  if (up) first.u = -at_wall.u;
  else second.u = -at_wall.u;
  Face f = face_between(first, second, g, most);
  return vec4(gives.mass, up ? gives.low : f.low, up ? f.high : gives.high, gives.along);
}
#endif

// One way for all faces, since a driver that runs many in step runs both sides of a branch: what lies beyond a border is
// made up, and its fluxes come in place of those between two columns.
vec4 face(ivec2 c, int axis, float dt) {
  float g = params.p.gravity;
  ivec2 along = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
  int at = axis == 0 ? c.x : c.y, n = axis == 0 ? nx : nz;
  float size = axis == 0 ? params.p.cell.x : params.p.cell.y;
  float most = params.p.share * (1.0 - shallow_margin) * size / dt;
  int low_edge = axis == 0 ? edge_west : edge_north, high_edge = axis == 0 ? edge_east : edge_south;
  bool low_wall = low_edge == column_edge_wall, high_wall = high_edge == column_edge_wall;
  bool first = at == 0, last = at == n;
  // Columns a b | m d around the face.
  ivec2 low = first ? c : c - along, high = last ? low : c;
  Cell b = cell_at(low, axis), m = cell_at(high, axis);
  // Dry ground beyond that the column's head does not climb is a wall.
  vec4 there = vec4(0.0);
  if (has_borders && (first ? low_edge : high_edge) == column_edge_level && (first || last)) {
    there = texelFetch(borders, border_of(2 * axis + (last ? 1 : 0), axis == 0 ? c.y : c.x));
    Cell here = m;
    if (last) here = b;
    there.z -= here.bed - plane_at(bed, last ? low : high);
    bool shut = there.w > 0.0 && there.x <= shallow_film && there.z > here.h + 0.5 * here.u * here.u / g;
    if (first) low_wall = low_wall || shut;
    else high_wall = high_wall || shut;
  }
  Cell a = beyond(b, m, low_wall), d = beyond(m, b, high_wall);
  if (at > 1) a = cell_at(low - along, axis);
  if (at + 1 < n) d = cell_at(high + along, axis);
#ifdef SILLS
  // A column beyond an overfall does not count as a neighbor.
  uint here = first || last ? 0u : falls_at(c, axis), before = at > 1 ? falls_at(low, axis) : 0u,
       after = at + 1 < n ? falls_at(c + along, axis) : 0u;
  if (before != 0u) {
    Cell next = m;
    if (here != 0u) next = b;
    a = beyond(b, next, before == shallow_falls_up);
  }
  if (after != 0u) {
    Cell next = b;
    if (here != 0u) next = m;
    d = beyond(m, next, after == shallow_falls_down);
  }
  if (here != 0u) return falling_face(a, b, m, d, here == shallow_falls_up, most);
#endif
  Cell mine = m;
  if (first) b = beyond(m, d, low_wall);
  if (last) mine = b, m = beyond(b, a, high_wall);
  Side sa = side_of(a, b, m, 1.0, g), sb = side_of(b, m, d, -1.0, g);
  bool wall = first ? low_wall : high_wall, border = first || last;
  Face out_face = Face(0.0, 0.0, 0.0, 0.0);
  int edge = first ? low_edge : high_edge;
  if (border) {
    Side s = sb, other;
    if (last) s = sa;
    other = s;
    other.u = -s.u;
    if (!wall) {
      float kept = 0.0;
#ifdef FED
      kept = texelFetch(feed, index_of(last ? low : high)).w;
#ifdef HULLS
      if (edge == column_edge_level) kept -= texelFetch(hull_head, index_of(last ? low : high)).x;
#endif
#endif
      vec4 q = params.p.inflow;
      float inflow = axis == 0 ? (first ? q.x : q.y) : (first ? q.z : q.w);
      out_face = at_border(s, mine, edge, kept, inflow, first ? -1.0 : 1.0, most, other);
      if (there.w > 0.0) {  // not much deeper than it is, and no lower than its ground
        other.h = min(other.h, shallow_lent * there.x);
        other.w += max(there.z - kept, 0.0);
        if (there.y > -1e29) other.v = there.y;
      }
    }
    if (first) sa = other;
    else sb = other;
  }
  Face f = face_between(sa, sb, g, most);
  if (border && wall) f.mass = 0.0, f.along = 0.0;
  // At a level water meets water: waves of the inside are not all thrown back.
  if (border && !wall && edge != column_edge_level) f = out_face;
  if (eddies != shallow_eddies_none && !border && min(b.h, m.h) > shallow_film) {
    float width = axis == 0 ? params.p.cell.y : params.p.cell.x;
    float nu = min(eddies_of(b, m, low, c, axis, size, width), shallow_most_mixed * min(size * size, width * width) / dt);
    float stress = nu * min(b.h, m.h) / size;
    f.low -= stress * (m.u - b.u);
    f.high -= stress * (m.u - b.u);
    f.along -= stress * (m.v - b.v);
  }
  return vec4(f.mass, f.low, f.high, f.along);
}

void main() {
  ivec2 c = column_of_thread();
  float dt = texelFetch(schedule, 0).x;
  for (int axis = 0; axis < 2; ++axis) {
    if (c[axis] > (axis == 0 ? nx : nz) || c[1 - axis] >= (axis == 0 ? nz : nx)) continue;
    vec4 f = face(c, axis, dt);
    if (axis == 0) faces_x.v[face_of(c)] = f;
    else faces_z.v[face_of(c)] = f;
  }
}
