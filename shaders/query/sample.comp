// Samples a field at points: bilinear between cell centers.
#include "passes/query/query_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Field { float at[]; } field;
layout(binding = 1, scalar) readonly buffer Points { QueryPoint at[]; } points;
layout(binding = 2, scalar) writeonly buffer Values { vec4 at[]; } values;
layout(push_constant, scalar) uniform ParamsBlock { QueryParams p; } params;

vec4 stored(ivec2 cell) {
  cell = clamp(cell, ivec2(0), ivec2(params.p.cells) - 1);
  uint from = params.p.offset + uint(cell.y) * params.p.pitch + uint(cell.x) * params.p.components;
  vec4 v = vec4(0.0);
  for (uint c = 0u; c < params.p.components; ++c) v[c] = field.at[from + c];
  return v;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.count) return;
  QueryPoint q = points.at[i];
  vec4 low = mix(stored(q.cell), stored(q.cell + ivec2(1, 0)), q.share.x);
  vec4 high = mix(stored(q.cell + ivec2(0, 1)), stored(q.cell + ivec2(1, 1)), q.share.x);
  values.at[i] = params.p.scale * mix(low, high, q.share.y) + params.p.bias;
}
