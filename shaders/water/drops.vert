// A camera-facing quad around a droplet.
#include "passes/deferred/camera.h"
#include "passes/meshing/particle_surface_params.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, std430) readonly buffer DropsBlock { ParticleDrop v[]; } drops;

layout(location = 0) out vec3 world;
layout(location = 1) out flat vec4 drop_place;   // w: radius
layout(location = 2) out flat vec4 drop_motion;  // w: stretch

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  drop_place = drops.v[gl_InstanceIndex].place;
  drop_motion = drops.v[gl_InstanceIndex].motion;
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  // As long as the drop is along its motion, as the eye sees it.
  vec2 seen = vec2(dot(right, drop_motion.xyz), dot(up, drop_motion.xyz));
  float seen_length = length(seen);
  vec2 along = seen_length > 1e-3 ? seen / seen_length : vec2(1.0, 0.0);
  float stretch = 1.0 + (drop_motion.w - 1.0) * seen_length;
  vec2 corner = corners[gl_VertexIndex] * (1.1 * drop_place.w) * vec2(stretch, 1.0);
  corner = corner.x * along + corner.y * vec2(-along.y, along.x);
  world = drop_place.xyz + right * corner.x + up * corner.y;
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
