// Radiance of the water surface: reflection and refraction by Fresnel and Snell, absorption and in-scattering along
// the refracted path, and sun glint.
#pragma variants SWIMMERS?
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"
#include "lib/noise.glsl"
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "water/ssr.glsl"
#include "water/volume.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 7) uniform sampler2D sunlit_map;
layout(binding = 1, scalar) uniform ParamsBlock { ShadeParams p; } params;
layout(binding = 2) uniform sampler2D lit;
layout(binding = 3) uniform sampler2D scene_depth;
layout(binding = 4) uniform sampler2D water_normal;
layout(binding = 5) uniform sampler2D water_depth;
layout(binding = 6) uniform sampler2D sky;
layout(binding = 8, scalar) uniform SubmergedBlock { Camera c; } submerged;
layout(binding = 9) uniform sampler2D submerged_lit;
layout(binding = 10) uniform sampler2D submerged_depth;
layout(binding = 27, scalar) uniform MirrorBlock { Camera c; } mirror;
layout(binding = 28) uniform sampler2D mirror_lit;
layout(binding = 29) uniform sampler2D mirror_depth;
layout(binding = 12, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 15) uniform sampler2D level_map;

// Constant: the lens can be in water. Otherwise the shader lacks the view from below.
layout(constant_id = 0) const bool eye_may_be_in_water = false;
// Constant: the submerged scene was drawn without what hides it. Otherwise it is the scene that the picture shows.
layout(constant_id = 1) const bool inside_is_whole = false;
layout(constant_id = 2) const bool screen_reflections = true;
// Constant: a water has closed sides.
layout(constant_id = 4) const bool some_closed = false;
layout(constant_id = 5) const bool has_mirror_lit = false;
layout(constant_id = 6) const bool has_mirror_depth = false;
#include "lib/levels.glsl"
#include "water/air.glsl"
#include "water/foam.glsl"

// The water that this pixel shows.
int shown_water = -1;
// World y of its surface over a place; where none is known, that of light that enters everywhere.
float level_over(vec2 xz) { return shown_water >= 0 && shown_water < waters ? water_column(shown_water, xz).x : -1e5; }

#ifdef SWIMMERS
#include "water/swimmers.glsl"
#endif

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 reflection;
layout(location = 2) out vec4 refraction;

// Optics of paths from `start` in the visible water.
Volume volume_of(WaterBox box, float sunlit, vec3 start) {
  return volume_in(camera.c, box.optics, sunlit, box.endless > 0.5 ? start.y : level_over(start.xz));
}

vec3 sky_along(vec3 direction) { return sky_radiance(sky, direction); }

// The scene in air behind a closed side. The ray goes on nearly as the eye looks, so what the screen shows there is a
// good first guess of how far it goes.
vec3 scene_behind(vec3 from, vec3 direction) {
  vec4 h = camera.c.view_projection * vec4(from, 1.0);
  vec2 at = clip_to_uv(h.xy / max(h.w, 1e-4));
  float depth = textureLod(scene_depth, at, 0.0).r;
  float reach = depth > 0.0 ? 1.6 * distance(world_at(camera.c.inverse_view_projection, at, depth), from) + 0.3 : 30.0;
  ScreenRay ray = screen_ray(camera.c, from, direction, reach, 0.7);
  ScreenReceiver hit = screen_pierce(scene_depth, water_depth, camera.c, false, false, ray, 6);
  return hit.depth > 0.0 ? textureLod(lit, hit.uv, 0.0).rgb : sky_along(direction);
}

// The scene under water along a ray from the surface or the eye, through total reflections at up to two closed sides.
vec3 scene_in_water(Volume v, WaterBox box, vec3 from, vec3 direction, bool in_water, int steps) {
  vec3 sum = vec3(0.0), through = vec3(1.0);
  for (int segment = 0; segment < 3; ++segment) {
    bool closed = some_closed && box.high.w > 0.5;
    vec3 face = vec3(0.0);
    float leave = closed ? box_exit(box, from, direction, face) : 1e4;
    vec4 h = submerged.c.view_projection * vec4(from, 1.0);
    vec2 at = clip_to_uv(h.xy / max(h.w, 1e-4));
    float straight = textureLod(submerged_depth, at, 0.0).r;
    vec3 behind = from;
    float reach = 40.0;
    if (straight > 0.0) {
      behind = world_at(submerged.c.inverse_view_projection, at, straight);
      reach = 2.2 * distance(behind, from) + 0.3;
    }
    ScreenRay ray = screen_ray(submerged.c, from, direction, min(reach, leave * 1.02 + 0.02), 1.0);
    ScreenReceiver hit = screen_pierce(submerged_depth, water_depth, submerged.c, !in_water && !inside_is_whole,
                                       !closed, ray, steps);
    float traveled = closed ? leave : 60.0;
    bool ended = !closed;
    vec3 light = vec3(0.0);
    float path = 1e4;
    // A basin's rim hides a strip of its floor, which looks much like the strip beside it, where a ray meets nothing. In a
    // block of water it is things standing in it that hide, and they look unlike what is behind them.
    if (!closed && !hit.found) hit.sure = 1.0;
    vec3 receiver = world_at(submerged.c.inverse_view_projection, hit.uv, max(hit.depth, 1e-7));
    float guess = direction.y < -0.05 ? (from.y - receiver.y) / -direction.y : 1e4;
    if (hit.found) {
      vec3 end = mix(ray.from, ray.to, hit.at);
      vec3 met = world_at(submerged.c.inverse_view_projection, end.xy, end.z);
      path = distance(met, from);
      receiver.y = met.y;
    } else if (hit.depth > 0.0 && (hit.hidden || !closed) && box.floorless < 0.5) {
      path = clamp(guess, 0.0, 2.0 * distance(receiver, from) + 1.0);
    }
    if (hit.sure < 1.0 && straight <= 0.0) {  // nothing is seen straight on: what is seen before the thing that hides, or behind it
      vec2 before = mix(ray.from.xy, ray.to.xy, 0.95 * hit.at);
      hit.uv = textureLod(submerged_depth, before, 0.0).r > 0.0 ? before : ray.to.xy;
      hit.sure = 1.0;
    }
    if (path < 1e4) light = hit.sure * textureLod(submerged_lit, hit.uv, 0.0).rgb;
    if (hit.sure < 1.0 && straight > 0.0) {
      float level = direction.y < -0.05 ? (from.y - behind.y) / -direction.y : 1e4;
      float other = clamp(level, 0.0, 2.0 * distance(behind, from) + 1.0);
      path = path < 1e4 ? mix(other, path, hit.sure) : other;
      light += (1.0 - hit.sure) * textureLod(submerged_lit, at, 0.0).rgb;
    }
#ifdef SWIMMERS
    meet_swimmers(v, submerged.c, ray, hit.found ? hit.at : 1.0, from, light, path);
#endif
    if (path < leave + 0.05) {
      traveled = path;
      ended = true;
    } else {
      light = vec3(0.0);
    }
    float wetted = closed ? traveled : min(traveled, box_exit(box, from, direction, face));
    sum += through * volume_scatter(v, from, direction, wetted);
    through *= volume_transmit(v, wetted);
    vec3 outside = snell_refract(direction, -face, v.index);
    vec3 leaving = from + direction * leave;
    float mirrored = 0.0;
    if (!ended) {
      if (dot(outside, outside) > 0.5) {
        mirrored = segment < 2 ? fresnel_dielectric(dot(direction, face), v.index) : 0.0;
        // A faint mirror image is not worth another segment.
        if (mirrored < 0.06) mirrored = 0.0;
        light = scene_behind(leaving, outside) * (1.0 - mirrored);
        ended = mirrored == 0.0;
      } else if (segment == 2) {
        light = v.glow;
      } else {
        mirrored = 1.0;
      }
    }
    sum += through * light;
    if (ended) break;
    through *= mirrored;
    from = leaving - face * 1e-3;
    direction = reflect(direction, face);
  }
  return sum;
}

// Reflection of the surface: from the picture of the mirrored eye where there is one, which knows undersides and what lies
// beside the screen.
vec3 mirrored_light(vec3 world, vec3 along, vec3 normal, float jitter) {
  bool planar = has_mirror_lit && has_mirror_depth && (params.p.mirrored >> uint(max(shown_water, 0)) & 1u) != 0u;
  if (!planar) return scene_mirrored(world, along, normal, jitter);
  vec3 direction = mirrored_ray(along, normal);
  return light_along(mirror_lit, mirror_depth, mirror.c, world + direction * 0.01, direction, 60.0, 20, true, jitter, 0.04);
}

// Thin water over a gentle bank fades into the wet ground; without a foam map, with a little foam.
// wet: what the ground under it sends up. thickness: of the water, in meters over `scale`.
vec3 shore(WaterBox box, vec3 light, vec3 wet, vec3 world, float thickness, float scale, vec3 bank, float sunlit) {
  if (thickness > 0.12) return light;
  light = mix(wet, light, smoothstep(0.0, 0.05, thickness));
  if (box.foams > 0.5) return light;
  float time = camera.c.eye.w;
  float gentle = smoothstep(0.4, 0.75, bank.y);
  float spots = fractal_noise(world.xz * (6.0 / scale) + vec2(0.15, -0.1) * time, 0.0, 3, 21);
  float edge = smoothstep(0.45, 0.75, spots + 0.5 - 0.5 * thickness / 0.06);
  float foam = gentle * edge * smoothstep(0.0, 0.012, thickness);
  return mix(light, foam_light(box.optics, vec3(0.0, 1.0, 0.0), sunlit, foam), 0.7 * foam);
}

// Height of this pixel's piece of the lens over the water that the eye is in or close over, meters.
float lens_over_water(vec2 at) {
  vec3 lens = lens_at(camera.c.inverse_view_projection, at);
  int i = params.p.eye_box;
  if (i >= waters) return lens.y - params.p.eye_rest;
  vec4 column = water_column(i, lens.xz);
  return column.w > 0.5 ? lens.y - column.x : 1.0;
}

// Water that clings to the lens: a dark line where the surface meets it. over: lens_over_water(); wide: its change from a
// pixel to the next.
float meniscus(float over, float wide) {
  float line = max(0.004 * camera.c.viewport.y, 1.0);
  return 1.0 - 0.5 * (1.0 - smoothstep(0.3 * line, line, abs(over) / max(wide, 1e-6)));
}

#ifdef PIXEL_KERNEL
// Differences within a block of 2 x 2 pixels, as dFdx() and dFdy() of a draw.
vec2 place_of(ivec2 pixel) { return (vec2(pixel) + 0.5) * camera.c.viewport.zw; }
vec3 ground_at(ivec2 pixel) {
  float bed = texelFetch(scene_depth, min(pixel, textureSize(scene_depth, 0) - 1), 0).r;
  return world_at(camera.c.inverse_view_projection, place_of(pixel), max(bed, 1e-7));
}
vec3 bank_at(ivec2 pixel, vec3 ground) {
  vec3 dx = ground_at(ivec2(pixel.x | 1, pixel.y)) - ground_at(ivec2(pixel.x & ~1, pixel.y));
  vec3 dy = ground_at(ivec2(pixel.x, pixel.y | 1)) - ground_at(ivec2(pixel.x, pixel.y & ~1));
  return normalize(cross(dy, dx));
}
float lens_change(ivec2 pixel, float over) {
  float dx = lens_over_water(place_of(ivec2(pixel.x ^ 1, pixel.y))) - over;
  float dy = lens_over_water(place_of(ivec2(pixel.x, pixel.y ^ 1))) - over;
  return abs(dx) + abs(dy);
}
#else
vec3 bank_at(ivec2 pixel, vec3 ground) { return normalize(cross(dFdy(ground), dFdx(ground))); }
float lens_change(ivec2 pixel, float over) { return fwidth(over); }
#endif

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  vec3 eye = camera.c.eye.xyz;
  vec3 along = view_ray(camera.c.inverse_view_projection, uv);
  // Derivatives come first: they are undefined beside pixels that are done.
  float bed = texelFetch(scene_depth, pixel, 0).r;
  vec3 ground = world_at(camera.c.inverse_view_projection, uv, max(bed, 1e-7));
  vec3 bank = bank_at(pixel, ground);
  bank *= sign(dot(bank, -along));
  float over = eye_may_be_in_water ? lens_over_water(uv) : 1.0;
  float wide = eye_may_be_in_water ? lens_change(pixel, over) : 0.0;
  int inside = params.p.eye_box;
  reflection = vec4(0.0, 0.0, 0.0, 1.0);
  refraction = vec4(0.0, 0.0, 0.0, 1.0);
  bool in_water = eye_may_be_in_water && over < 0.0;
  float line = eye_may_be_in_water ? meniscus(over, wide) : 1.0;
  if (eye_may_be_in_water && abs(water.w) < 0.5) {
    if (!in_water) {
      color = texelFetch(lit, pixel, 0) * vec4(vec3(line), 1.0);
      return;
    }
    shown_water = inside;
    Volume v = volume_in(camera.c, params.p.boxes[inside].optics, 1.0, level_over(eye.xz));
    vec3 beyond = texelFetch(lit, pixel, 0).rgb;
    float depth = bed;
    float path = params.p.boxes[inside].endless > 0.5 ? 1e4 : 60.0;
    if (depth > 0.0) path = distance(world_at(camera.c.inverse_view_projection, uv, depth), eye);
    color = vec4(seen_in_water(v, beyond, eye, along, path) * line, 1.0);
    return;
  }

  float depth = texelFetch(water_depth, pixel, 0).r;
  vec3 world = world_at(camera.c.inverse_view_projection, uv, depth);
  vec3 normal = octahedral_decode(water.xy);
  bool air = !in_water || water.w > 0.0;
  if (water.w < 0.0) normal = -normal;
  vec3 bent_back = facing_normal(normal, along);
  vec3 wavy = dot(normal, along) < -0.005 ? normal : bent_back;
  normal = bent_back;
  vec3 sun = camera.c.sun_direction.xyz;
  float sunlit = texelFetch(sunlit_map, pixel, 0).r;
  shown_water = int(water_index(water.w));
  WaterBox box = params.p.boxes[min(uint(shown_water), max_water_boxes - 1u)];
  Volume v = volume_of(box, mix(0.35, 1.0, sunlit), world);
  float jitter = ray_jitter(pixel);
  vec3 light;
  if (air) {
    vec3 below = scene_in_water(v, box, world, snell_refract(along, normal, 1.0 / v.index), in_water, 10);
    MeanMirror mirrors = mean_mirror(along, wavy, water.z, v.index);
    vec3 above = mirrored_light(world, along, mirrors.normal, jitter);
    reflection.rgb = above;
    refraction.rgb = below;
    light = seen_from_air(below, above, mirrors.share, along, normal, water.z, v.index, sunlit);
    // Falls are as thin over steep rock as they are tall: they do not fade.
    float scale = box.low.w > 0.0 ? box.low.w : 1.0;
    float thickness = bed > 0.0 ? mix((world.y - ground.y) / scale, 1.0, smoothstep(0.75, 0.5, normal.y)) : 1.0;
    float foam = foam_at(pixel, water_foam(water.w)) * smoothstep(0.0, 0.012, thickness);
    if (foam > 0.0)
      light = mix(light, foam_light(box.optics, foam_normal(pixel, normal, distance(world, eye), 0.02), sunlit, foam),
                                foam);
    if (normal.y > 0.5) light = shore(box, light, below, world, thickness, scale, bank, sunlit);
  } else {
    MeanWindow w = mean_window(along, wavy, water.z, v.index);
    vec3 below = vec3(0.0);
    float mirrored = 0.0;
    for (int i = 0; i < window_rays; ++i) {
      if (w.share[i] <= 0.0) continue;
      below += w.share[i] * scene_in_water(v, box, world, w.mirrored[i], in_water, 16);
      mirrored += w.share[i];
    }
    vec3 above = scene_outside(world, w.through, water.z, sunlit, jitter);
    reflection.rgb = below / max(mirrored, 1e-3);
    refraction.rgb = above;
    // As the scene beyond this surface is: the water on the way to the eye is lit.
    Volume way = volume_in(camera.c, box.optics, 1.0, level_over(eye.xz));
    light = seen_in_water(way, below + (1.0 - mirrored) * above, eye, along, distance(world, eye));
  }
  color = vec4(light * line, 1.0);
}
