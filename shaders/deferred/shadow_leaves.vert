#include "passes/deferred/camera.h"
#include "deferred/leaf_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { LeafState v[]; } states;
layout(push_constant, scalar) uniform Params { LeafLook p; } params;

void main() {
  int i = gl_VertexIndex * 8;
  vec3 local = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec3 world, normal;
  leaf_pose(states.v[gl_InstanceIndex], gl_InstanceIndex, params.p.shape, local, vec3(0.0, 1.0, 0.0), world, normal);
  gl_Position = camera.c.sun_matrix * vec4(world, 1.0);
}
