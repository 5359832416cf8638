// Shadow casters with alpha-masked textures.
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) out vec2 uv;

void main() {
  int i = gl_VertexIndex * 8;
  vec3 position = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
  gl_Position = camera.c.sun_matrix * (params.p.model * vec4(position, 1.0));
}
