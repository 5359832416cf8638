// New depth of a column: what its pipes bring and take, sources and sinks. Both ends of a pipe compute the very same
// amount, and sums are kept with their rounding rest (two-sum [Knuth 1969]), so that no water is made or lost.
#include "lib/pipes_grid.glsl"
layout(binding = 0) uniform samplerBuffer water_now;
layout(binding = 1) uniform samplerBuffer flux;
layout(binding = 2) uniform samplerBuffer flow;
layout(binding = 3) writeonly restrict buffer WaterNext { vec2 v[]; } water_next;
#ifdef PIPES_FED
layout(binding = 4) uniform samplerBuffer feed;
#endif
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

void add(inout float sum, inout float rest, float x) {
  precise float s = sum + x;
  precise float v = s - sum;
  precise float lost = (sum - (s - v)) + (x - v);
  sum = s;
  rest += lost;
}

float share_of(ivec2 c) { return inside(c) ? texelFetch(flow, index_of(c)).x : 1.0; }

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  int i = index_of(c);
  vec2 h = texelFetch(water_now, i).xy;
  float mine = texelFetch(flow, i).x;
  vec4 straight = flow_straight(flux, c), diagonal = flow_diagonal(flux, c);
  float theirs[8] = float[](share_of(c + ivec2(1, 0)), share_of(c - ivec2(1, 0)), share_of(c + ivec2(0, 1)),
                            share_of(c - ivec2(0, 1)), share_of(c + ivec2(1, 1)), share_of(c - ivec2(1, 1)),
                            share_of(c + ivec2(-1, 1)), share_of(c + ivec2(1, -1)));
  float per_area = params.p.dt / (params.p.cell.x * params.p.cell.y);
  float sum = h.x, rest = h.y;
  for (int k = 0; k < 8; ++k) {
    float q = k < 4 ? straight[k] : diagonal[k - 4];
    precise float moved = (q * (q > 0.0 ? mine : theirs[k])) * per_area;
    add(sum, rest, -moved);
  }
  precise float spilt = (flow_over_edges(c, h.x, params.p) * mine) * per_area;
  add(sum, rest, -spilt);
  add(sum, rest, params.p.rain * params.p.dt);
  float taken = sum > 0.0 ? params.p.sink * params.p.dt : 0.0;
#ifdef PIPES_FED
  vec4 fed = texelFetch(feed, i);
  if (fed.x > 0.0) add(sum, rest, fed.x * params.p.dt);
  else taken -= fed.x * params.p.dt;
#endif
  precise float total = sum + rest;
  precise float lost = rest - (total - sum);
  if (taken >= total) {
    total = lost = 0.0;
  } else if (taken > 0.0) {
    float left = total, more = lost;
    add(left, more, -taken);
    total = left;
    lost = more;
  }
#ifdef PIPES_FED
  if (fed.y >= 0.0) total = fed.y, lost = 0.0;
  if (fed.z >= 0.0 && total > fed.z) total = fed.z, lost = 0.0;
#endif
  water_next.v[i] = vec2(total, lost);
}
