// Mass and momentum fluxes through edges that are not walls, for a stage of Heun's method. A thread owns a column at
// the border. The unused momentum component is 1 if the face acts as a wall, else 0.
#pragma variants FED? HULLS? BED_STEPS?
#include "shallow/cells.glsl"
#include "shallow/border_state.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 5) writeonly restrict buffer EdgeFaces { vec4 v[]; } edge_faces;
// State of another grid that begins at the border (impose_level.comp). x: the depth of its water; y: m/s along the border, under -1e29:
// nobody knows; z: its ground over the column's; w: 1, or 0: there is none.
layout(binding = 6) uniform samplerBuffer borders;

// Waves of SideWaves: elevation over the still level at the beginning and the end of the clock step, m; velocity outwards, m/s.
layout(binding = 7) uniform samplerBuffer incident;
layout(constant_id = 10) const bool has_incident = false;

// Speed over sqrt(g h) by the dispersion relation (passes/shallow/dynamic_pressure.h). `y`: square of the frequency, times h / g.
float slower_than_long(float y) { return y > 0.0 ? sqrt(y / pressure_wavenumber(params.p.layers, y)) : 1.0; }

// A sea of depth `still`: what comes from the inside goes out by its invariant u + 2 c, and incident waves come in by
// theirs, of a simple wave where only their elevation is known. Waves with dynamic pressure are slower than sqrt(g h): their
// velocity counts for as much more. Oblique waves have the less of it across the side, and so have those that are thrown back.
Beyond sea_beyond(int side, int along, Cell c, float u, float still) {
  float g = params.p.gravity, wave = sqrt(g * c.h), rest = sqrt(g * max(still, 0.0)), comes = -2.0 * rest;
  if (u >= wave) return Beyond(c.h, u);
  float slower = slower_than_long(params.p.waves_square * still / g);
  vec4 s = texelFetch(schedule, 0);  // length of the sub-step; what is left of the clock step after it
  float t = clamp(1.0 - (s.y + (params.p.stage == 0 ? s.x : 0.0)) * params.p.per_step, 0.0, 1.0);
  vec4 told = params.p.waves;
  if (has_incident) told = texelFetch(incident, border_of(side, along));
  float crest = sqrt(g * max(still + mix(told.x, told.y, t), 0.0)), speed = mix(told.z, told.w, t);
  if (side == params.p.waves_side) {
    slower *= params.p.waves_normal;
    speed = params.p.waves_speed != 0 ? mix(params.p.waves.z, params.p.waves.w, t) : 2.0 * (crest - rest);
    comes = -speed / (params.p.waves_speed != 0 ? slower : 1.0) - 2.0 * crest;
  } else if (side == (params.p.waves_side ^ 1)) {
    slower *= params.p.waves_leave;
  } else if (has_incident) {
    comes = speed / slower - 2.0 * crest;
  }
  float leaves = u / slower + 2.0 * wave, beside = max(0.25 * (leaves - comes), 0.0);
  return Beyond(beside * beside / g, 0.5 * slower * (leaves + comes));
}

// Boundary state of an edge for water that flows outwards by `u`.
Beyond imposed(int side, int along, int edge, Cell c, float u, float kept, float inflow) {
  float g = params.p.gravity, wave = sqrt(g * c.h);
  if (edge == column_edge_open) return overfall(c, u);
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
  if (edge == column_edge_sea) return sea_beyond(side, along, c, u, kept);
  return Beyond(c.h, max(u, 0.0));  // transmissive
}

// Level and velocity of smooth dispersive waves at the border, half a column from the middle of m.
Cell at_border(Cell m, Cell inner) {
  float rise = 0.5 * (m.w - inner.w);
  if (params.p.waves_square == 0.0 || inner.h <= shallow_film || abs(rise) > 0.1 * m.h) return m;
  m.h += rise;
  m.w += rise;
  m.u += 0.5 * (m.u - inner.u);
  return m;
}

// `m`: the column at the border, `inner`: the one behind it.
vec4 edge_face(int side, ivec2 c, Cell m, Cell inner, float dt) {
  int axis = side >> 1, edge = side == 0 ? edge_west : side == 1 ? edge_east : side == 2 ? edge_north : edge_south;
  bool high = (side & 1) == 1, shut = false;
  float g = params.p.gravity, outwards = high ? 1.0 : -1.0, most = most_through(params.p.cell[axis], dt);
  vec4 there = vec4(0.0);
  if (has_borders && edge == column_edge_level) {  // dry ground beyond that the column's head does not climb is a wall
    there = texelFetch(borders, border_of(side, c[1 - axis]));
    there.z -= m.bed - plane_at(bed, c);
    shut = there.w > 0.0 && there.x <= shallow_film && there.z > m.h + 0.5 * m.u * m.u / g;
  }
  Cell l = beyond(m, inner, shut), r = inner;
  if (high) r = l, l = inner;
#ifdef BED_STEPS
  cut_at_bed_steps(l, m, r, c, axis);
#endif
  Sides s = sides_of(l, m, r, g);
  Side own = s.low;
  if (high) own = s.high;
  Side other = Side(own.h, own.w, -own.u, own.v, own.own, own.wall);
  Face open_face = Face(0.0, 0.0, 0.0, 0.0);
  if (!shut) {
    float kept = 0.0;
#ifdef FED
    kept = texelFetch(feed, index_of(c)).w;
#ifdef HULLS
    if (edge == column_edge_level || edge == column_edge_sea) kept -= texelFetch(hull_head, index_of(c)).x;
#endif
#endif
    Cell face = edge == column_edge_sea ? at_border(m, inner) : m;
    Beyond b = imposed(side, c[1 - axis], edge, face, outwards * face.u, kept, params.p.inflow[side] * max(kept, 0.0));
    other = Side(b.h, own.w + (b.h - own.h), outwards * b.u, m.v, 0.0, false);
    open_face = face_beyond(own, b, outwards, g, most);
    if (there.w > 0.0) {  // not much deeper than it is, and no lower than its ground
      other.h = min(other.h, shallow_lent * there.x);
      other.w += max(there.z - kept, 0.0);
      if (there.y > -1e29) other.v = there.y;
    }
  }
  Side below = other, above = own;
  if (high) below = own, above = other;
  Face f = face_between(below, above, g, most);
  if (shut) f.mass = 0.0, f.along = 0.0;
  // At a level water meets water: waves of the inside are not all thrown back.
  if (!shut && edge != column_edge_level) f = open_face;
  float flag = shut ? 1.0 : 0.0;
  return vec4(f.mass, high ? f.low : flag, high ? flag : f.high, f.along);
}

void main() {
  int k = int(gl_LocalInvocationIndex) + 256 * int(gl_WorkGroupID.x), side = 0;
  for (; side < 3 && k >= (side < 2 ? nz : nx); ++side) k -= side < 2 ? nz : nx;
  if (k >= (side < 2 ? nz : nx)) return;
  int axis = side >> 1, n = axis == 0 ? nx : nz;
  bool high = (side & 1) == 1;
  ivec2 along = axis == 0 ? ivec2(1, 0) : ivec2(0, 1), c = axis == 0 ? ivec2(high ? nx - 1 : 0, k) : ivec2(k, high ? nz - 1 : 0);
  ivec2 behind = n == 1 ? c : high ? c - along : c + along;
  edge_faces.v[border_of(side, k)] = edge_face(side, c, turned(cell_at(c), axis), turned(cell_at(behind), axis), texelFetch(schedule, 0).x);
}
