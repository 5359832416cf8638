// Radiance of the water surface: reflection and refraction by Fresnel and Snell, absorption and in-scattering along
// the measured path through the water, and sun glint.
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "lib/water.glsl"
#include "water/ssr.glsl"
#include "water/volume.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 8) uniform sampler2D sunlit_map;
layout(binding = 2) uniform sampler2D lit;
layout(binding = 3) uniform sampler2D scene_depth;
layout(binding = 4) uniform sampler2D water_normal;
layout(binding = 5) uniform sampler2D water_depth;
layout(binding = 6) uniform sampler2D water_thickness;
layout(binding = 7) uniform sampler2D sky;
layout(binding = 9, scalar) uniform OpticsBlock { MeshOptics w; } optics;

layout(constant_id = 0) const bool screen_reflections = true;
layout(constant_id = 1) const bool eye_may_be_in_water = false;
layout(constant_id = 2) const bool has_water_sheet = false;
layout(binding = 10) uniform sampler2D water_sheet;  // meters of it under its surface, or under triangles before that
#include "water/air.glsl"
#include "water/foam.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 reflection;
layout(location = 2) out vec4 refraction;

// The scene along a ray that goes `thick` meters through water as `bent` and then on through air.
vec3 scene_through(vec3 from, vec3 along, vec3 bent, float thick, bool sheet) {
  vec3 eye = camera.c.eye.xyz;
  float scene = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
  vec3 solid = world_at(camera.c.inverse_view_projection, uv, max(scene, 1e-7));
  float ahead = scene > 0.0 ? distance(solid, eye) - distance(from, eye) - thick : 1e3;
  // Sheets let rays go on as they came, drops bend them twice: what can be either is between the two.
  vec3 leaving = sheet ? along : normalize(mix(along, bent, 0.5));
  vec3 guess = from + bent * thick + leaving * clamp(ahead, 0.0, 1e3);
  vec4 h = camera.c.view_projection * vec4(guess, 1.0);
  if (h.w <= camera.c.sun_direction.w) return textureLod(lit, uv, 0.0).rgb;
  vec2 at = clip_to_uv(h.xy / h.w);
  // Beyond the border the picture is mirrored, which hides that it ends.
  at = 1.0 - abs(1.0 - abs(at));
  float there = textureLod(scene_depth, at, 0.0).r;
  // Things before the water are not behind it: the straight view has to serve. Nor is what is blended with them, where the
  // water's edge is that of columns.
  float before = there;
  if (sheet) {
    vec4 around = textureGather(scene_depth, at);
    before = max(max(around.x, around.y), max(around.z, around.w));
  }
  if (before > texelFetch(water_depth, ivec2(gl_FragCoord.xy), 0).r) at = uv;
  if (there <= 0.0 && ahead > 0.0) return sky_radiance(sky, leaving);
  return textureLod(lit, at, 0.0).rgb;
}

// Meters of a sheet along a ray that goes through it as `bent`, up to what is solid; 0: there is none.
float way_through_sheet(ivec2 pixel, vec3 from, vec3 normal, vec3 bent) {
  float deep = has_water_sheet ? texelFetch(water_sheet, pixel, 0).r : 0.0;
  if (deep <= 0.0) return 0.0;
  float scene = texelFetch(scene_depth, pixel, 0).r;
  float solid = scene > 0.0 ? distance(world_at(camera.c.inverse_view_projection, uv, scene), from) : 1e3;
  return min(deep * max(normal.y, 0.0) / max(-dot(bent, normal), 0.1), solid);
}

// The scene under water that the surface over the eye mirrors, as far as the picture shows it.
vec3 scene_under(Volume v, vec3 from, vec3 direction) {
  float straight = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
  float reach = straight > 0.0 ? 2.2 * distance(world_at(camera.c.inverse_view_projection, uv, straight), from) + 0.3 : 3.0;
  ScreenRay ray = screen_ray(camera.c, from, direction, reach, 1.0);
  ScreenReceiver hit = screen_pierce(scene_depth, water_depth, camera.c, false, false, ray, 24);
  float path = 60.0;
  vec3 light = vec3(0.0);
  if (hit.depth > 0.0) {
    vec3 end = hit.found ? mix(ray.from, ray.to, hit.at) : vec3(hit.uv, hit.depth);
    path = distance(world_at(camera.c.inverse_view_projection, end.xy, end.z), from);
    light = textureLod(lit, hit.uv, 0.0).rgb;
  }
  return seen_in_water(v, light, from, direction, path);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  vec3 eye = camera.c.eye.xyz, sun = camera.c.sun_direction.xyz;
  vec3 along = view_ray(camera.c.inverse_view_projection, uv);
  float thick = max(texelFetch(water_thickness, pixel, 0).r, 0.0);
  float depth = texelFetch(water_depth, pixel, 0).r;
  reflection = refraction = vec4(0.0, 0.0, 0.0, 1.0);
  bool in_water = eye_may_be_in_water && (depth <= 0.0 || water.w < 0.0);
  if (in_water && depth <= 0.0) {
    // Nothing but water between the eye and what is solid; or no water.
    Volume v = volume_in(camera.c, optics.w.of[0], 1.0, eye.y);
    color = vec4(seen_in_water(v, texelFetch(lit, pixel, 0).rgb, eye, along, thick), 1.0);
    return;
  }
  vec3 world = world_at(camera.c.inverse_view_projection, uv, depth);
  vec3 normal = facing_normal(octahedral_decode(water.xy), along);
  float sunlit = texelFetch(sunlit_map, pixel, 0).r;
  int index = clamp(int(abs(water.w)) - 1, 0, int(max_water_boxes) - 1);
  WaterOptics own = optics.w.of[index];
  Volume v = volume_in(camera.c, own, mix(0.35, 1.0, sunlit), world.y);
  float jitter = ray_jitter(pixel);
  if (in_water) {
    vec3 above = scene_outside(world, snell_refract(along, normal, v.index), water.z, sunlit, jitter);
    vec3 below = scene_under(v, world, reflect(along, normal));
    reflection.rgb = below;
    refraction.rgb = above;
    color = vec4(seen_in_water(v, mix(above, below, fresnel_dielectric(-dot(normal, along), v.index)), eye, along,
                               distance(world, eye)), 1.0);
    return;
  }
  vec3 bent = snell_refract(along, normal, 1.0 / v.index);
  bool nappe = (optics.w.nappes >> uint(index) & 1u) != 0u;
  // Between parallel faces the bent way is shorter than the straight one, which is what was measured: to 2 %, within which
  // they are alike when seen straight on.
  if (nappe) thick *= min(1.02 * dot(along, normal) / min(dot(bent, normal), -0.1), 1.0);
  thick = max(thick, way_through_sheet(pixel, world, normal, bent));
  vec3 below = scene_through(world, along, bent, thick, nappe) * volume_transmit(v, thick) +
               volume_scatter(v, world, vec3(bent.x, min(bent.y, 0.0), bent.z), thick);
  vec3 above = scene_mirrored(world, along, normal, jitter);
  reflection.rgb = above;
  refraction.rgb = below;
  float mirrored = fresnel_dielectric(-dot(normal, along), 1.0 / v.index);
  vec3 light = seen_from_air(below, above, mirrored, along, normal, water.z, v.index, sunlit);
  float foam = foam_at(pixel, water_foam(water.w));
  if (foam > 0.0)
    light = mix(light, foam_light(own, foam_normal(pixel, normal, distance(world, eye), 0.02), sunlit, foam), foam);
  color = vec4(light, 1.0);
}
