// Clips facets to vertical boxes, at borders between waters. Needs bodies/hull.glsl.
const Wetted wetted_none = Wetted(0.0, 0.0, 0.0, vec3(0.0), vec3(0.0));

Wetted wetted_sum(Wetted a, Wetted b, float share) {
  return Wetted(a.share + share * b.share, a.depth + share * b.depth, a.square + share * b.square,
                a.moment + share * b.moment, a.first + share * b.first);
}

// The wetted part within a box, x and z from the center of mass. Cut side by side: a triangle has seven corners at most.
Wetted wetted_within(vec4 a, vec4 b, vec4 c, vec2 low, vec2 high) {
  vec2 least = min(a.xz, min(b.xz, c.xz)), most = max(a.xz, max(b.xz, c.xz));
  if (any(greaterThanEqual(least, high)) || any(lessThanEqual(most, low))) return wetted_none;
  if (all(greaterThanEqual(least, low)) && all(lessThanEqual(most, high))) return wetted_part(a, b, c);
  vec4 corner[7], kept[7];
  corner[0] = a;
  corner[1] = b;
  corner[2] = c;
  int n = 3;
  for (int side = 0; side < 4; ++side) {
    int axis = 2 * (side >> 1), m = 0;
    bool upper = (side & 1) != 0;
    float bound = upper ? high[side >> 1] : low[side >> 1], inwards = upper ? -1.0 : 1.0;
    for (int k = 0; k < n; ++k) {
      vec4 p = corner[k], q = corner[k + 1 < n ? k + 1 : 0];
      float of_p = inwards * (p[axis] - bound), of_q = inwards * (q[axis] - bound);
      if (of_p >= 0.0) kept[m++] = p;
      if ((of_p >= 0.0) != (of_q >= 0.0)) kept[m++] = mix(p, q, of_p / (of_p - of_q));
    }
    if (m < 3) return wetted_none;
    for (int k = 0; k < m; ++k) corner[k] = kept[k];
    n = m;
  }
  vec3 area = cross(b.xyz - a.xyz, c.xyz - a.xyz);
  float whole = max(dot(area, area), 1e-30);
  Wetted sum = wetted_none;
  for (int k = 1; k + 1 < n; ++k) {
    vec3 part = cross(corner[k].xyz - corner[0].xyz, corner[k + 1].xyz - corner[0].xyz);
    sum = wetted_sum(sum, wetted_part(corner[0], corner[k], corner[k + 1]), dot(part, area) / whole);
  }
  return sum;
}
