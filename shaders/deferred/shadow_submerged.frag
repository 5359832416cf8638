// Depth along refracted sunlight, of geometry below a surface only. OVER: along sunlight reflected upwards by level
// waters, of geometry that it can reach.
#pragma variants MASKED? OVER?
#include "passes/deferred/camera.h"
#include "passes/deferred/shadow.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 6, scalar) uniform SunDepthBlock { SunDepthParams p; } sun_depth;
layout(binding = 7, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 8) uniform sampler2D level_map;
#include "lib/levels.glsl"
#ifdef MASKED
#include "passes/deferred/gbuffer.h"
#include "deferred/shadow_mask.glsl"
#endif

#ifdef OVER
// Discards what is not in a water, and is not where light going up from one would have been before it left the surface.
bool shades(vec3 p) {
  vec3 up = camera.c.sun_direction.xyz;
  for (int i = 0; i < waters; ++i) {
    vec4 here = water_column(i, p.xz);
    if (water_beside(i, p.xz) == 0.0 && is_level(i, here) && p.y < here.x) return false;
    vec2 leaves = p.xz - up.xz * ((levels.w.of[i].rest - p.y) / max(up.y, 0.02));
    vec4 there = water_column(i, leaves);
    if (water_beside(i, leaves) == 0.0 && is_level(i, there) && p.y < there.x) return false;
  }
  return true;
}
#else
// Keeps what is in a water, and the walls at a grid's border lower than the water.
bool shades(vec3 p) {
  bool wall = false, within = false;
  for (int i = 0; i < waters; ++i) {
    float beside = water_beside(i, p.xz);
    if (beside > walls_beside || p.y < levels.w.of[i].bottom) continue;
    vec4 column = water_column(i, p.xz);
    if (beside > 0.0) {
      wall = wall || p.y < column.x;
    } else {
      if (is_level(i, column) && p.y < column.x) return true;
      within = true;
    }
  }
  return wall && !within;
}
#endif

void main() {
#ifdef MASKED
  if (opacity() < params.p.cutoff) discard;
#endif
  vec3 clip = vec3(uv_to_clip(gl_FragCoord.xy * sun_depth.p.texel), gl_FragCoord.z);
  vec3 world = (sun_depth.p.world_from_sun * vec4(clip, 1.0)).xyz;
  if (!shades(world)) discard;
}
