// A pane of glass over the finished picture: reflection at both faces, and absorption along the path.
#pragma variants TEXTURED?
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/optics.h"
#include "lib/sky.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 5) uniform sampler2D sky;
#include "lib/sun.glsl"
#ifdef TEXTURED
layout(binding = 2) uniform sampler2DArray textures;
layout(binding = 16) uniform sampler2DArray maps;
layout(constant_id = 34) const bool has_maps = false;
#endif
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 color;

const float glass_index = 1.52;

// Meters that a ray goes through the pane, a box of half size color2.
float way_through(vec3 from, vec3 along) {
  vec3 half_size = params.p.color2.xyz;
  vec3 way = (half_size * sign(along) - from) / mix(along, vec3(1.0), lessThan(abs(along), vec3(1e-6)));
  way = mix(way, vec3(1e9), lessThan(abs(along), vec3(1e-6)));
  return max(min(way.x, min(way.y, way.z)), 0.0);
}

void main() {
  GBufferParams p = params.p;
  mat3 turn = mat3(p.model);
  vec3 world = (p.model * vec4(local_position, 1.0)).xyz;
  vec3 n = normalize(turn * local_normal), along = normalize(world - camera.c.eye.xyz);
  float facing = clamp(-dot(n, along), 1e-3, 1.0);
  // A thin plate: the sum over all reflections between its faces.
  float once = fresnel_dielectric(facing, 1.0 / glass_index), mirrors = 2.0 * once / (1.0 + once);
  vec3 inside = transpose(turn) * snell_refract(along, n, 1.0 / glass_index);
  // A thin pane of a model lets a share through, whatever its thickness.
  vec3 base = p.color.rgb;
  float share = p.cutoff;
#ifdef TEXTURED
  if (p.layer >= 0) base *= texture(textures, vec3(uv, float(p.layer))).rgb;
  if (has_maps && p.color2.w > 0.5) share *= texture(maps, vec3(uv, floor(p.color2.w - 0.5))).r;
#endif
  bool thin = p.cutoff > 0.0;
  vec3 kept = thin ? share * base : pow(max(base, vec3(1e-3)), vec3(10.0 * way_through(local_position, inside)));
  vec3 mirrored = reflect(along, n);
  vec3 sun = camera.c.sun_direction.xyz;
  float reaching = sun_reaching(world, n);
  vec3 light = sky_radiance(sky, mirrored) +
               sun_disc(mirrored, sun, camera.c.sun_radiance.rgb, camera.c.cloud_sheet.w) * reaching;
  // The pane scatters the color that it absorbs, from all around; a thin pane reflects what it does not transmit.
  vec3 around = sky_irradiance(camera.c.sky_sh, n) / 3.14159265;
  float passes = (1.0 - mirrors) * dot(kept, vec3(1.0 / 3.0));
  vec3 lit = around + camera.c.sun_radiance.rgb * (reaching * max(dot(n, sun), 0.0) / 3.14159265);
  vec3 own = (1.0 - mirrors) * base * (thin ? (1.0 - share) * lit : 0.5 * around * (1.0 - dot(kept, vec3(1.0 / 3.0))));
  color = vec4(min((mirrors * light + own) / max(1.0 - passes, 1e-4), vec3(60000.0)), 1.0 - passes);
}
