// A camera-facing quad around an airborne drop, elongated along its motion, and its scattered light.
#include "passes/deferred/camera.h"
#include "passes/spray/spray_params.h"
#include "passes/water/white_water.h"
#include "lib/sky.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
#include "lib/sun.glsl"
layout(push_constant, scalar) uniform ParamsBlock { WhiteWaterParams p; } params;
layout(binding = 1, scalar) readonly buffer ParticlesBlock { SprayParticle v[]; } particles;

layout(location = 0) out vec2 corner;
layout(location = 1) out flat vec4 light;  // w: optical depth in the middle
layout(location = 2) out flat vec2 depth;  // meters along the view: where it is, how thick it is

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  SprayParticle q = particles.v[gl_InstanceIndex];
  corner = corners[gl_VertexIndex];
  vec4 h = camera.c.view_projection * vec4(q.position, 1.0);
  light = vec4(0.0);
  depth = vec2(h.w, 1.0);
  gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  bool mist = q.kind == spray_mist;
  if (q.kind != spray_air && !mist || h.w <= lens_distance(camera.c.sun_direction.w)) return;
  float pixel = h.w * camera.c.viewport.w * 2.0 / abs(camera.c.projection[1][1]);  // meters
  // Many are small; and they come apart.
  float radius = mist ? q.part : params.p.radius * mix(0.18, 0.7, q.part * q.part) * (1.0 + 0.8 * min(q.age, 1.5));
  float drawn = max(radius, 0.8 * pixel);
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  vec2 seen = vec2(dot(right, q.velocity), dot(up, q.velocity)) * (0.5 * params.p.shutter);
  float way = length(seen);
  vec2 along = way > 1e-5 ? seen / way : vec2(1.0, 0.0);
  float stretch = 1.0 + min(way / drawn, 5.0);
  vec2 off = drawn * corner * vec2(stretch, 1.0);
  off = off.x * along + off.y * vec2(-along.y, along.x);
  vec3 world = q.position + right * off.x + up * off.y;
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
  vec3 sun = camera.c.sun_direction.xyz, view = normalize(q.position - camera.c.eye.xyz);
  float sunlit = sun_reaching(q.position, vec3(0.0, 1.0, 0.0));
  // Drops scatter forwards: against the sun they gleam.
  float ahead = max(dot(view, sun), 0.0), phase = 0.55 + 1.6 * ahead * ahead * ahead * ahead;
  vec3 sky_light = 0.5 * (sky_irradiance(camera.c.sky_sh, vec3(0.0, 1.0, 0.0)) + sky_irradiance(camera.c.sky_sh, -view));
  light.rgb = 0.9 * (camera.c.sun_radiance.rgb * (phase * sunlit) + sky_light) / 3.14159265;
  float part = radius / drawn;
  light.a = spray_point * part * part / stretch * white_fade(q.age, q.life);
  // As many fine drops as ever, in a larger puff; what lies behind the eye is not seen.
  if (mist)
    light.a *= min(mist_share * params.p.radius * params.p.radius / max(radius * radius, 1e-8), 16.0) * min(h.w / max(radius, 1e-4), 1.0);
  depth.y = max(drawn, 2.0 * params.p.radius);
}
