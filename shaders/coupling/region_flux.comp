// Discharge through one side of an embedded domain in a clock step: the discharge where the characteristic that leaves the columns meets the
// one that leaves the particles (critical where it falls away, critical at most where it comes in). The particles' is seen
// a band and a half behind the line, and comes to it as much later as waves need for that way.
// Whole quanta leave the border columns and are owed to the strip. A thread owns a strip.
#pragma variants OCCUPIED?
#include "lib/ledger.glsl"
#include "passes/coupling/exchange_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Depth { float v[]; } depth;
layout(binding = 1, scalar) readonly buffer Sides { RegionSide v[]; } sides;
layout(binding = 2) readonly buffer Bed { float v[]; } bed;
layout(binding = 3) readonly buffer Flow { float v[]; } flow;  // discharge: pairs
layout(binding = 4, scalar) readonly buffer Behind { RegionBehind v[]; } behind;
layout(binding = 5, scalar) restrict buffer Strips { RegionStrip v[]; } strips;
layout(binding = 6, scalar) writeonly restrict buffer Gains { LedgerGain v[]; } gains;
layout(binding = 7, scalar) coherent buffer Tally { ExchangeTally t; } tally;
#ifdef OCCUPIED
layout(binding = 8, scalar) readonly buffer Occupied { uint v[]; } occupied;  // of layers, by strips
#endif
layout(constant_id = 0) const bool has_heads = false;
layout(binding = 9) readonly buffer Heads { vec2 v[]; } heads;  // x: of hulls
layout(push_constant, scalar) uniform ParamsBlock { RegionFluxParams p; } params;

const float least_free = 0.05;

// Depth and speed on the line, of columns `h` deep that move towards it by u; from beyond come the depth `deep` and speed
// `drift`.
vec2 on_the_line(float h, float u, float deep, float drift) {
  float g = params.p.gravity, wave = sqrt(g * h), goes = u + 2.0 * wave, comes = drift - 2.0 * sqrt(g * max(deep, 0.0));
  if (u >= wave) return vec2(h, u);
  float celerity = max(0.25 * (goes - comes), 0.0), speed = 0.5 * (goes + comes);
  if (speed > celerity) speed = celerity = max(goes, 0.0) / 3.0;
  return vec2(celerity * celerity / g, max(speed, -celerity));
}

// Level of a volume over the bed behind a strip, in metres of an empty one: what solid things and bodies take
// is left out, layer by layer, and never all of one.
float raised(float water, int strip, float bed) {
#ifdef OCCUPIED
  float depth = 0.0;
  for (int k = max(int(floor((bed - params.p.low) / params.p.spacing + 0.5)), 0); k < params.p.layers; ++k) {
    float free = 1.0 - params.p.per_weight * float(occupied.v[strip * params.p.layers + k]) / params.p.spacing;
    free = clamp(free, least_free, 1.0);
    if (water <= free * params.p.spacing) return depth + water / free;
    water -= free * params.p.spacing;
    depth += params.p.spacing;
  }
  return depth + water;
#else
  return water;
#endif
}

// Depth and speed behind the strip become those that reach the line; `water`: what of the depth is water.
void follow(inout RegionStrip s, float depth, float water, float speed) {
  float way = 1.5 * params.p.band / sqrt(params.p.gravity * max(water, 1e-6));
  float share = s.followed == 0 ? 1.0 : params.p.dt / (params.p.dt + way);
  s.level += (s.bed + depth - s.level) * share;
  s.drift += (speed - s.drift) * share;
  s.followed = 1;
}

void main() {
  int k = int(gl_GlobalInvocationID.x);
  RegionSide side = sides.v[params.p.side];
  if (k >= side.strips) return;
  int from = k * params.p.columns / side.strips, to = (k + 1) * params.p.columns / side.strips;
  RegionStrip s = strips.v[side.first + k];
  RegionBehind seen = behind.v[side.first + k];
  float water = params.p.per_weight * float(seen.weight), beyond = max(water + params.p.per_owed * float64(s.owed), 0.0);
  follow(s, raised(beyond, side.first + k, s.bed), beyond, seen.weight > 0u ? float(seen.speed) / (region_speed * float(seen.weight)) : 0.0);
  float area = params.p.cell.x * params.p.cell.y, most = params.p.across * water / float(to - from);
  uvec2 crossed = uvec2(0u);
  vec3 sum = vec3(0.0);  // depth, discharge inwards and along
  for (int j = from; j < to; ++j) {
    ivec2 c = params.p.first + j * params.p.along;
    float h = max(depth.v[c.y * params.p.depth_pitch + c.x], 0.0);
    float ground = params.p.level + bed.v[c.y * params.p.bed_pitch + c.x];
    int at = c.y * params.p.flow_pitch + 2 * c.x;
    vec2 q = vec2(flow.v[at], flow.v[at + 1]), u = h > 1e-4 ? q / h : vec2(0.0);
    float u_along = dot(u, vec2(params.p.along));
    float stands = h;
    if (has_heads) stands += heads.v[c.y * params.p.heads_pitch + c.x].x;
    vec2 line = on_the_line(stands, dot(u, params.p.inwards), s.level - ground, s.drift);
    float metres = line.x * line.y * params.p.dt * params.p.width / area;
    metres = clamp(metres, -most, exchange_drained * h);
    float quanta = roundEven(metres * area * ledger_per_cubic_metre);
    uvec2 whole = whole64(quanta);
    crossed = add64(crossed, whole);
    vec2 momentum = roundEven(-quanta * (line.y * params.p.inwards + u_along * vec2(params.p.along)));
    gains.v[j] = LedgerGain(negated64(whole), whole64(momentum.x), uvec2(0u), whole64(momentum.y));
    sum += vec3(line.x, line.x * line.y, line.x * u_along);
  }
  s.owed = add64(s.owed, crossed);
  s.speed = sum.x > 0.0 ? sum.yz / sum.x : vec2(0.0);
  strips.v[side.first + k] = s;
  ACCUMULATE64(tally.t.given, crossed)
}
