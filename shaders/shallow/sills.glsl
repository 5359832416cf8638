// Sills inside of the grid over which water falls in this clock step: what passes their faces leaves the column that gives
// and is owed (give.comp); it does not arrive in the column below, nor does its momentum.
layout(binding = 9) readonly buffer Falling { uint v[]; } falling;

// Over the low side of a column of the grid, across x (axis 0) or z.
uint falls_at(ivec2 c, int axis) { return falling.v[2 * index_of(c) + axis]; }

// The low side's face of c as c feels it: 0 of mass and of momentum along it where water falls from the column before.
vec4 felt_high(vec4 face, ivec2 c, int axis) {
  if (falls_at(c, axis) == shallow_falls_up) face.xw = vec2(0.0);
  return face;
}
// The same as the column before c feels it.
vec4 felt_low(vec4 face, ivec2 c, int axis) {
  if (inside(c) && falls_at(c, axis) == shallow_falls_down) face.xw = vec2(0.0);
  return face;
}
