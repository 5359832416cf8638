// What comes to water through the air. Include after declaring `camera`, `lit`, `scene_depth`, `sky` and the constant
// `screen_reflections`.
#ifndef LIB_WATER_AIR_GLSL
#define LIB_WATER_AIR_GLSL
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "water/ssr.glsl"

// Differs from pixel to pixel: where a ray's steps begin.
float ray_jitter(ivec2 pixel) {
  return 0.5 + 0.5 * fract(52.9829189 * fract(dot(vec2(pixel), vec2(0.06711056, 0.00583715))));
}

// The scene in air along a ray: what the screen knows of it, else the sky.
vec3 scene_in_air(vec3 from, vec3 direction, float reach, int steps, float jitter) {
  vec3 beyond = sky_radiance(sky, direction);
  if (!screen_reflections) return beyond;
  ScreenRay ray = screen_ray(camera.c, from, direction, reach, 1.0);
  vec4 hit = screen_march(scene_depth, camera.c, ray, steps, jitter, 0.06);
  if (hit.w < 0.5) return beyond;
  vec2 edge = min(hit.xy, 1.0 - hit.xy);
  return mix(beyond, textureLod(lit, hit.xy, 0.0).rgb, smoothstep(0.0, 0.08, min(edge.x, edge.y)));
}

// Sun reflected by the facets around n.
vec3 sun_glint(vec3 n, vec3 view, float alpha2, float index) {
  vec3 sun = camera.c.sun_direction.xyz;
  float nl = dot(n, sun), nv = max(dot(n, view), 0.02);
  if (nl <= 0.0) return vec3(0.0);
  vec3 h = normalize(sun + view);
  // The disc's angular radius, as a wider lobe.
  float wide = min(alpha2 + 2.2e-5, 1.0);
  float lobe = ggx_density(clamp(dot(n, h), 0.0, 1.0), wide) * ggx_visibility(nv, nl, wide);
  float f = fresnel_dielectric(clamp(dot(view, h), 0.0, 1.0), 1.0 / index);
  return min(lobe * f * nl, 60.0) * camera.c.sun_radiance.rgb;
}

// A facet that faces away from the eye is bent back until it just faces it.
vec3 facing_normal(vec3 normal, vec3 along) {
  float facing = dot(normal, -along);
  return facing < 0.03 ? normalize(normal + (0.03 - facing) * -along) : normal;
}

#endif
