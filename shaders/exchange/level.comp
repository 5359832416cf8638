// Levels of a grid along the line where columns end, in its first row, and what they are more on the line itself if they
// go on from two rows; between the two nearest cells. A thread owns a column at the edge.
#include "passes/exchange/exchange_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Heights { float v[]; } heights;
layout(binding = 1) writeonly restrict buffer Beyond { vec2 v[]; } beyond;  // over the columns' origin, m
layout(push_constant, scalar) uniform ParamsBlock { ExchangeLevelParams p; } params;

float height_at(int along, int row) {
  return heights.v[params.p.offset + params.p.line + row * params.p.inwards + along * params.p.stride];
}

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.columns) return;
  float at = clamp(params.p.begin + (float(i) + 0.5) * params.p.ratio - 0.5, 0.0, float(params.p.cells - 1));
  int low = min(int(at), params.p.cells - 1), high = min(low + 1, params.p.cells - 1);
  float part = at - float(low), near = mix(height_at(low, 0), height_at(high, 0), part);
  float far = params.p.rows > 1 ? mix(height_at(low, 1), height_at(high, 1), part) : near;
  beyond.v[i] = vec2(params.p.scale * near + params.p.bias, params.p.scale * 0.5 * (near - far));
}
