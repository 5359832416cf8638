#include "lib/pbr.glsl"
#include "lib/shadow.glsl"
#include "lib/sky.glsl"
#include "passes/camera.h"
#include "passes/lighting.h"
#include "passes/water_levels.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D albedo;
layout(binding = 2) uniform sampler2D normal;
layout(binding = 3) uniform sampler2D depth;
layout(binding = 4) uniform sampler2D ambient;
layout(binding = 5) uniform sampler2D sky;
layout(binding = 6) uniform sampler2DShadow shadow;
layout(binding = 7) uniform sampler2D through;
layout(binding = 8, rgba16f) uniform writeonly image2D radiance;
layout(binding = 9) uniform sampler2DShadow bent_shadow;
layout(binding = 10) uniform sampler2D caustics;
layout(binding = 11, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 12) uniform sampler2D level_map;
layout(push_constant, scalar) uniform Params { LightingParams p; } params;
layout(constant_id = 0) const bool behind_water = false;  // there is light through water of particles
#include "lib/levels.glsl"

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
  if (sun.y <= 0.0 || dot(n, bent) <= 0.0) return s;
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
  if (behind_water) {
    left = textureLod(through, clip_to_uv((camera.c.sun_matrix * vec4(world, 1.0)).xy), 0.0);
    particles = world.y < left.w;
  }
  if (sun.y <= 0.0 || dot(n, sun) <= 0.0) return s;
  float lit = sun_shadow(shadow, camera.c.sun_matrix, world, n, sun);
  s.light = camera.c.sun_radiance.rgb * lit * (particles ? left.rgb : vec3(1.0));
  return s;
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
    if (sun.y > -0.02) background += sun_disc(ray, sun, sun_light) * smoothstep(-0.01, 0.01, ray.y);
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

  float level;
  int water = water_over(world, camera.c.bent_direction.xyz, level);
  bool under_water = water >= 0;
  Sunlight direct = water >= 0 ? sunlight_under(water, level, world, n) : sunlight_over(world, n, under_water);
  vec3 f0 = metal ? color.rgb : vec3(under_water ? 0.004 : 0.04);
  vec3 base = metal ? vec3(0.0) : color.rgb;

  vec3 light = vec3(0.0);
  if (dot(direct.light, vec3(1.0)) > 0.0)
    light += direct.light * reflect_light(n, v, direct.from, base, max(roughness, 0.05), f0);

  float visible = visibility_at(id, view_distance(camera.c.sun_direction.w, d));
  float ambient_light = visible * color.a;
  light += base * sky_irradiance(camera.c.sky_sh, n) * (ambient_light / pi);
  float nv = clamp(dot(n, v), 1e-3, 1.0);
  vec2 share = environment_brdf(nv, roughness);
  vec3 mirrored = reflect(-v, n);
  vec3 blurred = sky_irradiance(camera.c.sky_sh, mirrored) / pi;
  float sharpness = under_water ? 0.0 : 1.0 - smoothstep(0.15, 0.5, roughness);
  if (sharpness > 0.0) blurred = mix(blurred, sky_radiance(sky, mirrored), sharpness);
  float occluded = clamp(pow(nv + ambient_light, 1.0 + 2.0 * roughness) - 1.0 + ambient_light, 0.0, 1.0);
  light += blurred * (f0 * share.x + share.y * (under_water ? 0.1 : 1.0)) * occluded;
  imageStore(radiance, id, vec4(min(light, vec3(60000.0)), 1.0));
}
