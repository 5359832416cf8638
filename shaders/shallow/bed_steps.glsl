// Bed steps inside the grid with free overfall in this clock step. The flow through their faces leaves the upper
// column and becomes pending (overflow.comp); the column below receives neither volume nor momentum.
layout(binding = 9) readonly buffer Falling { uint v[]; } falling;

// State of the low side of a column, across x (axis 0) or z.
uint falls_at(ivec2 c, int axis) { return falling.v[2 * index_of(c) + axis]; }

// Flux of c's low face as c sees it: without mass and tangential momentum where water falls from the column before.
vec4 felt_high(vec4 face, ivec2 c, int axis) {
  if (falls_at(c, axis) == shallow_falls_up) face.xw = vec2(0.0);
  return face;
}
// The same flux as the column before c sees it.
vec4 felt_low(vec4 face, ivec2 c, int axis) {
  if (inside(c) && falls_at(c, axis) == shallow_falls_down) face.xw = vec2(0.0);
  return face;
}
