// Samples a water at a point, bilinear in its cells.
#ifndef SHADERS_AGENTS_POND_GLSL
#define SHADERS_AGENTS_POND_GLSL
#include "lib/wrap.glsl"
#include "passes/agents/pond_params.h"
layout(binding = 4) uniform sampler2D surface;  // x: elevation, yz: slope, w: coverage
layout(binding = 5) uniform sampler2D flow;     // xy: velocity along x and z
layout(constant_id = 0) const bool has_flow = false;
layout(binding = 6) uniform sampler2D bed;      // x: world y of the ground

struct Pond {
  float level;     // of the surface, world y
  vec2 slope;
  float coverage;  // 1: water all around
  vec2 flow;       // m/s along x and z
  float ground;    // world y, the highest around
};

// From b to a the shorter way, where the water wraps.
vec2 pond_between(PondParams p, vec2 a, vec2 b) {
  vec2 d = a - b;
  return d - p.periodic * p.size * round(d / p.size);
}
vec2 pond_wrap(PondParams p, vec2 xz) {
  vec2 d = xz - p.origin.xz;
  return p.origin.xz + d - p.periodic * p.size * round(d / p.size);
}

Pond pond_at(PondParams p, vec2 xz) {
  vec2 unit = clamp((xz - p.origin.xz) / p.size + 0.5, vec2(-1.0), vec2(2.0));
  ivec2 n = ivec2(p.cells);
  vec2 at = unit * vec2(n) - 0.5, low = floor(at), f = at - low;
  Pond here = Pond(0.0, vec2(0.0), 0.0, vec2(0.0), pond_bottomless);
  for (int i = 0; i < 4; ++i) {
    ivec2 corner = ivec2(i & 1, i >> 1), cell = within_border(ivec2(low) + corner, n, ivec2(p.periodic));
    vec2 share = mix(1.0 - f, f, vec2(corner));
    float weight = share.x * share.y;
    vec4 s = texelFetch(surface, cell, 0);
    here.level += weight * s.x;
    here.slope += weight * s.yz;
    here.coverage += weight * s.w;
    if (has_flow) here.flow += weight * texelFetch(flow, cell, 0).xy;
  }
  here.level += p.origin.y;
  ivec2 m = ivec2(p.bed_cells), first = ivec2(floor(unit * vec2(m) - 0.5));
  for (int i = 0; i < 4; ++i)
    here.ground = max(here.ground, texelFetch(bed, within_border(first + ivec2(i & 1, i >> 1), m, ivec2(p.periodic)), 0).x);
  vec2 beyond = (1.0 - p.periodic) * (abs(xz - p.origin.xz) - 0.5 * p.size);
  if (max(beyond.x, beyond.y) > 0.0) here.coverage = 0.0;
  return here;
}
#endif
