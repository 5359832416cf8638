// Levels of a grid along the line where columns end, in its first row, and what they are more on the line itself if they
// go on from two rows; between the two nearest cells. A thread owns a column at the edge.
#include "lib/ledger.glsl"
#include "passes/exchange/exchange_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Heights { float v[]; } heights;
layout(binding = 1) writeonly restrict buffer Beyond { vec2 v[]; } beyond;  // over the columns' origin, m
layout(binding = 2, scalar) readonly buffer Gains { LedgerGain v[]; } gains;  // that came in last
layout(binding = 3, scalar) readonly buffer Owed { uvec2 v[]; } owed;         // to each cell; negative: by it
layout(constant_id = 0) const bool has_heads = false;
layout(binding = 4) readonly buffer Heads { vec2 v[]; } heads;  // x: of hulls
layout(push_constant, scalar) uniform ParamsBlock { ExchangeLevelParams p; } params;

float height_at(int along, int row) {
  float height = heights.v[params.p.offset + row * params.p.inwards + along * params.p.stride];
  if (has_heads) height += heads.v[params.p.heads.x + row * params.p.heads.y + along * params.p.heads.z].x;
  return height;
}

// In the row at the line, on the mean over a step; with what is owed, so that a cell that cannot give it is asked for less.
float first_at(int along) {
  return params.p.scale * height_at(along, 0) - params.p.ahead * metres_of(gains.v[along].volume, params.p.metres).x +
         metres_of(owed.v[along], params.p.metres).x;
}

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.columns) return;
  float at = clamp(params.p.begin + (float(i) + 0.5) * params.p.ratio - 0.5, 0.0, float(params.p.cells - 1));
  int low = min(int(at), params.p.cells - 1), high = min(low + 1, params.p.cells - 1);
  float part = at - float(low), near = mix(first_at(low), first_at(high), part);
  float far = params.p.rows > 1 ? params.p.scale * mix(height_at(low, 1), height_at(high, 1), part) : near;
  beyond.v[i] = vec2(near + params.p.bias, 0.5 * (near - far));
}
