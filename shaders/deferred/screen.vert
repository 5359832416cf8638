#include "passes/deferred/camera.h"

layout(location = 0) out vec2 uv;

// Full-screen triangle.
void main() {
  uv = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
  gl_Position = vec4(uv_to_clip(uv), 0.0, 1.0);
}
