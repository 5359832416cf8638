// Fluxes through the faces of the columns of a workgroup's block. A thread owns `across` columns along x and
// traverses `rows` rows; the state of a row and the fluxes of the faces below it stay in registers. Adjacent threads
// compute shared faces from the same values in the same order, so the amounts are identical.
#include "shallow/cells.glsl"
#include "shallow/border_state.glsl"
#include "shallow/blocks.glsl"
#ifdef DISPERSIVE
#include "shallow/smooth.glsl"
#endif
layout(binding = 5) readonly buffer Blocks { uint v[]; } blocks;  // those to visit
// Faces at edges that are no walls (edges.comp); the momentum that no column feels tells whether the face is shut.
layout(constant_id = 9) const bool has_edge_faces = false;
layout(binding = 6) uniform samplerBuffer edge_faces;
layout(constant_id = 11) const bool has_roughness = false;
layout(binding = 17) uniform samplerBuffer roughness;  // g n^2 of each column (passes/shallow/roughness.h)
#ifdef BED_STEPS
layout(binding = 7) writeonly restrict buffer FacesX { vec4 v[]; } faces_x;  // where water falls (overflow.comp)
layout(binding = 8) writeonly restrict buffer FacesZ { vec4 v[]; } faces_z;
#endif

// Through the sides -x, +x, -z, +z of a column, as it feels them.
struct Fluxes {
  vec4 mass;    // m^2/s towards higher x or z
  vec4 across;  // momentum across the face
  vec4 along;   // and along it
};
void update(ivec2 c, Fluxes f, float dt);  // of the kernel

// Manning's g n^2 of a column.
float manning_at(ivec2 c) { return has_roughness ? texelFetch(roughness, index_of(c)).x : params.p.manning; }

// Momentum along x and z that leaves column c.
vec2 push_of(ivec2 c, Fluxes f, vec2 per) {
  return vec2(per.x * (f.across.y - f.across.x) + per.y * (f.along.w - f.along.z),
              per.y * (f.across.w - f.across.z) + per.x * (f.along.y - f.along.x)) + push_of_wall(c, per);
}
// Blocks to visit in this sub-step.
int visited() { return int(texelFetch(schedule, 0).w); }

bool at_edge(ivec2 c, int axis, out int side) {
  side = 2 * axis + (c[axis] == 0 ? 0 : 1);
  return c[axis] == 0 || c[axis] == (axis == 0 ? nx : nz);
}
int edge_kind(int side) { return side == 0 ? edge_west : side == 1 ? edge_east : side == 2 ? edge_north : edge_south; }

// Eddy viscosity at the low face of c, m^2/s.
float eddies_of(Cell a, Cell b, ivec2 c, int axis, float size, float width) {
  float nu = params.p.viscosity;
  if (eddies == shallow_eddies_depth) {
    float h = 0.5 * (a.h + b.h), speed = length(0.5 * vec2(a.u + b.u, a.v + b.v));
    ivec2 high = min(c, ivec2(nx - 1, nz - 1)), low = max(high - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)), ivec2(0));
    float rough = has_roughness ? 0.5 * (manning_at(low) + manning_at(high)) : params.p.manning;
    nu *= 0.41 / 6.0 * speed * sqrt(rough) * pow(h, 5.0 / 6.0);  // kappa u* h / 6
  }
  if (eddies == shallow_eddies_smagorinsky) {
    ivec2 side = axis == 0 ? ivec2(0, 1) : ivec2(1, 0), last = ivec2(nx - 1, nz - 1);
    ivec2 high = clamp(c, ivec2(0), last), low = max(high - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)), ivec2(0));
    Cell an = turned(cell_at(max(low - side, ivec2(0))), axis), ap = turned(cell_at(min(low + side, last)), axis);
    Cell bn = turned(cell_at(max(high - side, ivec2(0))), axis), bp = turned(cell_at(min(high + side, last)), axis);
    float un = (b.u - a.u) / size, vn = (b.v - a.v) / size;
    float us = 0.25 * (ap.u + bp.u - an.u - bn.u) / width, vs = 0.25 * (ap.v + bp.v - an.v - bn.v) / width;
    float strain = sqrt(2.0 * (un * un + vs * vs) + (us + vn) * (us + vn));
    nu *= nu * size * width * strain;  // (C)^2 dx dz |S|
  }
  return nu;
}

// Ghost of m at a border, across the axis; `inner`: the column on the other side of m.
Cell ghost(ivec2 c, int axis, bool high, Cell m, Cell inner) {
  int side = 2 * axis + (high ? 1 : 0), edge = edge_kind(side);
  bool wall = edge == column_edge_wall;
  if (has_borders && edge == column_edge_level) {
    vec4 face = texelFetch(edge_faces, border_of(side, clamp(c[1 - axis], 0, (axis == 0 ? nz : nx) - 1)));
    wall = (high ? face.z : face.y) > 0.5;
  }
#ifdef DISPERSIVE
  if (edge == column_edge_sea && params.p.waves_square > 0.0 && is_smooth(m, inner, params.p.cell[axis]))
    return Cell(2.0 * m.h - inner.h, 2.0 * m.bed - inner.bed, 2.0 * m.w - inner.w, 2.0 * m.u - inner.u, 2.0 * m.v - inner.v);
#endif
  return beyond(m, inner, wall);
}

// Through the low face of c: mass, momentum across for the lower and the higher column, momentum along.
vec4 between(ivec2 c, int axis, Cell b, Cell m, Side sa, Side sb, float dt) {
  float size = params.p.cell[axis], width = params.p.cell[1 - axis], most = most_through(size, dt) * least_storage(c, axis);
  int side;
  bool border = at_edge(c, axis, side), high = (side & 1) == 1;
  Side left = sa, right = sb;
  if (border && high) right = Side(sa.h, sa.w, -sa.u, sa.v, sa.own, sa.wall);
  if (border && !high) left = Side(sb.h, sb.w, -sb.u, sb.v, sb.own, sb.wall);
#ifdef BED_STEPS
  uint falls = border || !inside(c) ? 0u : falls_at(c, axis);
  if (falls == shallow_falls_up) left = Side(sb.h, sb.w, -sb.u, sb.v, sb.own, sb.wall);
  if (falls == shallow_falls_down) right = Side(sa.h, sa.w, -sa.u, sa.v, sa.own, sa.wall);
#endif
#ifdef DISPERSIVE
  bool open = !border;
#ifdef BED_STEPS
  open = open && falls == 0u;
#endif
  if (open && is_smooth(b, m, size)) approach(left, right, params.p.gravity);
#endif
  Face f = face_between(left, right, params.p.gravity, most);
  if (border) f.mass = 0.0, f.along = 0.0;
  if (eddies != shallow_eddies_none && !border && min(b.h, m.h) > shallow_film) {
    float nu = min(eddies_of(b, m, c, axis, size, width), shallow_most_mixed * min(size * size, width * width) / dt);
    float stress = nu * min(b.h, m.h) / size;
    f.low -= stress * (m.u - b.u);
    f.high -= stress * (m.u - b.u);
    f.along -= stress * (m.v - b.v);
  }
  float open_share = opening(c, axis, b, m);  // 1 where no wall is
  vec4 face = vec4(f.mass, f.low, f.high, f.along);
  if (has_walls) face *= open_share;
#ifdef BED_STEPS
  if (falls != 0u) {  // to the column that gives, an open edge; its momentum does not arrive below
    bool up = falls == shallow_falls_up;
    Side over = sb;
    Cell giver = m;
    if (up) over = sa, giver = b;
    float outwards = up ? 1.0 : -1.0;
    Face gives = face_beyond(over, overfall(giver, outwards * giver.u), outwards, params.p.gravity, most);
    face = vec4(gives.mass, up ? gives.low : f.low, up ? f.high : gives.high, gives.along);
    if (has_walls) face *= open_share;
    if (axis == 0) faces_x.v[face_of(c)] = face;
    else faces_z.v[face_of(c)] = face;
  }
#endif
  if (has_edge_faces && border && edge_kind(side) != column_edge_wall)
    face = texelFetch(edge_faces, border_of(side, min(c[1 - axis], (axis == 0 ? nz : nx) - 1)));
  return face;
}

Sides sides_in(Cell l, Cell m, Cell r, ivec2 c, int axis) {
  if (has_walls && inside(c)) {  // a column behind a wall is no neighbor
    Cell mirror = Cell(m.h, m.bed, m.w, -m.u, m.v), low = l;
    if (opening(c, axis, l, m) < 0.5) low = mirror;
    if (opening(c + (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)), axis, m, r) < 0.5) r = mirror;
    l = low;
  }
#ifdef BED_STEPS
  cut_at_bed_steps(l, m, r, c, axis);
#endif
#ifdef DISPERSIVE
  float size = params.p.cell[axis];
  if (is_smooth(l, m, size) && is_smooth(m, r, size)) return smooth_sides_of(l, m, r, params.p.gravity);
#endif
  return sides_of(l, m, r, params.p.gravity);
}

// Mass, momentum across and along a face, as the column on its high side feels them, and the one on its low side.
vec3 felt_above(vec4 face, ivec2 c, int axis) {
#ifdef BED_STEPS
  face = felt_high(face, c, axis);
#endif
  return face.xzw;
}
vec3 felt_below(vec4 face, ivec2 c, int axis) {
#ifdef BED_STEPS
  face = felt_low(face, c, axis);
#endif
  return face.xyw;
}

Cell row_cell(int x, int z) { return cell_at(ivec2(clamp(x, 0, nx - 1), clamp(z, 0, nz - 1))); }

void walk(ivec2 at, float dt) {
  int end = at.x < nx ? min(rows, nz - at.y) : 0;
  // Rows before, here and after, with velocities along x and z as they are.
  Cell here[across], next[across];
  Side above[across];  // high side across z of the row here
  vec4 north[across];
  UNROLL for (int k = 0; k < across; ++k) {
    int x = at.x + k, z = at.y;
    Cell before = row_cell(x, z - 1), outer = row_cell(x, z - 2);
    here[k] = row_cell(x, z);
    next[k] = row_cell(x, z + 1);
    Cell m = turned(here[k]), r = turned(next[k]), l = turned(before);
    if (z + 1 >= nz) {
      Cell inner = m;
      if (z > 0) inner = l;
      r = ghost(ivec2(x, z), 1, true, m, inner);
      next[k] = turned(r);
    }
    if (z == 0) l = ghost(ivec2(x, z), 1, false, m, r);
    Cell ll = turned(outer);
    if (z == 1) ll = ghost(ivec2(x, z), 1, false, l, m);
    Sides s = sides_in(l, m, r, ivec2(x, z), 1);
    north[k] = between(ivec2(x, z), 1, l, m, sides_in(ll, l, m, ivec2(x, z - 1), 1).high, s.low, dt);
    above[k] = s.high;
  }
  for (int n = 0; n < end; ++n) {
    int z = at.y + n;
    vec4 south[across];
    Cell after[across];
    UNROLL for (int k = 0; k < across; ++k) {
      int x = at.x + k;
      after[k] = row_cell(x, z + 2);
      Cell m = turned(next[k]), l = turned(here[k]), r = turned(after[k]);
      if (z + 2 == nz) {
        r = ghost(ivec2(x, z + 1), 1, true, m, l);
        after[k] = turned(r);
      }
      Sides s = sides_in(l, m, r, ivec2(x, z + 1), 1);
      south[k] = between(ivec2(x, z + 1), 1, l, m, above[k], s.low, dt);
      above[k] = s.high;
    }
    // Along the row: columns -2 to across + 1 of the thread's.
    Cell row[across + 4];
    UNROLL for (int k = 0; k < across; ++k) row[k + 2] = here[k];
    row[0] = row_cell(at.x - 2, z), row[1] = row_cell(at.x - 1, z);
    row[across + 2] = row_cell(at.x + across, z), row[across + 3] = row_cell(at.x + across + 1, z);
    UNROLL for (int k = 1; k <= across + 1; ++k) {  // columns beyond the border
      Cell inner = row[k + 1];
      if (nx > 1) inner = row[k];
      if (at.x + k == nx) row[k + 2] = ghost(ivec2(nx - 1, z), 0, true, row[k + 1], inner);
    }
    if (at.x == 1) row[0] = ghost(ivec2(0, z), 0, false, row[1], row[2]);
    if (at.x == 0) row[1] = ghost(ivec2(0, z), 0, false, row[2], row[3]);
    Side behind = sides_in(row[0], row[1], row[2], ivec2(at.x - 1, z), 0).high;
    vec4 west = vec4(0.0);
    UNROLL for (int k = 0; k <= across; ++k) {
      ivec2 c = ivec2(at.x + k, z);
      Sides s = sides_in(row[k + 1], row[k + 2], row[k + 3], c, 0);
      vec4 face = between(c, 0, row[k + 1], row[k + 2], behind, s.low, dt);
      if (k > 0 && c.x <= nx) {
        ivec2 me = ivec2(c.x - 1, z);
        vec3 w = felt_above(west, me, 0), e = felt_below(face, c, 0);
        vec3 u = felt_above(north[max(k - 1, 0)], me, 1), d = felt_below(south[max(k - 1, 0)], me + ivec2(0, 1), 1);
        update(me, Fluxes(vec4(w.x, e.x, u.x, d.x), vec4(w.y, e.y, u.y, d.y), vec4(w.z, e.z, u.z, d.z)), dt);
      }
      west = face;
      behind = s.high;
    }
    UNROLL for (int k = 0; k < across; ++k) here[k] = next[k], next[k] = after[k], north[k] = south[k];
  }
}
