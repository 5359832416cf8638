// Squares of a spacing under the particles of an embedded domain. Needs EmbeddedParams params.p.

vec2 embedded_middle(ivec2 c) { return params.p.low.xz + params.p.spacing * (vec2(c) + 0.5); }
ivec2 embedded_square(vec2 x) {
  return clamp(ivec2(floor((x - params.p.low.xz) / params.p.spacing)), ivec2(0), params.p.squares - 1);
}
int embedded_index(ivec2 c) { return c.y * params.p.squares.x + c.x; }
// Place of a new particle of a square: its middle, clamped to the domain.
vec2 embedded_place_in(ivec2 c) {
  float margin = 0.25 * params.p.spacing;
  return clamp(embedded_middle(c), params.p.low.xz + margin, params.p.high.xz - margin);
}
