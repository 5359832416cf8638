// Lighting of one pixel of the opaque scene.
#ifndef SHADERS_DEFERRED_PICTURE_LIGHT_GLSL
#define SHADERS_DEFERRED_PICTURE_LIGHT_GLSL
#include "lib/sky.glsl"
#include "passes/deferred/camera.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/water_levels.h"


layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D albedo;
layout(binding = 2) uniform sampler2D normal;
layout(binding = 3) uniform sampler2D depth;
layout(binding = 4) uniform sampler2D ambient;
layout(binding = 5) uniform sampler2D sky;
layout(binding = 7) uniform sampler2D through;
#ifndef SUN_GIVEN
layout(binding = 9) uniform sampler2DShadow bent_shadow;
layout(binding = 10) uniform sampler2D caustics;
#endif
layout(binding = 11, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 12) uniform sampler2D level_map;
#ifndef SUN_ON_WATER
layout(binding = 13) uniform sampler2DShadow mirrored_shadow;
layout(binding = 14) uniform sampler2D shimmer;
#endif
#include "deferred/surface_light.glsl"


// The half-size visibility between its four nearest texels, those of another depth left out.
float visibility_at(ivec2 pixel, float distance) {
  vec2 at = vec2(pixel) * 0.5;
  ivec2 low = ivec2(floor(at));
  vec2 f = at - vec2(low);
  ivec2 last = textureSize(ambient, 0) - 1;
  float sum = 0.0, weights = 0.0;
  for (int i = 0; i < 4; ++i) {
    ivec2 corner = ivec2(i & 1, i >> 1);
    vec2 tap = texelFetch(ambient, min(low + corner, last), 0).xy;
    vec2 share = mix(1.0 - f, f, vec2(corner));
    float weight = share.x * share.y * max(1.0 - abs(tap.y - distance) * 20.0 / distance, 1e-4) + 1e-6;
    sum += tap.x * weight;
    weights += weight;
  }
  return sum / weights;
}

// Radiance of the opaque scene at a pixel of the picture, whose depth is d > 0.
vec3 light_at(ivec2 id, float d) {
  vec2 uv = (vec2(id) + 0.5) * camera.c.viewport.zw;
  vec3 world = world_at(camera.c.inverse_view_projection, uv, d);
  vec4 color = texelFetch(albedo, id, 0);
  vec4 packed = texelFetch(normal, id, 0);
  vec3 n = normalize(packed.xyz);
  vec3 v = normalize(camera.c.eye.xyz - world);
  float visible = visibility_at(id, view_distance(camera.c.sun_direction.w, d));
  vec3 light = surface_light(world, n, v, color.rgb, abs(packed.w), packed.w < 0.0, visible * color.a);
  return min(light, vec3(60000.0));
}

#endif
