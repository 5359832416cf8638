// Rotations, and a water's surface for the forces on bodies: bilinear in its cells, at the start and end of a clock
// step.
#ifndef SHADERS_LIB_BODIES_GLSL
#define SHADERS_LIB_BODIES_GLSL
#include "lib/wrap.glsl"
#include "passes/bodies/bodies_params.h"

mat3 body_axes(vec4 q) {
  vec3 v = q.xyz;
  float w = q.w;
  return mat3(1.0 - 2.0 * (v.y * v.y + v.z * v.z), 2.0 * (v.x * v.y + v.z * w), 2.0 * (v.x * v.z - v.y * w),
              2.0 * (v.x * v.y - v.z * w), 1.0 - 2.0 * (v.x * v.x + v.z * v.z), 2.0 * (v.y * v.z + v.x * w),
              2.0 * (v.x * v.z + v.y * w), 2.0 * (v.y * v.z - v.x * w), 1.0 - 2.0 * (v.x * v.x + v.y * v.y));
}

vec4 quaternion_product(vec4 a, vec4 b) {
  return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// The rotation about `turn` by its length, in radians.
vec4 quaternion_of(vec3 turn) {
  float half_angle = 0.5 * length(turn);
  float s = half_angle > 1e-4 ? sin(half_angle) / (2.0 * half_angle) : 0.5 - half_angle * half_angle / 12.0;
  return vec4(turn * s, cos(half_angle));
}

// The four cells around a place and their weights.
struct Patch {
  ivec2 a, b;  // low and high cell along x and z
  vec2 f;      // weight of the high ones
};

// precise: a run that goes on from a checkpoint had another last bit here than one that never stopped (docs/portability.md,
// "Found in the review").
Patch water_patch(BodyParams p, vec2 xz) {
  Patch patch_;
  precise vec2 at = (xz - p.origin.xz) / p.size * vec2(p.cells) + 0.5 * vec2(p.cells) - 0.5;
  vec2 low = floor(at);
  patch_.f = at - low;
  ivec2 first = ivec2(clamp(low, vec2(-1e6), vec2(1e6)));
  patch_.a = within_border(first, ivec2(p.cells), ivec2(p.periodic));
  patch_.b = within_border(first + 1, ivec2(p.cells), ivec2(p.periodic));
  return patch_;
}

#ifdef BODIES_WATER
layout(binding = 8) uniform sampler2D surface;  // x: elevation, w: coverage; at the end of the clock step
layout(binding = 9) uniform sampler2D before;   // x: elevation; at its beginning
layout(binding = 10) uniform sampler2D flow;    // xy: velocity along x and z, where the water has one
layout(constant_id = 9) const bool has_surface = false;
layout(constant_id = 10) const bool has_before = false;
layout(constant_id = 11) const bool has_flow = false;

struct Water {
  float level;     // world y
  float rate;      // of the water's rise, m/s
  float coverage;  // 1: water, 0: none
  vec2 flow;       // along x and z, m/s
};

Water water_at(BodyParams p, vec2 xz, float share) {
  if (!has_surface || !has_before) return Water(p.origin.y, 0.0, 0.0, vec2(0.0));
  Patch c = water_patch(p, xz);
  precise vec4 w = vec4((1.0 - c.f.x) * (1.0 - c.f.y), c.f.x * (1.0 - c.f.y), (1.0 - c.f.x) * c.f.y, c.f.x * c.f.y);
  ivec2 at[4] = ivec2[](c.a, ivec2(c.b.x, c.a.y), ivec2(c.a.x, c.b.y), c.b);
  vec4 now_, old, cover;
  vec2 slope = vec2(0.0), carried = vec2(0.0);
  for (int i = 0; i < 4; ++i) {
    vec4 s = texelFetch(surface, at[i], 0);
    now_[i] = s.x;
    cover[i] = s.w;
    slope += w[i] * s.yz;
    old[i] = texelFetch(before, at[i], 0).x;
    if (has_flow) carried += w[i] * texelFetch(flow, at[i], 0).xy;
  }
  precise float late = dot(w, now_), early = dot(w, old);
  // Water at the surface stays on it: its rise is that of the surface where it goes.
  float rate = (late - early) * p.inverse_step + dot(carried, slope);
  return Water(p.origin.y + mix(early, late, share), rate, dot(w, cover), carried);
}

// The cells around a place over which a facet of a hull spreads what it displaces: a tent.
struct Splat {
  precise vec2 at;  // in cells
  vec2 reach;       // to each side
  ivec2 first, last;
  float scale;  // 1 / sum of the weights
};

Splat splat_at(BodyParams p, vec2 xz, vec2 spread) {
  Splat s;
  precise vec2 at = (xz - p.origin.xz) / p.size * vec2(p.cells) + 0.5 * vec2(p.cells) - 0.5;
  s.at = clamp(at, vec2(-1e6), vec2(1e6));
  s.reach = clamp(spread * vec2(p.cells) / p.size, vec2(1.0), vec2(body_widest_splat));
  s.first = ivec2(floor(s.at - s.reach)) + 1;
  s.last = min(ivec2(ceil(s.at + s.reach)) - 1, s.first + ivec2(2.0 * s.reach));
  precise vec2 sum = vec2(0.0);
  for (int x = s.first.x; x <= s.last.x; ++x) sum.x += s.reach.x - abs(float(x) - s.at.x);
  for (int z = s.first.y; z <= s.last.y; ++z) sum.y += s.reach.y - abs(float(z) - s.at.y);
  s.scale = 1.0 / (sum.x * sum.y);
  return s;
}

float splat_weight(Splat s, ivec2 cell) {
  precise vec2 along = s.reach - abs(vec2(cell) - s.at);
  return s.scale * along.x * along.y;
}

// Beyond a border the cells lie mirrored, or where the water goes round those on the other side.
ivec2 splat_cell(BodyParams p, ivec2 cell) {
  ivec2 n = ivec2(p.cells), found;
  for (int axis = 0; axis < 2; ++axis) {
    int i = wrapped(cell[axis], n[axis] * (2 - int(p.periodic[axis])));
    found[axis] = i < n[axis] ? i : 2 * n[axis] - 1 - i;
  }
  return found;
}

// The level by the weights with which a facet spreads what it displaces: so the water takes the work that the hull does, and
// gives it back. Where a facet reaches far, every few cells stand for all. False: no water is there.
bool water_around(BodyParams p, vec2 xz, float share, vec2 spread, out float level) {
  level = p.origin.y;
  if (!has_surface || !has_before) return false;
  Splat s = splat_at(p, xz, spread);
  ivec2 stride = max(ivec2(s.reach) / 8, ivec2(1));
  precise float sum = 0.0, covered = 0.0;
  for (int z = s.first.y; z <= s.last.y; z += stride.y)
    for (int x = s.first.x; x <= s.last.x; x += stride.x) {
      ivec2 at = splat_cell(p, ivec2(x, z));
      vec4 texel = texelFetch(surface, at, 0);
      float weight = splat_weight(s, ivec2(x, z)) * texel.w;
      covered += weight;
      sum += weight * mix(texelFetch(before, at, 0).x, texel.x, share);
    }
  if (covered <= 0.0) return false;
  level += sum / covered;
  return true;
}
#endif
#endif
