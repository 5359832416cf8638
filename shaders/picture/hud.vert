#include "passes/picture/hud_params.h"

layout(push_constant, scalar) uniform ParamsBlock { HudParams p; } params;
layout(binding = 0, scalar) readonly buffer VerticesBlock { HudVertex data[]; } vertices;

layout(location = 0) out vec2 uv;
layout(location = 1) out vec4 color;

void main() {
  HudVertex v = vertices.data[gl_VertexIndex];
  uv = v.uv;
  color = unpackUnorm4x8(v.color);
  vec2 at = v.position * params.p.inverse_size;
  gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);
}
