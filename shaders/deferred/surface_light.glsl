// Reflected light of an opaque surface: sun with shadow and caustics, diffuse and specular light of the sky. For
// surfaces in water it is radiance over n² (deferred/water_light.glsl).
// Include after declaring `camera`, `sky`, `bent_shadow`, `caustics`, `mirrored_shadow`, `shimmer`, `through`,
// `levels` and `level_map`.
// SUN_GIVEN: for surfaces in the air; `sun_share` holds sun_unshaded() of each pixel. SUN_ON_WATER: a map holds the
// visible share of the sun on the waters, for light that they reflect upwards.
#ifndef SHADERS_DEFERRED_SURFACE_LIGHT_GLSL
#define SHADERS_DEFERRED_SURFACE_LIGHT_GLSL
#include "lib/levels.glsl"
#include "deferred/seen_water.glsl"
#include "deferred/pbr.glsl"
#include "passes/sky/environment.h"
#include "deferred/shadow.glsl"
#include "lib/sky.glsl"
#ifdef SUN_GIVEN
#include "lib/clouds.glsl"
#else
#include "lib/sun.glsl"
#include "lib/sun_on_water.glsl"
#include "deferred/water_light.glsl"
#endif

layout(binding = 26) uniform sampler2DArray environment;
layout(constant_id = 33) const bool has_environment = false;
layout(constant_id = 11) const bool has_through = false;  // light through water of particles
layout(constant_id = 12) const bool has_bent_shadow = false;
layout(constant_id = 13) const bool has_caustics = false;
layout(constant_id = 15) const bool has_mirrored_shadow = false;
layout(constant_id = 16) const bool has_shimmer = false;

// The sky along a mirrored ray, over the lobe of a roughness.
vec3 environment_light(vec3 mirrored, float roughness) {
  vec2 half_texel = 0.5 / vec2(textureSize(environment, 0).xy), at = sky_uv(mirrored);
  at.y = clamp(at.y, half_texel.y, 1.0 - half_texel.y);
  float lobe = clamp(roughness, 0.0, 1.0) * float(environment_lobes), below = min(floor(lobe), float(environment_lobes - 1));
  vec3 sharper = below > 0.5 ? textureLod(environment, vec3(at, below), 0.0).rgb : sky_radiance(sky, mirrored);
  return mix(sharper, textureLod(environment, vec3(at, below + 1.0), 0.0).rgb, lobe - below);
}

// Scale and bias of F0 in the light of a uniform sky that facets mirror by one reflection each.
vec2 mirrored_share(float nv, float roughness) {
  vec2 half_texel = 0.5 / vec2(textureSize(environment, 0).xy);
  return textureLod(environment, vec3(clamp(vec2(nv, roughness), half_texel, 1.0 - half_texel), 0.0), 0.0).rg;
}

// Sky light that a surface in the air reflects to the eye, with all reflections between its facets: the mirrored
// light once reflected; further reflections and what enters the surface come from all around [Fdez-Agüera 2019].
vec3 ambient_light_of(vec3 n, vec3 v, vec3 base, float roughness, vec3 f0, float ambient_light, float mirror_light) {
  vec2 share = mirrored_share(clamp(dot(n, v), 1e-3, 1.0), roughness);
  vec3 once = f0 * share.x + share.y, mean = f0 + (1.0 - f0) / 21.0;
  float lost = max(1.0 - share.x - share.y, 0.0);
  vec3 more = once * mean * lost / (1.0 - mean * lost);
  vec3 around = sky_irradiance(camera.c.sky_sh, n) / pi;
  return environment_light(reflect(-v, n), roughness) * once * mirror_light +
         around * (more * mirror_light + base * max(1.0 - once - more, 0.0) * ambient_light);
}

// Constant: pixels of the other kind are left to the next node; then `left_out` says so for the last one.
layout(constant_id = 36) const bool one_kind = false;
bool left_out = false;

#ifdef SUN_GIVEN
layout(binding = 22) uniform sampler2D sun_share;
#else
// Constants: all that a node lights stands in the air, or in water. Drivers of the CPU go every way that is left open.
layout(constant_id = 34) const bool all_in_air = false;
layout(constant_id = 35) const bool all_in_water = false;
#endif

struct Sunlight {
  vec3 from;   // unit vector towards where it comes from
  vec3 light;  // irradiance on a surface that faces it
};

#ifndef SUN_GIVEN
// In water, sunlight comes along the ray that a level surface bends: through the air over the place where that ray
// enters, then past what stands in the water. A level ground gets what it gets without water, less what the surface mirrors
// and the way takes, less shadows, times the caustics, which know no shadows.
// reaching: sun_reaching() of the entry.
Sunlight sunlight_under(int water, float reaching, float way, vec3 world, vec3 n) {
  vec3 sun = camera.c.sun_direction.xyz, bent = camera.c.bent_direction.xyz;
  Sunlight s = Sunlight(bent, vec3(0.0));
  if (!has_bent_shadow || !has_caustics || sun.y <= 0.0 || dot(n, bent) <= 0.0) return s;
  float lit = sun_shadow(bent_shadow, camera.c.bent_matrix, world, n, bent);
  if (lit <= 0.0) return s;
  lit *= reaching;
  vec3 focused = textureLod(caustics, clip_to_uv((camera.c.bent_matrix * vec4(world, 1.0)).xy), 0.0).rgb;
  LevelTile w = levels.w.of[water];
  s.light = camera.c.sun_radiance.rgb * focused * exp(-w.optics.rgb * way) * (lit * w.sunlit * sun.y / bent.y);
  return s;
}

#endif

// In air; reaching: sun_reaching() of the place; particles: whether water of particles lies before the sun.
Sunlight sunlight_over(float reaching, vec3 world, vec3 n, out bool particles) {
  vec3 sun = camera.c.sun_direction.xyz;
  Sunlight s = Sunlight(sun, vec3(0.0));
  vec4 left = vec4(1.0);
  particles = false;
  if (has_through) {
    left = textureLod(through, clip_to_uv((camera.c.sun_matrix * vec4(world, 1.0)).xy), 0.0);
    particles = world.y < left.w;
  }
  if (sun.y <= 0.0 || dot(n, sun) <= 0.0) return s;
  s.light = camera.c.sun_radiance.rgb * reaching * (particles ? left.rgb : vec3(1.0));
  return s;
}

// In air, what of sunlight waters throw up: along the ray that a level surface mirrors, to the first that stands there.
Sunlight sunlight_thrown_up(vec3 world, vec3 n) {
  vec3 from = camera.c.sun_direction.xyz * vec3(1.0, -1.0, 1.0);
  Sunlight s = Sunlight(from, vec3(0.0));
#ifndef SUN_ON_WATER
  if (!has_shimmer || !has_mirrored_shadow || dot(n, from) <= 0.0) return s;
  float share = textureLod(shimmer, clip_to_uv((camera.c.mirrored_matrix * vec4(world, 1.0)).xy), 0.0).r;
  if (share <= 0.0) return s;
  s.light = camera.c.sun_radiance.rgb * (share * sun_shadow(mirrored_shadow, camera.c.mirrored_matrix, world, n, from) *
                                       sun_through_clouds(world));
#endif
  return s;
}

#ifndef SUN_GIVEN
vec3 surface_light_under(int water, vec3 entry, float reaching, float level, vec3 world, vec3 n, vec3 v, vec3 base, float roughness, vec3 f0,
                         float ambient_light) {
  float way = distance(entry, world);
  Sunlight direct = sunlight_under(water, reaching, way, world, n);
  Scattered around = scattered_under(water, max(level - world.y, 0.0), entry, way, base, reaching);
  vec3 light = base * scattered_on(around, n.y) * (ambient_light / pi);
  if (dot(direct.light, vec3(1.0)) > 0.0)
    light += direct.light * reflect_light(n, v, direct.from, base, max(roughness, 0.05), f0);
  vec2 share = environment_brdf(clamp(dot(n, v), 1e-3, 1.0), roughness);
  vec3 blurred = scattered_on(around, reflect(-v, n).y) / pi;
  light += blurred * (f0 * share.x + share.y * 0.1) * ambient_light;
  float index = around.water.optics.w;
  return light / (index * index);
}
#endif

// n: unit normal; v: unit vector to the eye; ambient_light: share of the sky that is open.
vec3 surface_light(vec3 world, vec3 n, vec3 v, vec3 color, float roughness, bool metal, float ambient_light) {
  vec3 base = metal ? vec3(0.0) : color;
#ifdef SUN_GIVEN
  float level;
  if (one_kind) left_out = seen_water(world, n, level) >= 0;
  float reaching = texelFetch(sun_share, ivec2(gl_FragCoord.xy), 0).r * sun_through_clouds(world);
#else
  float level = 0.0;
  int water = all_in_air && !one_kind ? -1 : seen_water(world, n, level);
  if (one_kind) left_out = all_in_air == (water >= 0);
  if (all_in_air) water = -1;
  if (all_in_water) water = max(water, 0);
  // Asked once, for the loops of three maps: drivers of the CPU go both ways, and some take minutes to compile them twice.
  vec3 crossed = world, facing = n;
  if (all_in_water || (!all_in_air && water >= 0)) {
    crossed = water_entry(water, world, level, camera.c.sun_direction.xyz, camera.c.bent_direction.xyz,
                          camera.c.bent_direction.w);
    facing = vec3(0.0, 1.0, 0.0);
  }
#ifdef SUN_ON_WATER
  float reaching = water >= 0 ? sun_on_water_at(water, crossed) : sun_unshaded(crossed, facing);
  reaching *= sun_through_clouds(crossed);
#else
  float reaching = sun_reaching(crossed, facing);
#endif
  if (all_in_water || (!all_in_air && water >= 0))
    return surface_light_under(water, crossed, reaching, level, world, n, v, base, roughness,
                               metal ? color : vec3(0.004), ambient_light);
#endif
  bool under_water;
  Sunlight direct = sunlight_over(reaching, world, n, under_water), thrown_up = sunlight_thrown_up(world, n);
  vec3 f0 = metal ? color : vec3(under_water ? 0.004 : 0.04);

  vec3 light = vec3(0.0);
  if (dot(direct.light, vec3(1.0)) > 0.0)
    light += direct.light * reflect_light(n, v, direct.from, base, max(roughness, 0.05), f0);
  if (thrown_up.light.g > 0.0)
    light += thrown_up.light * reflect_light(n, v, thrown_up.from, base, max(roughness, 0.05), f0);

  float nv = clamp(dot(n, v), 1e-3, 1.0);
  float occluded = clamp(pow(nv + ambient_light, 1.0 + 2.0 * roughness) - 1.0 + ambient_light, 0.0, 1.0);
  if (has_environment && !under_water)
    return light + ambient_light_of(n, v, base, roughness, f0, ambient_light, occluded);
  light += base * sky_irradiance(camera.c.sky_sh, n) * (ambient_light / pi);
  vec2 share = environment_brdf(nv, roughness);
  vec3 mirrored = reflect(-v, n);
  vec3 blurred = sky_irradiance(camera.c.sky_sh, mirrored) / pi;
  float sharpness = under_water ? 0.0 : 1.0 - smoothstep(0.15, 0.5, roughness);
  if (sharpness > 0.0) blurred = mix(blurred, sky_radiance(sky, mirrored), sharpness);
  return light + blurred * (f0 * share.x + share.y * (under_water ? 0.1 : 1.0)) * occluded;
}

#endif
