// Current and previous positions of leaves.
#include "passes/deferred/camera.h"
#include "passes/deferred/motion_params.h"
#include "deferred/leaf_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform MotionBlock { MotionParams m; } motion;
layout(binding = 3, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { LeafState v[]; } states;
layout(binding = 5, scalar) readonly buffer StatesBefore { LeafState v[]; } states_before;
layout(push_constant, scalar) uniform Params { LeafLook p; } params;
layout(location = 0) out vec4 now;
layout(location = 1) out vec4 before;
layout(location = 2) out flat int instance;

void main() {
  instance = gl_InstanceIndex;
  int i = gl_VertexIndex * 8;
  vec3 local = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec3 normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  vec3 world, world_before, unused;
  int leaf = gl_InstanceIndex;
  leaf_pose(states.v[leaf], leaf, params.p.shape, local, normal, world, unused);
  leaf_pose(states_before.v[leaf], leaf, params.p.shape, local, normal, world_before, unused);
  now = motion.m.now * vec4(world, 1.0);
  before = motion.m.before * vec4(world_before, 1.0);
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
