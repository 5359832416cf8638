// Leaves as instances, one draw for all of a kind.
#include "passes/deferred/camera.h"
#include "deferred/leaf_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { LeafState v[]; } states;
layout(push_constant, scalar) uniform Params { LeafLook p; } params;

layout(location = 0) out vec3 world_normal;
layout(location = 1) out vec2 uv;
layout(location = 2) out vec3 local_position;
layout(location = 3) out flat int instance;

void main() {
  int i = gl_VertexIndex * 8;
  local_position = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec3 normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
  instance = gl_InstanceIndex;
  vec3 world;
  leaf_pose(states.v[instance], instance, params.p.shape, local_position, normal, world, world_normal);
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
