#include "lib/sky.glsl"
#include "passes/deferred/camera.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/water_levels.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D albedo;
layout(binding = 2) uniform sampler2D normal;
layout(binding = 3) uniform sampler2D depth;
layout(binding = 4) uniform sampler2D ambient;
layout(binding = 5) uniform sampler2D sky;
layout(binding = 7) uniform sampler2D through;
layout(binding = 8, rgba16f) uniform writeonly image2D radiance;
layout(binding = 9) uniform sampler2DShadow bent_shadow;
layout(binding = 10) uniform sampler2D caustics;
layout(binding = 11, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 12) uniform sampler2D level_map;
layout(push_constant, scalar) uniform Params { LightingParams p; } params;
layout(binding = 13) uniform sampler2DShadow mirrored_shadow;
layout(binding = 14) uniform sampler2D shimmer;
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

void main() {
  ivec2 id = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(id, params.p.size))) return;
  vec2 uv = (vec2(id) + 0.5) * camera.c.viewport.zw;
  vec3 eye = camera.c.eye.xyz;
  vec3 sun = camera.c.sun_direction.xyz;
  vec3 sun_light = camera.c.sun_radiance.rgb;
  float d = texelFetch(depth, id, 0).r;
  if (d <= 0.0) {
    if (params.p.show == 0) {
      imageStore(radiance, id, vec4(0.0));
      return;
    }
    vec3 ray = view_ray(camera.c.inverse_view_projection, eye, uv);
    vec3 background = sky_radiance(sky, ray);
    if (sun.y > -0.02) background += sun_disc(ray, sun, sun_light * sun_through_clouds(eye), camera.c.cloud_sheet.w) *
                                    smoothstep(-0.01, 0.01, ray.y);
    imageStore(radiance, id, vec4(background, 1.0));
    return;
  }
  vec3 world = world_at(camera.c.inverse_view_projection, uv, d);
  vec4 color = texelFetch(albedo, id, 0);
  vec4 packed = texelFetch(normal, id, 0);
  vec3 n = normalize(packed.xyz);
  vec3 v = normalize(eye - world);
  float roughness = abs(packed.w);
  bool metal = packed.w < 0.0;

  float visible = visibility_at(id, view_distance(camera.c.sun_direction.w, d));
  vec3 light = surface_light(world, n, v, color.rgb, roughness, metal, visible * color.a);
  imageStore(radiance, id, vec4(min(light, vec3(60000.0)), 1.0));
}
