// Reflected light of lamps at a solid surface; in water as radiance over n², as in deferred/surface_light.glsl.
#ifndef SHADERS_DEFERRED_LAMP_SURFACE_GLSL
#define SHADERS_DEFERRED_LAMP_SURFACE_GLSL
#include "lib/levels.glsl"
#include "deferred/seen_water.glsl"
#include "deferred/pbr.glsl"
#include "lib/lamps.glsl"

vec3 lamps_on_surface(vec3 world, vec3 n, vec3 v, vec3 color, float roughness, bool metal) {
  float level;
  int water = seen_water(world, n, level);
  vec3 base = metal ? vec3(0.0) : color, f0 = metal ? color : vec3(water >= 0 ? 0.004 : 0.04), sum = vec3(0.0);
  for (int i = 0; i < min(lamp_count, most_lamps); ++i) {
    LampRay ray = lamp_light(i, world, n, water, level);
    if (dot(ray.from, n) <= 0.0 || dot(ray.light, vec3(1.0)) <= 0.0) continue;
    sum += ray.light * reflect_light(n, v, ray.from, base, max(roughness, 0.05), f0);
  }
  float index = water >= 0 ? levels.w.of[water].optics.w : 1.0;
  return sum / (index * index);
}

#endif
