// Squares of a spacing under the particles of a region. Needs RegionParams params.p.

vec2 region_middle(ivec2 c) { return params.p.low.xz + params.p.spacing * (vec2(c) + 0.5); }
ivec2 region_square(vec2 x) {
  return clamp(ivec2(floor((x - params.p.low.xz) / params.p.spacing)), ivec2(0), params.p.squares - 1);
}
int region_index(ivec2 c) { return c.y * params.p.squares.x + c.x; }
// Place of a new particle of a square: in its middle, within the domain.
vec2 region_place_in(ivec2 c) {
  float margin = 0.25 * params.p.spacing;
  return clamp(region_middle(c), params.p.low.xz + margin, params.p.high.xz - margin);
}
