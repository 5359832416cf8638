// A camera-facing quad around a clump of foam or bubbles, elongated along its motion.
#include "passes/deferred/camera.h"
#include "passes/spray/spray_params.h"
#include "passes/water/white_water.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { WhiteWaterParams p; } params;
layout(binding = 1, scalar) readonly buffer ParticlesBlock { SprayParticle v[]; } particles;

layout(location = 0) out vec2 corner;
layout(location = 1) out flat vec4 place;  // w: radius
layout(location = 2) out flat vec2 look;   // optical depth in the middle; 1 under water
layout(location = 3) out flat vec4 motion;  // direction; w: length over width

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  SprayParticle q = particles.v[gl_InstanceIndex];
  corner = corners[gl_VertexIndex];
  place = vec4(0.0);
  look = vec2(0.0);
  motion = vec4(0.0, 1.0, 0.0, 1.0);
  gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  float away = (camera.c.view_projection * vec4(q.position, 1.0)).w;
  if (q.kind == spray_air || q.kind == spray_mist || away <= lens_distance(camera.c.sun_direction.w)) return;
  float pixel = away * camera.c.viewport.w * 2.0 / abs(camera.c.projection[1][1]);
  // Foam spreads as it ages, and thins as it does.
  float spread = 1.0 + 0.7 * q.age / q.life;
  // Most are small and dense, some wide and thin.
  float size = mix(0.6, 2.6, q.part * q.part * q.part);
  float radius = params.p.radius * size * spread, drawn = max(radius, 0.8 * pixel);
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  place = vec4(q.position, drawn);
  float way = length(q.velocity), stretch = 1.0 + min(0.5 * params.p.shutter * way / drawn, 5.0);
  if (way > 1e-5) motion = vec4(q.velocity / way, stretch);
  vec2 seen = vec2(dot(right, motion.xyz), dot(up, motion.xyz));
  float seen_length = length(seen);
  vec2 along = seen_length > 1e-3 ? seen / seen_length : vec2(1.0, 0.0);
  vec2 off = drawn * corner * vec2(1.0 + (motion.w - 1.0) * seen_length, 1.0);
  off = off.x * along + off.y * vec2(-along.y, along.x);
  float part = radius / drawn;
  look = vec2(foam_clump * part * part / (size * spread * spread * motion.w) * white_fade(q.age, q.life),
              q.kind == spray_bubble ? 1.0 : 0.0);
  gl_Position = camera.c.view_projection * vec4(q.position + right * off.x + up * off.y, 1.0);
}
