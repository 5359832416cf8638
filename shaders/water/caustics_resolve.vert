// The piece of the map of bent sunlight that light through one water can reach.
#include "passes/deferred/camera.h"
#include "passes/water/water_params.h"

layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;

layout(location = 0) out vec2 uv;

void main() {
  vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  vec2 clip = mix(params.p.footprint.xy, params.p.footprint.zw, corner);
  uv = clip_to_uv(clip);
  gl_Position = vec4(clip, 0.0, 1.0);
}
