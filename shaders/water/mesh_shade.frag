// Light that leaves the water towards the eye: reflection and refraction by Fresnel and Snell, absorption and in-scatter
// along the measured way through it, and the sun's glint.
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"
#include "lib/shadow.glsl"
#include "lib/sky.glsl"
#include "water/ssr.glsl"
#include "water/volume.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 2) uniform sampler2D lit;
layout(binding = 3) uniform sampler2D scene_depth;
layout(binding = 4) uniform sampler2D water_normal;
layout(binding = 5) uniform sampler2D water_depth;
layout(binding = 6) uniform sampler2D water_thickness;
layout(binding = 7) uniform sampler2D sky;
layout(binding = 8) uniform sampler2DShadow shadow;
layout(push_constant, scalar) uniform ParamsBlock { WaterMeshParams p; } params;

layout(constant_id = 0) const bool screen_reflections = true;
#include "water/air.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// The scene along a ray that goes `thick` metres through water as `bent` and then on through air.
vec3 scene_through(vec3 from, vec3 along, vec3 bent, float thick) {
  vec3 eye = camera.c.eye.xyz;
  float scene = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
  vec3 solid = world_at(camera.c.inverse_view_projection, uv, max(scene, 1e-6));
  float ahead = scene > 0.0 ? distance(solid, eye) - distance(from, eye) - thick : 1e3;
  // Sheets let rays go on as they came, drops bend them twice: this is between the two.
  vec3 leaving = normalize(mix(along, bent, 0.5));
  vec3 guess = from + bent * thick + leaving * clamp(ahead, 0.0, 1e3);
  vec4 h = camera.c.view_projection * vec4(guess, 1.0);
  if (h.w <= camera.c.sun_direction.w) return textureLod(lit, uv, 0.0).rgb;
  vec2 at = clip_to_uv(h.xy / h.w);
  // Beyond the border the picture is mirrored, which hides that it ends.
  at = 1.0 - abs(1.0 - abs(at));
  float there = textureLod(scene_depth, at, 0.0).r;
  // Things before the water are not behind it: the straight view has to serve.
  if (there > texelFetch(water_depth, ivec2(gl_FragCoord.xy), 0).r) at = uv;
  if (there <= 0.0 && ahead > 0.0) return sky_radiance(sky, leaving);
  return textureLod(lit, at, 0.0).rgb;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  vec3 eye = camera.c.eye.xyz, sun = camera.c.sun_direction.xyz;
  vec3 along = view_ray(camera.c.inverse_view_projection, eye, uv);
  vec3 world = world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r);
  vec3 normal = octahedral_decode(water.xy);
  normal = facing_normal(normal, along);
  float thick = max(texelFetch(water_thickness, pixel, 0).r, 0.0);
  float sunlit = sun_shadow(shadow, camera.c.sun_matrix, world, normal, sun);

  Volume v;
  v.sigma = params.p.absorption.rgb;
  v.index = params.p.absorption.w;
  v.level = world.y;
  v.down = 1.0 / sqrt(1.0 - (1.0 - sun.y * sun.y) / (v.index * v.index));
  vec3 daylight = camera.c.sun_radiance.rgb * (params.p.entering * mix(0.35, 1.0, sunlit)) +
                  sky_irradiance(camera.c.sky_sh, vec3(0.0, 1.0, 0.0));
  v.glow = params.p.scatter.rgb * daylight / 3.14159265;

  float jitter = ray_jitter(pixel);
  vec3 mirrored = reflect(along, normal);
  // Facets that would mirror the water itself mirror its surroundings: one bounce more ends there.
  if (normal.y > 0.5) mirrored.y = abs(mirrored.y);
  vec3 above = scene_in_air(world + mirrored * 0.01, mirrored, 30.0, 20, jitter);
  vec3 bent = snell_refract(along, normal, 1.0 / v.index);
  vec3 below = scene_through(world, along, bent, thick) * volume_transmit(v, thick) +
               volume_scatter(v, world, vec3(bent.x, min(bent.y, 0.0), bent.z), thick);
  float f = fresnel_dielectric(-dot(normal, along), 1.0 / v.index);
  color = vec4(mix(below, above, f) + sun_glint(normal, -along, water.z, v.index) * sunlit, 1.0);
}
