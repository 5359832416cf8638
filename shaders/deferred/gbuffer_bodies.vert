// Bodies as instances: one draw per kind, transformed by their states.
#pragma variants MAPPED?
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "lib/bodies.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { BodyState v[]; } states;
#ifdef MAPPED
layout(binding = 17, scalar) readonly buffer Tangents { vec4 v[]; } tangents;
layout(location = 6) out vec4 tangent;
#endif
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) out vec3 local_position;
layout(location = 1) out vec3 local_normal;
layout(location = 2) out vec2 uv;
layout(location = 3) out vec3 world;
layout(location = 4) out flat vec4 rotation;
layout(location = 5) out flat int instance;

void main() {
  int i = gl_VertexIndex * 8;
  local_position = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  local_normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
#ifdef MAPPED
  tangent = tangents.v[gl_VertexIndex + params.p.seed];
#endif
  instance = gl_InstanceIndex;
  rotation = states.v[instance].rotation;
  world = states.v[instance].position + body_axes(rotation) * local_position;
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}
