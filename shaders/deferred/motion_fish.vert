// Current and previous positions of fish, with their poses.
#include "passes/deferred/camera.h"
#include "passes/deferred/motion_params.h"
#include "deferred/fish_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform MotionBlock { MotionParams m; } motion;
layout(binding = 3, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { FishState v[]; } states;
layout(binding = 5, scalar) readonly buffer StatesBefore { FishState v[]; } states_before;
layout(location = 0) out vec4 now;
layout(location = 1) out vec4 before;
layout(location = 2) out flat int instance;

void main() {
  instance = gl_InstanceIndex;
  int i = gl_VertexIndex * 8;
  vec3 local = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec3 normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  vec2 uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
  vec3 world, world_before, unused;
  fish_pose(states.v[gl_InstanceIndex], local, normal, uv, world, unused);
  fish_pose(states_before.v[gl_InstanceIndex], local, normal, uv, world_before, unused);
  now = motion.m.now * vec4(world, 1.0);
  before = motion.m.before * vec4(world_before, 1.0);
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
