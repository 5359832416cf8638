// Foam as a layer of scattering bubbles: a slab of optical depth t reflects t / (1 + t) and transmits the rest
// [two-stream, without absorption]. Include after `camera`, `lib/sky.glsl`.
#ifndef SHADERS_WATER_FOAM_GLSL
#define SHADERS_WATER_FOAM_GLSL
#include "passes/water/water_params.h"
layout(constant_id = 30) const bool has_clumps = false;
layout(binding = 20) uniform sampler2D clumps;  // optical depth of foam that particles are

float slab_of(float cover) { return cover / max(1.0 - cover, 0.02); }
float cover_of(float slab) { return slab / (1.0 + slab); }

float clumps_at(ivec2 pixel) {
  return has_clumps ? texelFetch(clumps, clamp(pixel, ivec2(0), textureSize(clumps, 0) - 1), 0).r : 0.0;
}

// Both together; cover: what the surface itself knows of.
float foam_at(ivec2 pixel, float cover) { return cover_of(slab_of(cover) + clumps_at(pixel)); }

// The surface's normal on the relief that clumps have: meters of height per optical depth over meters per pixel.
vec3 foam_normal(ivec2 pixel, vec3 normal, float distance_to_eye, float height) {
  if (!has_clumps) return normal;
  vec2 rise = vec2(cover_of(clumps_at(pixel + ivec2(1, 0))) - cover_of(clumps_at(pixel - ivec2(1, 0))),
                   cover_of(clumps_at(pixel - ivec2(0, 1))) - cover_of(clumps_at(pixel + ivec2(0, 1))));
  float pixel_size = distance_to_eye * camera.c.viewport.w * 2.0 / abs(camera.c.projection[1][1]);
  rise = clamp(rise * (0.5 * height / pixel_size), -1.2, 1.2);
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  return normalize(normal - rise.x * right - rise.y * up);
}

// Share of light that dense foam reflects: 0.55 in visible light [Whitlock et al. 1982], and the color of the water that
// bubbles hold between them, as much as its turbidity shows in 0.1 m.
vec3 foam_albedo(WaterOptics optics) {
  return mix(vec3(0.55), optics.scatter.rgb, 1.0 - exp(-0.1 * optics.extinction.rgb));
}

// Radiance of foam; light goes through bubbles, and the thinner they lie the further round it goes.
vec3 foam_light(WaterOptics optics, vec3 n, float sunlit, float cover) {
  float round = mix(0.6, 0.4, cover);
  float facing = max(dot(n, camera.c.sun_direction.xyz) + round, 0.0) / (1.0 + round);
  vec3 irradiance = camera.c.sun_radiance.rgb * (facing * sunlit) + sky_irradiance(camera.c.sky_sh, n);
  return foam_albedo(optics) * irradiance / 3.14159265;
}

#endif
