// Sunlight at points in the water around the eye (passes/water/underwater.h).
#ifndef SHADERS_WATER_UNDERWATER_GLSL
#define SHADERS_WATER_UNDERWATER_GLSL
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"
#include "passes/water/underwater_params.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { UnderwaterParams p; } params;
layout(binding = 1) uniform sampler2D scene_depth;
layout(binding = 2) uniform sampler2D water_depth;
layout(binding = 3) uniform sampler2DShadow shadow;
layout(binding = 4) uniform sampler2DShadow bent_shadow;
layout(binding = 5) uniform sampler2D receivers;
layout(binding = 6) uniform sampler2D caustics;
layout(binding = 7, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 8) uniform sampler2D level_map;
#include "lib/levels.glsl"

// World y of the surface over a place; beyond what is known of waters, that at rest.
float level_at(vec2 xz) { return params.p.water < waters ? water_column(params.p.water, xz).x : params.p.rest; }

float tap(sampler2DShadow map, vec3 clip) {
  vec2 at = clip_to_uv(clip.xy);
  bool known = all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)));
  return known ? textureLod(map, vec3(at, clamp(clip.z, 0.0, 1.0)), 0.0) : 1.0;
}

// Sunlight at a place over what level water without anything in it lets through, per channel. Rays of a wave come together
// on their way down: what they are at the first receiver, they are in part before it.
vec3 sunlight_share(vec3 place, float level) {
  vec3 bent = camera.c.bent_direction.xyz;
  vec3 entry = place + bent * (max(level - place.y, 0.0) / bent.y);
  float lit = tap(shadow, (camera.c.sun_matrix * vec4(entry, 1.0)).xyz);
  vec3 here = (camera.c.bent_matrix * vec4(place, 1.0)).xyz;
  lit *= tap(bent_shadow, here);
  if (lit <= 0.0) return vec3(0.0);
  vec2 at = clip_to_uv(here.xy);
  float start = (camera.c.bent_matrix * vec4(entry, 1.0)).z, end = textureLod(receivers, at, 0.0).r;
  if (end >= 1.0) return vec3(lit);
  float part = clamp((here.z - start) / max(end - start, 1e-5), 0.0, 1.0);
  return lit * mix(vec3(1.0), textureLod(caustics, at, 0.0).rgb, part);
}

#endif
