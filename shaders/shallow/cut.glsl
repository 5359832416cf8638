// Columns that solid meshes cut (passes/columns/cut_columns.h). Fluxes count for the open share of a face. The wall takes
// the momentum of a wall in the flow's normal velocity there, extrapolated from the column; hydrostatic pressure on it is that
// of the column, which the fluxes leave out at all sides alike: a lake at rest adds exactly nothing.
// Open share of the low face of c, between b and m; above the solid's top all of it is open.
float opening(ivec2 c, int axis, Cell b, Cell m) {
  if (!has_walls || c[axis] <= 0 || !inside(c)) return 1.0;
  vec4 wall = texelFetch(walls, 2 * index_of(c));
  float share = wall[axis];
  if (share >= 1.0) return 1.0;
  float top = max(wall.z, texelFetch(walls, 2 * index_of(c - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)))).z);
  float ground = max(b.bed, m.bed), over = max(b.w, m.w) - ground;
  return mix(1.0, share, over > 0.0 ? clamp((top - ground) / over, 0.0, 1.0) : 1.0);
}

// Least storage of the columns beside the low face of c, at most 1.
float least_storage(ivec2 c, int axis) {
  if (!has_walls || c[axis] <= 0 || !inside(c)) return 1.0;
  ivec2 low = c - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1));
  return min(min(texelFetch(walls, 2 * index_of(c)).w, texelFetch(walls, 2 * index_of(low)).w), 1.0);
}

// Velocity towards the wall at it. `out_u`: of column m, `inner_u`: of that `apart` meters behind it; `near`: meters from
// the wall. Linear where the flow slows down evenly towards the wall, as at a wall between columns.
float velocity_at_wall(float out_u, float inner_u, float apart, float near) {
  float a = (out_u - inner_u) / apart, b = -out_u / near;
  return a * b <= 0.0 ? out_u : out_u + near * a * b * (a + b) / (a * a + b * b);
}

// Momentum along x and z that the wall in column c takes. per: seconds over the size of a column.
vec2 push_of_wall(ivec2 c, vec2 per) {
  if (!has_walls) return vec2(0.0);
  vec4 wall = texelFetch(walls, 2 * index_of(c) + 1);
  float top = texelFetch(walls, 2 * index_of(c)).z;
  if (wall.xy == vec2(0.0)) return vec2(0.0);
  Cell m = cell_at(c);
  if (m.h <= shallow_film) return vec2(0.0);
  vec2 cell = params.p.cell, out_n = normalize(wall.xy * cell.yx), size = abs(out_n);
  ivec2 inwards = -ivec2(sign(out_n)), at_x = c + ivec2(inwards.x, 0), at_z = c + ivec2(0, inwards.y);
  Cell behind_x = m, behind_z = m;
  if (inside(at_x)) behind_x = cell_at(at_x);
  if (inside(at_z)) behind_z = cell_at(at_z);
  vec2 weight = size / cell * vec2(inside(at_x) && behind_x.h > shallow_film, inside(at_z) && behind_z.h > shallow_film);
  float u = dot(vec2(m.u, m.v), out_n), all = weight.x + weight.y;
  if (all > 0.0) {
    weight /= all;
    float inner = dot(weight, vec2(dot(vec2(behind_x.u, behind_x.v), out_n), dot(vec2(behind_z.u, behind_z.v), out_n)));
    float away = dot(weight, size * cell), near = min(wall.z, away);
    u = velocity_at_wall(u, inner, max(0.5 * away + near, 0.5 * away), max(near, 0.05 * away));
  }
  float share = clamp((top - m.bed) / m.h, 0.0, 1.0);
  return wall.xy * per * (share * wall_takes(m.h, u, params.p.gravity));
}
