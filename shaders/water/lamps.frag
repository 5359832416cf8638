// Light of lamps on a water surface seen from the air: specular reflection on its waves, light scattered by foam and,
// for grids (INSIDE), single scattering in the water below.
//
// Deep water of albedo R reflects R E / pi [Mobley 1994]. Single scattering in water of extinction s and isotropic
// scattering coefficient b gives b / (8 s) E / pi, so b = 8 R s, at most s.
#pragma variants INSIDE?
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"
#include "passes/water/water_lamps.h"
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D water_normal;
layout(binding = 2) uniform sampler2D water_depth;
layout(binding = 3, scalar) uniform WatersBlock { WaterLampParams p; } waters_of;
layout(binding = 4, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 5) uniform sampler2D level_map;
#ifdef INSIDE
layout(binding = 6, scalar) uniform SubmergedBlock { Camera c; } submerged;
layout(binding = 7) uniform sampler2D submerged_depth;
#endif
#include "lib/levels.glsl"
#include "lib/lamps.glsl"
#include "water/foam.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// A lamp's image on the facets around n; wide: squared alpha of the waves and of the ball that is seen.
float lamp_glint(vec3 n, vec3 view, vec3 from, float wide, float index) {
  float nl = dot(n, from), nv = max(dot(n, view), 0.02);
  if (nl <= 0.0) return 0.0;
  vec3 h = normalize(from + view);
  float lobe = ggx_density(clamp(dot(n, h), 0.0, 1.0), wide) * ggx_visibility(nv, nl, wide);
  return min(lobe * fresnel_dielectric(clamp(dot(view, h), 0.0, 1.0), 1.0 / index) * nl, 60.0);
}

#ifdef INSIDE
// Meters that a ray goes on in the water: to what the scene under water shows ahead, and to a closed side.
float way_in_water(vec3 from, vec3 direction, int water) {
  float way = 8.0;
  vec4 h = submerged.c.view_projection * vec4(from, 1.0);
  vec2 at = clip_to_uv(h.xy / max(h.w, 1e-4));
  float depth = textureLod(submerged_depth, at, 0.0).r;
  if (depth > 0.0) {
    vec3 behind = world_at(submerged.c.inverse_view_projection, at, depth);
    float level = direction.y < -0.05 ? (from.y - behind.y) / -direction.y : 1e4;
    way = min(max(level, 0.0), 2.0 * distance(behind, from) + 1.0);
  }
  vec4 low = waters_of.p.low[water], high = waters_of.p.high[water];
  if (high.w > 0.5) {
    vec3 inverse = 1.0 / (direction + vec3(lessThan(abs(direction), vec3(1e-6))) * 2e-6);
    vec3 far = max((low.xyz - from) * inverse, (high.xyz - from) * inverse);
    way = min(way, max(min(far.x, min(far.y, far.z)), 0.0));
  }
  return way;
}

// Light of one lamp that is scattered once on a path. Places are denser where the lamp is nearer, evenly in angle about it
// [Kulla and Fajardo 2012].
vec3 glow_of(int lamp, vec3 from, vec3 direction, float way, int water, float level, vec3 sigma) {
  const int steps = 8;
  vec3 place = lamps.t.of[lamp].place.xyz;
  float nearest = dot(place - from, direction), off = max(distance(place, from + nearest * direction), 0.02);
  float begin = atan(-nearest / off), end = atan((way - nearest) / off);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < steps; ++i) {
    float angle = mix(begin, end, (float(i) + 0.5) / float(steps)), aside = off * tan(angle);
    float along = clamp(nearest + aside, 0.0, way);
    LampRay ray = lamp_light(lamp, from + along * direction, vec3(0.0), water, level);
    sum += ray.light * exp(-sigma * along) * ((off * off + aside * aside) / off);
  }
  return sum * ((end - begin) / float(steps));
}
#endif

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  color = vec4(0.0);
  if (water.w < 0.5) return;
  vec3 eye = camera.c.eye.xyz;
  vec3 world = world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r);
  vec3 along = normalize(world - eye), normal = octahedral_decode(water.xy);
  float facing = dot(normal, -along);
  if (facing < 0.03) normal = normalize(normal + (0.03 - facing) * -along);
  int shown = clamp(int(water_index(water.w)), 0, int(max_water_boxes) - 1);
  WaterOptics own = waters_of.p.optics[shown];
  float index = own.extinction.w;
#ifdef INSIDE
  float cover = foam_at(pixel, water_foam(water.w));
#else
  float cover = foam_at(pixel, 0.0);
#endif
  vec3 mirrored = vec3(0.0), white = vec3(0.0), glow = vec3(0.0);
#ifdef INSIDE
  float level = shown < waters ? water_column(shown, world.xz).x : world.y;
  vec3 bent = snell_refract(along, normal, 1.0 / index), sigma = own.extinction.rgb;
  vec3 scatters = min(8.0 * own.scatter.rgb, vec3(1.0)) * sigma;
  float way = way_in_water(world, bent, shown);
  bool scattering = shown < waters && dot(scatters, vec3(1.0)) > 0.0 && way > 0.0;
#endif
  for (int i = 0; i < min(lamp_count, most_lamps); ++i) {
    LampRay ray = lamp_light(i, world + vec3(0.0, 1e-3, 0.0), vec3(0.0, 1.0, 0.0), -1, 0.0);
    float ball = lamps.t.of[i].intensity.w / max(distance(world, lamps.t.of[i].place.xyz), 1e-3);
    float wide = clamp(water.z + 0.25 * ball * ball + 2e-5, 0.0, 1.0);
    // Light from below does not form an image on the surface.
    if (ray.from.y > 0.0) mirrored += ray.light * lamp_glint(normal, -along, ray.from, wide, index);
    vec3 foam_facing = foam_normal(pixel, normal, distance(world, eye), 0.02);
    white += foam_albedo(own) * ray.light * (abs(dot(foam_facing, ray.from)) / 3.14159265);
#ifdef INSIDE
    if (scattering) glow += glow_of(i, world, bent, way, shown, level, sigma);
#endif
  }
  vec3 light = mirrored;
#ifdef INSIDE
  float through = 1.0 - fresnel_dielectric(clamp(dot(normal, -along), 0.0, 1.0), 1.0 / index);
  light += through / (index * index * 4.0 * 3.14159265) * scatters * glow;
#endif
  color = vec4(min(mix(light, white, cover), vec3(60000.0)), 0.0);
}
