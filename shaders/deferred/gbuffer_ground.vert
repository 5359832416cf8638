// The terrain. SUBMERGED: clips ground far from all water.
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;
layout(binding = 7) uniform sampler2D near_water;
layout(constant_id = 0) const bool clipped = false;

layout(location = 0) out vec3 local_position;
layout(location = 1) out vec3 local_normal;
layout(location = 2) out vec2 uv;
out float gl_ClipDistance[1];

void main() {
  int i = gl_VertexIndex * 8;
  local_position = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  local_normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
  gl_Position = camera.c.view_projection * (params.p.model * vec4(local_position, 1.0));
  gl_ClipDistance[0] = clipped ? textureLod(near_water, uv, 0.0).r - 0.02 : 1.0;
}
