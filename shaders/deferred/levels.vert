// One tile of the map of levels.
#include "passes/deferred/water_levels.h"

layout(push_constant, scalar) uniform ParamsBlock { LevelTileParams p; } params;

layout(location = 0) out vec2 uv;

void main() {
  uv = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  gl_Position = vec4(mix(params.p.clip.xy, params.p.clip.zw, uv), 0.0, 1.0);
}
