// Light that leaves the water towards the eye: reflection and refraction by Fresnel and Snell, absorption and in-scatter
// along the measured way through it, and the sun's glint.
#include "passes/camera.h"
#include "passes/water_mesh_params.h"
#include "lib/optics.glsl"
#include "lib/shadow.glsl"
#include "lib/sky.glsl"
#include "lib/ssr.glsl"
#include "lib/volume.glsl"

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

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// What the screen knows of the scene along a ray in air, else the sky.
vec3 scene_in_air(vec3 from, vec3 direction, float jitter) {
  vec3 beyond = sky_radiance(sky, direction);
  if (!screen_reflections) return beyond;
  ScreenRay ray = screen_ray(camera.c, from, direction, 30.0, 1.0);
  vec4 hit = screen_march(scene_depth, camera.c, ray, 20, jitter, 0.06);
  if (hit.w < 0.5) return beyond;
  vec2 edge = min(hit.xy, 1.0 - hit.xy);
  return mix(beyond, textureLod(lit, hit.xy, 0.0).rgb, smoothstep(0.0, 0.08, min(edge.x, edge.y)));
}

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

vec3 sun_glint(vec3 n, vec3 view, float alpha2, float index) {
  vec3 sun = camera.c.sun_direction.xyz;
  float nl = dot(n, sun), nv = max(dot(n, view), 0.02);
  if (nl <= 0.0) return vec3(0.0);
  vec3 h = normalize(sun + view);
  float wide = min(alpha2 + 2.2e-5, 1.0);  // the disc's angular radius, as a wider lobe
  float lobe = ggx_density(clamp(dot(n, h), 0.0, 1.0), wide) * ggx_visibility(nv, nl, wide);
  float f = fresnel_dielectric(clamp(dot(view, h), 0.0, 1.0), 1.0 / index);
  return min(lobe * f * nl, 60.0) * camera.c.sun_radiance.rgb;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  vec3 eye = camera.c.eye.xyz, sun = camera.c.sun_direction.xyz;
  vec3 along = view_ray(camera.c.inverse_view_projection, eye, uv);
  vec3 world = world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r);
  vec3 normal = octahedral_decode(water.xy);
  // A facet that faces away from the eye is bent back until it just faces it.
  float facing = dot(normal, -along);
  if (facing < 0.03) normal = normalize(normal + (0.03 - facing) * -along);
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

  float jitter = 0.5 + 0.5 * fract(52.9829189 * fract(dot(vec2(pixel), vec2(0.06711056, 0.00583715))));
  vec3 mirrored = reflect(along, normal);
  // Facets that would mirror the water itself mirror its surroundings: one bounce more ends there.
  if (normal.y > 0.5) mirrored.y = abs(mirrored.y);
  vec3 above = scene_in_air(world + mirrored * 0.01, mirrored, jitter);
  vec3 bent = snell_refract(along, normal, 1.0 / v.index);
  vec3 below = scene_through(world, along, bent, thick) * volume_transmit(v, thick) +
               volume_scatter(v, world, vec3(bent.x, min(bent.y, 0.0), bent.z), thick);
  float f = fresnel_dielectric(-dot(normal, along), 1.0 / v.index);
  color = vec4(mix(below, above, f) + sun_glint(normal, -along, water.z, v.index) * sunlit, 1.0);
}
