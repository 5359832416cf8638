// Triangles of a solver's surface mesh: vertices are {vec4 position, vec4 normal}.
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, std430) readonly buffer VerticesBlock { vec4 data[]; } vertices;

layout(location = 0) out vec3 world;
layout(location = 1) out vec3 normal;

void main() {
  world = vertices.data[2 * gl_VertexIndex].xyz;
  normal = vertices.data[2 * gl_VertexIndex + 1].xyz;
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
