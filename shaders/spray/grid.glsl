// Samples a grid water at a world-space point. Include after `surface`, `flow` and `traces`.
layout(constant_id = 0) const bool has_flow = false;

struct Water {
  float level;   // world y of its surface, or of dry ground
  vec2 slope;
  vec3 flow;     // velocity along x and z, m/s; depth, m
  bool wet;
};

// Up to a period beyond a border. No branch hangs on parameters alone (docs/portability.md, "Code made anew").
ivec2 wrapped(ivec2 c) {
  ivec2 n = params.p.cells;
  c += params.p.wraps * n * (ivec2(lessThan(c, ivec2(0))) - ivec2(greaterThanEqual(c, n)));
  return clamp(c, ivec2(0), n - 1);
}

vec4 between(sampler2D map, ivec2 c, vec2 f) {
  return mix(mix(texelFetch(map, wrapped(c), 0), texelFetch(map, wrapped(c + ivec2(1, 0)), 0), f.x),
             mix(texelFetch(map, wrapped(c + ivec2(0, 1)), 0), texelFetch(map, wrapped(c + 1), 0), f.x), f.y);
}

Water water_at(vec2 xz) {
  vec2 at = ((xz - params.p.origin.xz) / params.p.size + 0.5) * vec2(params.p.cells) - 0.5;
  ivec2 c = ivec2(floor(at));
  vec4 s = between(surface, c, at - vec2(c));
  Water w;
  w.level = params.p.origin.y + s.x;
  w.slope = s.yz;
  w.flow = vec3(0.0, 0.0, params.p.depth + s.x);
  if (has_flow) w.flow = between(flow, c, at - vec2(c)).xyz;
  w.wet = s.w > 0.5;
  return w;
}

// Inside, periodic sides taken as such; false: it has left.
bool within(inout vec2 xz) {
  vec2 off = (xz - params.p.origin.xz) / params.p.size + 0.5;
  off -= vec2(params.p.wraps) * floor(off);
  xz = params.p.origin.xz + (off - 0.5) * params.p.size;
  return all(greaterThanEqual(off, vec2(0.0))) && all(lessThan(off, vec2(1.0)));
}
