#pragma variants MAPPED
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
#ifdef MAPPED
layout(binding = 17, scalar) readonly buffer Tangents { vec4 v[]; } tangents;
layout(location = 6) out vec4 tangent;
#endif
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) out vec3 local_position;
layout(location = 1) out vec3 local_normal;
layout(location = 2) out vec2 uv;

void main() {
  int i = gl_VertexIndex * 8;
  local_position = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  local_normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
#ifdef MAPPED
  tangent = tangents.v[gl_VertexIndex + params.p.seed];
#endif
  gl_Position = camera.c.view_projection * (params.p.model * vec4(local_position, 1.0));
}
