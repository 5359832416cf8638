// Light from the sun through the shadow map (Camera::sun_matrix), filtered.
#ifndef LIB_SHADOW_GLSL
#define LIB_SHADOW_GLSL
#include "passes/camera.h"

// 1 lit, 0 in shadow; lit outside the map. Bind `shadow` with Sampler::shadow.
// The point moves along the normal by about the filter's radius times the slope, which stops acne without detaching
// shadows. Nine bilinear taps with binomial weights are a smooth filter five texels wide.
float sun_shadow(sampler2DShadow shadow, mat4 sun_matrix, vec3 world, vec3 normal, vec3 sun) {
  vec2 texel = 1.0 / vec2(textureSize(shadow, 0));
  float clip_per_metre = length(vec3(sun_matrix[0][0], sun_matrix[1][0], sun_matrix[2][0]));
  float texel_metres = 2.0 * texel.x / clip_per_metre;
  float facing = clamp(dot(normal, sun), 0.0, 1.0);
  vec3 lifted = world + normal * (texel_metres * (0.5 + 2.5 * sqrt(1.0 - facing * facing)));
  vec3 p = (sun_matrix * vec4(lifted, 1.0)).xyz;
  vec2 uv = clip_to_uv(p.xy);
  if (any(lessThan(uv, texel * 2.0)) || any(greaterThan(uv, 1.0 - texel * 2.0))) return 1.0;
  float reference = clamp(p.z, 0.0, 1.0);
  float sum = 0.25 * texture(shadow, vec3(uv, reference));
  sum += 0.125 * (texture(shadow, vec3(uv + vec2(texel.x, 0.0), reference)) +
                  texture(shadow, vec3(uv - vec2(texel.x, 0.0), reference)) +
                  texture(shadow, vec3(uv + vec2(0.0, texel.y), reference)) +
                  texture(shadow, vec3(uv - vec2(0.0, texel.y), reference)));
  sum += 0.0625 * (texture(shadow, vec3(uv + texel, reference)) + texture(shadow, vec3(uv - texel, reference)) +
                   texture(shadow, vec3(uv + vec2(texel.x, -texel.y), reference)) +
                   texture(shadow, vec3(uv + vec2(-texel.x, texel.y), reference)));
  return sum;
}

#endif
