// Irradiance of lamps at a point (passes/deferred/lamps.h). Include after lib/levels.glsl and its declarations.
//
// Irradiance facing the light: I / r² times the range window and the cone of KHR_lights_punctual. Through a level
// water surface it follows from the refracted rays [Hecht]: of a lamp at height a over it and a place d beyond it,
// with m = n1 / n2, x = a tan t1 + d tan t2 from the lamp's foot, in a ring of rays dO = sin t1 dt1 dp falls on x dx
// dp. Waves tilt the surface: a ray lands k s further, s being its slope and k = d (1 - m) / (1 + d m / a), so that
// light comes together by 1 / |det(1 + k grad s)|, short of the folds.
#ifndef SHADERS_LIB_LAMPS_GLSL
#define SHADERS_LIB_LAMPS_GLSL
#include "passes/deferred/camera.h"
#include "passes/deferred/lamps.h"

layout(binding = 17, scalar) uniform LampsBlock { LampTable t; } lamps;
layout(binding = 18) uniform sampler2D lamp_atlas;
layout(constant_id = 40) const int lamp_count = 0;
layout(constant_id = 41) const bool has_lamp_atlas = false;

struct LampRay {
  vec3 from;   // unit vector towards where the light comes from
  vec3 light;  // irradiance of a surface that faces it
};

// Heights of the casters that may hide a lamp: beyond a water surface light does not go straight.
struct LampHeights {
  float low, high;
};
const LampHeights all_heights = LampHeights(-1e30, 1e30);

// Share of a lamp's light that nothing hides. normal: of the surface there, the zero vector for none.
float lamp_open(Lamp lamp, vec3 world, vec3 normal, LampHeights counted) {
  if (!has_lamp_atlas || lamp.cone.z < 0.0) return 1.0;
  vec3 away = world - lamp.place.xyz, wide = abs(away);
  int map = int(lamp.cone.z);
  if (lamp.cone.x <= 0.0) {  // a point: the face of the largest component
    if (wide.x >= wide.y && wide.x >= wide.z) map += away.x > 0.0 ? 0 : 1;
    else if (wide.y >= wide.z) map += away.y > 0.0 ? 2 : 3;
    else map += away.z > 0.0 ? 4 : 5;
  }
  LampMap m = lamps.t.maps[clamp(map, 0, most_lamp_maps - 1)];
  vec3 towards = normalize(-away);
  float far = m.texel.y, near = m.texel.z, along = (m.atlas * vec4(world, 1.0)).w;
  if (along <= near) return 1.0;
  float meters = along * m.texel.x, facing = clamp(dot(normal, towards), 0.0, 1.0);
  vec4 h = m.atlas * vec4(world + normal * (meters * (0.5 + sqrt(1.0 - facing * facing))), 1.0);
  along = h.w;
  vec2 size = vec2(textureSize(lamp_atlas, 0));
  vec2 at = clip_to_uv(h.xy / h.w) * size, low = m.place.xy * size + 1.0, high = m.place.zw * size - 1.0;
  float least = along - 1e-3 * along - 0.5 * meters;
  float height = world.y - lamp.place.y, radius = 1.5;
  // Places without a surface are many along a path: a few samples each.
  bool surface = dot(normal, normal) > 0.0;
  int taps = surface ? 16 : 3;
  if (lamp.intensity.w > 0.0 && surface) {
    // As wide as the ball is seen past what hides it, for which some places are looked at.
    float search = clamp(lamp.intensity.w * (along - near) / (near * meters), 2.0, 24.0), sum = 0.0, count = 0.0;
    for (int i = 0; i < taps; ++i) {
      float angle = 2.39996323 * float(i);
      vec2 tap = clamp(at + search * sqrt((float(i) + 0.5) / float(taps)) * vec2(cos(angle), sin(angle)), low, high);
      float depth = textureLod(lamp_atlas, tap / size, 0.0).r;
      float there = near * far / max(far - depth * (far - near), 1e-6);
      float y = lamp.place.y + height * there / along;
      if (there < least && y >= counted.low && y <= counted.high) {
        sum += there;
        count += 1.0;
      }
    }
    if (count < 0.5) return 1.0;
    float hides = sum / count;
    radius = clamp(lamp.intensity.w * (along - hides) / (hides * meters), 1.5, 24.0);
  }
  float open = 0.0;
  for (int i = 0; i < taps; ++i) {
    float angle = 2.39996323 * float(i);
    vec2 tap = clamp(at + radius * sqrt((float(i) + 0.5) / float(taps)) * vec2(cos(angle), sin(angle)), low, high);
    vec4 depth = textureGather(lamp_atlas, tap / size);
    vec4 there = near * far / max(far - depth * (far - near), vec4(1e-6));
    vec4 y = lamp.place.y + height * there / along;
    vec4 hidden = vec4(lessThan(there, vec4(least))) * vec4(greaterThanEqual(y, vec4(counted.low))) *
                  vec4(lessThanEqual(y, vec4(counted.high)));
    vec2 f = fract(tap - 0.5);
    open += 1.0 - mix(mix(hidden.w, hidden.z, f.x), mix(hidden.x, hidden.y, f.x), f.y);
  }
  return open / float(taps);
}

// Share of its intensity that a lamp has along a unit vector, with the window of its range at a distance.
float lamp_share(Lamp lamp, vec3 along, float distance) {
  float cone = clamp(lamp.cone.x * dot(along, lamp.axis.xyz) + lamp.cone.y, 0.0, 1.0);
  float part = lamp.place.w > 0.0 ? distance / lamp.place.w : 0.0;
  return cone * cone * clamp(1.0 - part * part * part * part, 0.0, 1.0);
}

// Meters from the lamp's foot at which a ray crosses a level surface: n1 over n2 is m.
float lamp_crossing(float a, float d, float wide, float m) {
  float low = 0.0, high = wide;
  for (int i = 0; i < 16; ++i) {
    float x = 0.5 * (low + high), y = wide - x;
    if (m * x * inversesqrt(x * x + a * a) < y * inversesqrt(y * y + d * d)) low = x;
    else high = x;
  }
  return 0.5 * (low + high);
}

// Gain over level water at a place: by how the slopes differ about where the ray goes in.
float lamp_focus(int water, vec2 at, float k) {
  LevelTile t = levels.w.of[water];
  vec2 texels = has_level_map ? t.tile.zw * vec2(textureSize(level_map, 0)) : vec2(1.0);
  vec2 step_size = 1.0 / (t.place.zw * texels);
  vec2 x1 = water_column(water, at + vec2(step_size.x, 0.0)).yz, x0 = water_column(water, at - vec2(step_size.x, 0.0)).yz;
  vec2 z1 = water_column(water, at + vec2(0.0, step_size.y)).yz, z0 = water_column(water, at - vec2(0.0, step_size.y)).yz;
  vec2 along_x = (x1 - x0) / (2.0 * step_size.x), along_z = (z1 - z0) / (2.0 * step_size.y);
  float turn = k * 0.5 * (along_x.y + along_z.x);
  float det = (1.0 + k * along_x.x) * (1.0 + k * along_z.y) - turn * turn;
  return 1.0 / max(abs(det), 0.2);
}

// Light of lamp i at a place in a water (-1: in the air) whose surface over it is at `level`. n: as lamp_open() takes it.
LampRay lamp_light(int i, vec3 world, vec3 n, int water, float level) {
  Lamp lamp = lamps.t.of[i];
  vec3 place = lamp.place.xyz, away = world - place;
  float far = max(length(away), 1e-3), lamp_level;
  LampRay ray = LampRay(-away / far, vec3(0.0));
  if (lamp.place.w > 0.0 && far >= lamp.place.w) return ray;
  int over = water_over(place, vec3(0.0), vec3(0.0, 1.0, 0.0), lamp_level);
  bool crosses = (water < 0) != (over < 0);
  int in_water = max(water, over);
  float surface = water >= 0 ? level : lamp_level;
  if (crosses) {
    // Below the surface, but in no water: beside the basin.
    if (water < 0 && world.y < surface) return ray;
    if (water >= 0 && place.y < surface) return ray;
  }
  if (!crosses) {
    float share = lamp_share(lamp, away / far, far) / (far * far);
    if (share <= 0.0) return ray;
    vec3 kept = in_water >= 0 ? exp(-levels.w.of[in_water].optics.rgb * far) : vec3(1.0);
    ray.light = lamp.intensity.rgb * kept * (share * lamp_open(lamp, world, n, all_heights));
    return ray;
  }
  float a = max(abs(place.y - surface), 1e-4), d = max(abs(world.y - surface), 1e-4), wide = length(away.xz);
  float index = levels.w.of[in_water].optics.w, m = water >= 0 ? 1.0 / index : index;
  float x = lamp_crossing(a, d, wide, m), beyond = wide - x;
  vec2 foot = wide > 1e-5 ? away.xz / wide : vec2(0.0);
  vec3 entry = vec3(place.x + foot.x * x, surface, place.z + foot.y * x);
  if (water_beside(in_water, entry.xz) > 0.0) return ray;
  float way1 = sqrt(a * a + x * x), way2 = sqrt(d * d + beyond * beyond), c1 = a / way1, c2 = d / way2;
  float spread = (a / c1 + d * m / c2) * (a / (c1 * c1) + d * m * c1 / (c2 * c2 * c2)) * c2;
  float share = lamp_share(lamp, (entry - place) / way1, way1 + way2) * (1.0 - fresnel_dielectric(c1, m)) / max(spread, 1e-6);
  if (share <= 0.0) return ray;
  share *= lamp_focus(in_water, entry.xz, d * (1.0 - m) / (1.0 + d * m / a));
  LampHeights below = LampHeights(-1e30, surface), above = LampHeights(surface, 1e30);
  share *= water >= 0 ? lamp_open(lamp, entry, vec3(0.0, 1.0, 0.0), above) * lamp_open(lamp, world, n, below)
                      : lamp_open(lamp, entry, vec3(0.0, -1.0, 0.0), below) * lamp_open(lamp, world, n, above);
  ray.from = normalize(entry - world);
  ray.light = lamp.intensity.rgb * share * exp(-levels.w.of[in_water].optics.rgb * (water >= 0 ? way2 : way1));
  return ray;
}

#endif
