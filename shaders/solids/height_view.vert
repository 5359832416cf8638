// Orthographic projection from above; samples at texel centers.
#include "passes/solids/height_view.h"
layout(binding = 0, scalar) readonly buffer Points { vec3 v[]; } points;
layout(push_constant, scalar) uniform ParamsBlock { HeightViewParams p; } params;
layout(location = 0) out float height;

void main() {
  vec3 x = points.v[gl_VertexIndex];
  vec2 samples = vec2(params.p.samples);
  vec2 at = (x.xz - params.p.low.xz) / params.p.size.xz * (samples - 1.0) + 0.5;
  height = x.y;
  float depth = clamp((x.y - params.p.low.y) / params.p.size.y, 0.0, 1.0);
  vec2 clip = at / samples * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, depth, 1.0);  // rows along z
}
