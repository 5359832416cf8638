#include "passes/deferred/camera.h"
#include "deferred/fish_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { FishState v[]; } states;

void main() {
  int i = gl_VertexIndex * 8;
  vec3 local = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec2 uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
  vec3 world, normal;
  fish_pose(states.v[gl_InstanceIndex], local, vec3(0.0, 1.0, 0.0), uv, world, normal);
  gl_Position = camera.c.sun_matrix * vec4(world, 1.0);
}
