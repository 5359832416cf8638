// What passes one side of a region in a clock step: the columns' discharge where their level is that of the particles in
// the strip (the characteristic that leaves the columns; critical where it falls away, critical at most where it comes in).
// Whole quanta leave the border columns and are owed to the strip. A thread owns a strip.
#include "lib/ledger.glsl"
#include "passes/exchange/exchange_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Depth { float v[]; } depth;
layout(binding = 1, scalar) readonly buffer Sides { RegionSide v[]; } sides;
layout(binding = 2) readonly buffer Bed { float v[]; } bed;
layout(binding = 3) readonly buffer Flow { float v[]; } flow;  // discharge: pairs
layout(binding = 4, scalar) readonly buffer Weights { uint v[]; } weights;
layout(binding = 5, scalar) restrict buffer Strips { RegionStrip v[]; } strips;
layout(binding = 6, scalar) writeonly restrict buffer Gains { LedgerGain v[]; } gains;
layout(binding = 7, scalar) coherent buffer Tally { ExchangeTally t; } tally;
layout(push_constant, scalar) uniform ParamsBlock { RegionFluxParams p; } params;

// Depth and speed on the line, of columns `h` deep that move towards it by u; beyond it water stands `kept` over their ground.
vec2 on_the_line(float h, float u, float kept) {
  float g = params.p.gravity, wave = sqrt(g * h);
  if (u >= wave) return vec2(h, u);
  float critical = max(u + 2.0 * wave, 0.0) / 3.0, least = critical * critical / g;
  if (kept <= least) return vec2(least, critical);
  float still = sqrt(g * kept);
  return vec2(kept, max(u + 2.0 * (wave - still), -still));
}

void main() {
  int k = int(gl_GlobalInvocationID.x);
  RegionSide side = sides.v[params.p.side];
  if (k >= side.strips) return;
  int from = k * params.p.columns / side.strips, to = (k + 1) * params.p.columns / side.strips;
  RegionStrip s = strips.v[side.first + k];
  float water = params.p.per_weight * float(weights.v[side.first + k]);
  float beyond = water + params.p.per_owed * float64(s.owed);
  float area = params.p.cell.x * params.p.cell.y, most = params.p.across * water / float(to - from);
  uvec2 crossed = uvec2(0u);
  vec3 sum = vec3(0.0);  // depth, discharge inwards and along
  float film = s.floor;
  for (int j = from; j < to; ++j) {
    ivec2 c = params.p.first + j * params.p.along;
    float h = max(depth.v[c.y * params.p.depth_pitch + c.x], 0.0);
    float ground = params.p.level + bed.v[c.y * params.p.bed_pitch + c.x];
    int at = c.y * params.p.flow_pitch + 2 * c.x;
    vec2 q = vec2(flow.v[at], flow.v[at + 1]), u = h > 1e-4 ? q / h : vec2(0.0);
    float u_along = dot(u, vec2(params.p.along));
    vec2 line = on_the_line(h, dot(u, params.p.inwards), s.floor + beyond - ground);
    float metres = line.x * line.y * params.p.dt * params.p.width / area;
    metres = clamp(metres, -most, exchange_drained * h);
    float quanta = roundEven(metres * area * ledger_per_cubic_metre);
    uvec2 whole = whole64(quanta);
    crossed = add64(crossed, whole);
    vec2 momentum = roundEven(-quanta * (line.y * params.p.inwards + u_along * vec2(params.p.along)));
    gains.v[j] = LedgerGain(negated64(whole), whole64(momentum.x), uvec2(0u), whole64(momentum.y));
    sum += vec3(line.x, line.x * line.y, line.x * u_along);
    film = max(film, ground);
  }
  s.owed = add64(s.owed, crossed);
  s.speed = sum.x > 0.0 ? sum.yz / sum.x : vec2(0.0);
  s.film = film;
  strips.v[side.first + k] = s;
  ACCUMULATE64(tally.t.given, crossed)
}
