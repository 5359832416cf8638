// Columns that solid meshes cut (passes/columns/cut_columns.h). Fluxes count for the open share of a face. Momentum counts from the
// hydrostatic pressure of the column at all sides alike, so a wall through it adds nothing, and a lake at rest stays so.

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

// Momentum along x and z that the drowned part of a wall in column c takes: water under the top runs against it. A wall that
// stands out of the water takes nothing more: the closed faces turn the flow.
vec2 push_of_wall(ivec2 c, vec2 per) {
  if (!has_walls) return vec2(0.0);
  vec4 faces = texelFetch(walls, 2 * index_of(c));
  vec2 wall = texelFetch(walls, 2 * index_of(c) + 1).xy;
  if (wall == vec2(0.0)) return vec2(0.0);
  Cell m = cell_at(c);
  if (m.h <= shallow_film) return vec2(0.0);
  float under = clamp((faces.z - m.bed) / m.h, 0.0, 1.0), u = dot(vec2(m.u, m.v), normalize(wall * params.p.cell.yx));
  return wall * per * (under * (1.0 - under) * wall_takes(m.h, u, params.p.gravity));
}
