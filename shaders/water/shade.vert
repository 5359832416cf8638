// One triangle over the whole picture, and whether the eye is under the surface of the water that it may be in.
#include "passes/deferred/camera.h"
#include "passes/water/water_params.h"

layout(binding = 1, scalar) uniform ParamsBlock { ShadeParams p; } params;
layout(binding = 11) uniform sampler2D eye_surface;
layout(constant_id = 0) const bool has_eye_surface = false;

layout(location = 0) out vec2 uv;
layout(location = 1) out flat int submerged_eye;

void main() {
  uv = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
  gl_Position = vec4(uv_to_clip(uv), 0.0, 1.0);
  submerged_eye = 0;
  if (has_eye_surface) {
    vec4 column = texelFetch(eye_surface, params.p.eye_cell, 0);
    submerged_eye = int(column.w > 0.5 && column.x > params.p.eye_height);
  }
}
