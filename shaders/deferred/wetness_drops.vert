// A quad in the terrain's wetness map around each water particle, or a subset.
#include "passes/deferred/wetness.h"
layout(push_constant, scalar) uniform ParamsBlock { WetDropsParams p; } params;
layout(binding = 0, std430) readonly buffer PositionBlock { vec4 v[]; } position;
layout(binding = 1, scalar) readonly buffer CountBlock { uint v; } count;
layout(location = 0) out vec2 corner;

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  uint i = wet_drops_step * gl_InstanceIndex;
  corner = corners[gl_VertexIndex];
  gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  if (i >= count.v) return;
  vec2 place = (position.v[i].xz + params.p.reach * corner - params.p.area.xy) / params.p.area.zw;
  gl_Position = vec4(vec2(2.0, -2.0) * place + vec2(-1.0, 1.0), wet_depth(position.v[i].y), 1.0);
}
