// Reconstruction where dispersive water is smooth: all columns wet, level and depth gentle from column to column. Limited slopes
// would cut off the crests of short waves.
//   sides  parabolas with the means of three columns. With a = (d+ - d-) / 2 and c = (d+ + d-) / 2 of their depths, the
//          column's own share of the bed's slope is g (a^2 / 2 - c^2 / 2 + (h + c) e): the same on both sides at rest
//   face   keeps a part of the jump between its sides; the mean of both is of fourth order. Waves lose 2 pi / 12 (k cell)^3
//          of that part in a wavelength. Heun's method amplifies by 1.5 courant^3 of the whole, so the part is larger
vec2 parabola(float l, float m, float r) {  // at the high and the low face, minus the mean
  float a = m - l, b = r - m;
  return vec2(2.0 * b + a, -2.0 * a - b) / 6.0;
}

bool is_smooth(Cell a, Cell b, float size) {
  float most = min(shallow_smooth_slope * size, shallow_smooth_depth * min(a.h, b.h));
  return min(a.h, b.h) > shallow_film && max(abs(a.w - b.w), abs(a.h - b.h)) < most;
}

Side smooth_side(Cell m, float d, float e, float du, float dv, float constant, float depth) {
  return Side(m.h + d, m.w + e, m.u + du, m.v + dv, constant + depth * e, false);
}
Sides smooth_sides_of(Cell l, Cell m, Cell r, float gravity) {
  vec2 d = parabola(l.h, m.h, r.h), e = parabola(l.w, m.w, r.w), u = parabola(l.u, m.u, r.u), v = parabola(l.v, m.v, r.v);
  float a = 0.5 * (d.x - d.y), c = 0.5 * (d.x + d.y), constant = 0.5 * gravity * (a * a - c * c), depth = gravity * (m.h + c);
  return Sides(smooth_side(m, d.y, e.y, u.y, v.y, constant, depth), smooth_side(m, d.x, e.x, u.x, v.x, constant, depth));
}

// Moves a side by `level` and speeds; its ground stays.
void shift(inout Side s, float level, float u, float v, float gravity) {
  s.own += gravity * level * (s.h + 0.5 * level);
  s.h += level;
  s.w += level;
  s.u += u;
  s.v += v;
}
void approach(inout Side a, inout Side b, float gravity) {
  vec3 part = 0.5 * (1.0 - params.p.jump) * vec3(b.w - a.w, b.u - a.u, b.v - a.v);
  shift(a, part.x, part.y, part.z, gravity);
  shift(b, -part.x, -part.y, -part.z, gravity);
}
