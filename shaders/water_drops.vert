// A square towards the eye that holds a droplet.
#include "passes/camera.h"
#include "passes/water_mesh_params.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, std430) readonly buffer DropsBlock { vec4 v[]; } drops;
layout(push_constant, scalar) uniform ParamsBlock { WaterMeshParams p; } params;

layout(location = 0) out vec3 world;
layout(location = 1) out flat vec3 middle;

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  vec2 corner = corners[gl_VertexIndex] * (1.1 * params.p.radius);
  middle = drops.v[gl_InstanceIndex].xyz;
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  world = middle + right * corner.x + up * corner.y;
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
