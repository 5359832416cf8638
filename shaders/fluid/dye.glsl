// Interpolates dye at a point from four cells, excluding cells that obstacles fill or separate from the point's own
// cell.
struct DyeCorners {
  vec4 at[4];
  vec4 weight;  // 0: filled by an obstacle
};
DyeCorners dye_corners(samplerBuffer dye, ivec2 c, vec2 f) {
  DyeCorners d;
  d.weight = vec4(1);
  ivec2 own = held_in(c + ivec2(greaterThanEqual(f, vec2(0.5))));
  for (int k = 0; k < 4; ++k) {
    int i = index_of(cell_at(c + ivec2(k & 1, k >> 1)));
    d.at[k] = texelFetch(dye, i);
    if (solids) d.weight[k] = float(texelFetch(solid, i).z > 0.0 && passes(own, held_in(c + ivec2(k & 1, k >> 1))));
  }
  return d;
}
vec4 dye_between(DyeCorners d, vec2 f, vec4 without) {
  vec4 weight = vec4((1.0 - f.x) * (1.0 - f.y), f.x * (1.0 - f.y), (1.0 - f.x) * f.y, f.x * f.y) * d.weight;
  vec4 sum = d.at[0] * weight.x + d.at[1] * weight.y + d.at[2] * weight.z + d.at[3] * weight.w;
  if (!solids) return sum;
  float all = dot(weight, vec4(1));
  return all > 1e-3 ? sum / all : without;
}
