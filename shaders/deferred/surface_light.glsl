// Light that an opaque surface sends to the eye: sun with shadow and caustics, sky as irradiance and mirror.
// Include after declaring `camera`, `sky`, `shadow`, `bent_shadow`, `caustics`, `through`, `levels` and `level_map`.
#ifndef LIB_SURFACE_LIGHT_GLSL
#define LIB_SURFACE_LIGHT_GLSL
#include "lib/levels.glsl"
#include "deferred/pbr.glsl"
#include "lib/shadow.glsl"
#include "lib/sky.glsl"

layout(constant_id = 11) const bool has_through = false;  // light through water of particles
layout(constant_id = 12) const bool has_bent_shadow = false;
layout(constant_id = 13) const bool has_caustics = false;

struct Sunlight {
  vec3 from;   // unit vector towards where it comes from
  vec3 light;  // irradiance on a surface that faces it
};

// In water, sunlight comes along the ray that a level surface bends: through the air over the place where that ray
// enters, then past what stands in the water. A level ground gets what it gets without water, less shadows, times the
// caustics, which know no shadows.
Sunlight sunlight_under(int water, float level, vec3 world, vec3 n) {
  vec3 sun = camera.c.sun_direction.xyz, bent = camera.c.bent_direction.xyz;
  Sunlight s = Sunlight(bent, vec3(0.0));
  if (!has_bent_shadow || !has_caustics || sun.y <= 0.0 || dot(n, bent) <= 0.0) return s;
  float lit = sun_shadow(bent_shadow, camera.c.bent_matrix, world, n, bent);
  if (lit <= 0.0) return s;
  vec3 entry = water_entry(water, world, level, sun, bent, camera.c.bent_direction.w);
  lit *= sun_shadow(shadow, camera.c.sun_matrix, entry, vec3(0.0, 1.0, 0.0), sun);
  vec3 focused = textureLod(caustics, clip_to_uv((camera.c.bent_matrix * vec4(world, 1.0)).xy), 0.0).rgb;
  s.light = camera.c.sun_radiance.rgb * focused * (lit * sun.y / bent.y);
  return s;
}

// In air; particles: whether water of particles lies before the sun.
Sunlight sunlight_over(vec3 world, vec3 n, out bool particles) {
  vec3 sun = camera.c.sun_direction.xyz;
  Sunlight s = Sunlight(sun, vec3(0.0));
  vec4 left = vec4(1.0);
  particles = false;
  if (has_through) {
    left = textureLod(through, clip_to_uv((camera.c.sun_matrix * vec4(world, 1.0)).xy), 0.0);
    particles = world.y < left.w;
  }
  if (sun.y <= 0.0 || dot(n, sun) <= 0.0) return s;
  float lit = sun_shadow(shadow, camera.c.sun_matrix, world, n, sun);
  s.light = camera.c.sun_radiance.rgb * lit * (particles ? left.rgb : vec3(1.0));
  return s;
}

// n: unit normal; v: unit vector to the eye; ambient_light: share of the sky that is open.
vec3 surface_light(vec3 world, vec3 n, vec3 v, vec3 color, float roughness, bool metal, float ambient_light) {
  float level;
  int water = water_over(world, camera.c.bent_direction.xyz, level);
  bool under_water = water >= 0;
  Sunlight direct = water >= 0 ? sunlight_under(water, level, world, n) : sunlight_over(world, n, under_water);
  vec3 f0 = metal ? color : vec3(under_water ? 0.004 : 0.04);
  vec3 base = metal ? vec3(0.0) : color;

  vec3 light = vec3(0.0);
  if (dot(direct.light, vec3(1.0)) > 0.0)
    light += direct.light * reflect_light(n, v, direct.from, base, max(roughness, 0.05), f0);

  light += base * sky_irradiance(camera.c.sky_sh, n) * (ambient_light / pi);
  float nv = clamp(dot(n, v), 1e-3, 1.0);
  vec2 share = environment_brdf(nv, roughness);
  vec3 mirrored = reflect(-v, n);
  vec3 blurred = sky_irradiance(camera.c.sky_sh, mirrored) / pi;
  float sharpness = under_water ? 0.0 : 1.0 - smoothstep(0.15, 0.5, roughness);
  if (sharpness > 0.0) blurred = mix(blurred, sky_radiance(sky, mirrored), sharpness);
  float occluded = clamp(pow(nv + ambient_light, 1.0 + 2.0 * roughness) - 1.0 + ambient_light, 0.0, 1.0);
  return light + blurred * (f0 * share.x + share.y * (under_water ? 0.1 : 1.0)) * occluded;
}

#endif
