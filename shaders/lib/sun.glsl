// Visible share of the sun at a point in the air, with soft shadows of casters and clouds. Include after declaring
// `camera`; the node reads what deferred::read_sun() gives it.
//
// Contact hardening [Fernando 2005] with the sun's true size: a texel of the map is a blocker if it lies in the cone
// from the point to the sun's disc, at distance L within L tan(angular radius) of the axis. The mean distance of the
// blockers gives the cone's radius there; the hidden share of that cross section is the hidden share of the sun.
// Texels outside the cone cannot be blockers, so surfaces do not shadow themselves.
#ifndef SHADERS_LIB_SUN_GLSL
#define SHADERS_LIB_SUN_GLSL
#include "passes/deferred/camera.h"
#include "lib/clouds.glsl"

layout(binding = 22) uniform sampler2D shadow;
layout(binding = 23) uniform sampler2D shadow_near;
layout(binding = 24) uniform sampler2D shadow_middle;
layout(constant_id = 30) const bool has_shadow_near = false;
layout(constant_id = 31) const bool has_shadow_middle = false;

// In texels:
const float shadow_reach = 40.0;       // farther from the axis the next coarser map is searched
const float shadow_far_reach = 256.0;  // and the coarsest so far
const float shadow_blur = 20.0;        // wider penumbrae come from the next coarser map
const float shadow_slack = 1.5;        // what is nearer to the axis counts as on it

// A place in a map of the sun, and what a step there means.
struct SunPlace {
  vec2 at;      // in texels, 0.5 in the middle of the first
  float depth;  // meters from the map's near plane
  vec2 meter;   // texels per meter
  float unit;   // meters per unit of depth
  bool known;   // the map holds it and what is around it
};

// The point moves along the normal by about a texel's diagonal times the slope, which stops acne without detaching shadows.
SunPlace sun_place(vec2 size, vec4 crop, vec3 world, vec3 normal) {
  mat4 m = camera.c.sun_matrix;
  vec2 clip_per_meter = vec2(length(vec3(m[0][0], m[1][0], m[2][0])), length(vec3(m[0][1], m[1][1], m[2][1]))) * crop.xy;
  SunPlace place;
  place.meter = 0.5 * size * clip_per_meter;
  place.unit = 1.0 / length(vec3(m[0][2], m[1][2], m[2][2]));
  float facing = clamp(dot(normal, camera.c.sun_direction.xyz), 0.0, 1.0);
  float texel = 1.0 / min(place.meter.x, place.meter.y);
  vec3 lifted = world + normal * (texel * (0.5 + 2.5 * sqrt(1.0 - facing * facing)));
  vec3 clip = (m * vec4(lifted, 1.0)).xyz;
  vec2 border = 1.0 - 8.0 / size;
  clip.xy = clip.xy * crop.xy + crop.zw;
  place.known = all(lessThan(abs(clip.xy), border));
  place.at = clip_to_uv(clip.xy) * size;
  place.depth = max(clip.z, 0.0) * place.unit;
  return place;
}

// Distance of four texels before a place, in meters; where the map is empty, far behind it.
vec4 sun_before(sampler2D map, SunPlace p, vec2 at, vec2 size) {
  vec4 depth = textureGather(map, at / size);
  return p.depth - (depth + 1e6 * step(1.0, depth)) * p.unit;
}

// Evenly spread turns: the golden angle.
vec2 sun_turn(int i) {
  float angle = 2.39996323 * float(i);
  return vec2(cos(angle), sin(angle));
}

// Casters that hide a part of the sun's disc.
struct SunHidden {
  float away;    // mean distance to it in meters; 0: nothing was found
  float least;   // distance to the nearest of it
  bool wholly;   // all that was looked at hides it
  bool certain;  // nothing lies farther from the axis than what was looked at
};

// most: texels from the axis, farther nothing is searched.
SunHidden sun_hidden(sampler2D map, SunPlace p, float tangent, float most) {
  vec2 size = vec2(textureSize(map, 0));
  float per_meter = max(p.meter.x, p.meter.y), cone = p.depth * tangent * per_meter;
  float reach = clamp(cone, 2.5, most);
  int taps = reach < 6.0 ? 8 : 16;
  float steep = 1.0 / (max(tangent, 1e-5) * per_meter);  // meters of the cone's axis per texel of its radius
  float sum = 0.0, count = 0.0, nearest = 1e9;
  for (int i = 0; i < taps; ++i) {
    float away = reach * float(i) / float(taps - 1);  // dense about the axis, where small near things are
    vec2 at = p.at + away * sun_turn(i) * (p.meter / per_meter);
    float least = max(away - shadow_slack, 0.0) * steep;
    vec4 before = sun_before(map, p, at, size);
    bvec4 hides = greaterThan(before, vec4(least));
    vec4 within = vec4(hides);
    sum += dot(within, before);
    count += dot(within, vec4(1.0));
    vec4 far = mix(vec4(1e9), before, hides);
    nearest = min(nearest, min(min(far.x, far.y), min(far.z, far.w)));
  }
  return SunHidden(count > 0.0 ? max(sum / count, 1e-4) : 0.0, nearest, count >= 4.0 * float(taps), cone <= most);
}

// Share of a disc about a place that nothing hides, `radius` in texels. nearest: of what hides the sun, as a share of the
// distance that the radius is of: all of it counts up to the disc's rim, hiding what is farther behind it.
float sun_open(sampler2D map, SunPlace p, float radius, float tangent, float nearest) {
  vec2 size = vec2(textureSize(map, 0));
  float per_meter = max(p.meter.x, p.meter.y);
  float steep = nearest / (max(tangent, 1e-5) * per_meter);
  int taps = clamp(int(6.0 + 2.0 * radius), 8, 40);
  float open = 0.0;
  for (int i = 0; i < taps; ++i) {
    float away = radius * sqrt((float(i) + 0.5) / float(taps));
    vec2 at = p.at + away * sun_turn(i) * (p.meter / per_meter);
    float least = max(away - shadow_slack, 0.0) * steep;
    vec4 lit = vec4(lessThanEqual(sun_before(map, p, at, size), vec4(least)));
    vec2 f = fract(at - 0.5);
    open += mix(mix(lit.w, lit.z, f.x), mix(lit.x, lit.y, f.x), f.y);
  }
  return open / float(taps);
}

// 1: nothing that stands hides the sun's disc from a place; 0: all of it. Negative: a coarser map knows.
float sun_in_map(sampler2D map, vec4 crop, vec3 world, vec3 normal, bool coarsest) {
  float tangent = camera.c.cloud_sheet.w;
  SunPlace p = sun_place(vec2(textureSize(map, 0)), crop, world, normal);
  if (!p.known) return coarsest ? 1.0 : -1.0;
  SunHidden hidden = sun_hidden(map, p, tangent, coarsest ? shadow_far_reach : shadow_reach);
  if (hidden.away <= 0.0) return coarsest || hidden.certain ? 1.0 : -1.0;
  float radius = hidden.away * tangent * max(p.meter.x, p.meter.y);
  if (hidden.wholly && (coarsest || hidden.certain || radius < shadow_reach)) return 0.0;
  if (radius > shadow_blur && !coarsest) return -1.0;
  float nearest = hidden.least / hidden.away;
  float open = sun_open(map, p, max(radius, 1.0), tangent, max(nearest, 0.5));
  // Something near that hides the sun wholly, under the edge of something far: by its own narrow cone.
  if (open > 0.0 && nearest < 0.5) open = min(open, sun_open(map, p, max(radius * nearest, 1.0), tangent, 1.0));
  return open;
}

float sun_unshaded(vec3 world, vec3 normal) {
  float share = -1.0;
  if (has_shadow_near) share = sun_in_map(shadow_near, camera.c.near_shadow[0], world, normal, false);
  if (has_shadow_middle && share < 0.0)
    share = sun_in_map(shadow_middle, camera.c.near_shadow[1], world, normal, false);
  if (share < 0.0) share = sun_in_map(shadow, vec4(1.0, 1.0, 0.0, 0.0), world, normal, true);
  return share;
}

// Share of the sun's light that reaches a place with a unit normal.
float sun_reaching(vec3 world, vec3 normal) { return sun_unshaded(world, normal) * sun_through_clouds(world); }

// Checks whether the sun's center is visible from a place, without soft shadows.
float sun_middle(vec3 world) {
  vec2 size = vec2(textureSize(shadow, 0));
  vec3 clip = (camera.c.sun_matrix * vec4(world, 1.0)).xyz;
  vec2 at = clip_to_uv(clip.xy) * size;
  if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, size))) return 1.0;
  vec4 lit = vec4(lessThanEqual(vec4(clamp(clip.z, 0.0, 1.0)), textureGather(shadow, at / size)));
  vec2 f = fract(at - 0.5);
  return mix(mix(lit.w, lit.z, f.x), mix(lit.x, lit.y, f.x), f.y);
}

#endif
