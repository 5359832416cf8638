// Border of the grid that a body floats in: hulls are dry beyond it. Needs bodies/data.glsl and bodies/cut.glsl.

// The rectangle that presses a hull, x and z from the center of mass.
struct Border {
  vec2 low, high;
  bool cuts;  // the hull reaches over it
};

// The water ends at the grid; to a hull whose center is inside, as far beyond it as the center is within: what lies against
// a wall stays wetted all around, and what comes over the border is wetted more and more.
Border border_around(BodyState body, BodyKind kind) {
  vec2 at = body.position.xz - params.p.origin.xz, size = 0.5 * params.p.size;
  vec2 inside = size - abs(at), more = max(inside, vec2(0.0));
  bvec2 wraps = greaterThan(params.p.periodic, vec2(0.5));
  Border b;
  b.low = mix(-size - more - at, vec2(-1e30), wraps);
  b.high = mix(size + more - at, vec2(1e30), wraps);
  b.cuts = any(lessThan(min(b.high, -b.low), vec2(kind.radius)));
  return b;
}

Wetted wetted_in(Border border, vec4 a, vec4 b, vec4 c) {
  return border.cuts ? wetted_within(a, b, c, border.low, border.high) : wetted_part(a, b, c);
}
