// Light from the sun through the shadow map (Camera::sun_matrix), filtered.
#ifndef SHADERS_DEFERRED_SHADOW_GLSL
#define SHADERS_DEFERRED_SHADOW_GLSL
#include "passes/deferred/camera.h"

// Weights of a cubic B-spline at the four texels around; f: place between the middle two.
vec4 spline_weights(float f) {
  float g = 1.0 - f, f2 = f * f, g2 = g * g;
  return vec4(g2 * g, 4.0 - 3.0 * f2 * (2.0 - f), 4.0 - 3.0 * g2 * (2.0 - g), f2 * f) / 6.0;
}

// 1 lit, 0 in shadow; lit outside the map. Bind `shadow` with Sampler::shadow.
// The point moves along the normal by about the filter's radius times the slope, which stops acne without detaching
// shadows. Sixteen comparisons are weighted here, so that the result is the same where a device cannot filter depth.
float sun_shadow(sampler2DShadow shadow, mat4 sun_matrix, vec3 world, vec3 normal, vec3 sun) {
  vec2 size = vec2(textureSize(shadow, 0));
  float clip_per_meter = length(vec3(sun_matrix[0][0], sun_matrix[1][0], sun_matrix[2][0]));
  float texel_meters = 2.0 / (size.x * clip_per_meter);
  float facing = clamp(dot(normal, sun), 0.0, 1.0);
  vec3 lifted = world + normal * (texel_meters * (0.5 + 2.5 * sqrt(1.0 - facing * facing)));
  vec3 p = (sun_matrix * vec4(lifted, 1.0)).xyz;
  vec2 at = clip_to_uv(p.xy) * size - 0.5;
  if (any(lessThan(at, vec2(2.0))) || any(greaterThan(at, size - 4.0))) return 1.0;
  float reference = clamp(p.z, 0.0, 1.0);
  vec2 corner = floor(at), f = at - corner;
  vec4 wx = spline_weights(f.x), wy = spline_weights(f.y);
  // Each gather is of the four texels about a corner: x and w on the left, w and z above in the map.
  vec4 a = textureGather(shadow, corner / size, reference);
  vec4 b = textureGather(shadow, (corner + vec2(2.0, 0.0)) / size, reference);
  vec4 c = textureGather(shadow, (corner + vec2(0.0, 2.0)) / size, reference);
  vec4 d = textureGather(shadow, (corner + vec2(2.0, 2.0)) / size, reference);
  return wy.x * dot(wx, vec4(a.w, a.z, b.w, b.z)) + wy.y * dot(wx, vec4(a.x, a.y, b.x, b.y)) +
         wy.z * dot(wx, vec4(c.w, c.z, d.w, d.z)) + wy.w * dot(wx, vec4(c.x, c.y, d.x, d.y));
}

#endif
