// Discharge through one side of an embedded domain in a clock step, where the outgoing characteristic of the columns meets
// that of the particles; at most critical. The particles' state is observed 1.5 bands behind the line and delayed by the
// travel time of waves. Whole quanta leave the border columns and become pending volume of the strip. A thread owns a strip.
#pragma variants OCCUPIED?
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Depth { float v[]; } depth;
layout(binding = 1, scalar) readonly buffer Sides { EmbeddedSide v[]; } sides;
layout(binding = 2) readonly buffer Bed { float v[]; } bed;
layout(binding = 3) readonly buffer Flow { float v[]; } flow;  // discharge: pairs
layout(binding = 4, scalar) readonly buffer Behind { EmbeddedObserved v[]; } behind;
layout(binding = 5, scalar) restrict buffer Strips { EmbeddedStrip v[]; } strips;
layout(binding = 6, scalar) writeonly restrict buffer Deposits { LedgerDeposit v[]; } deposits;
layout(binding = 7, scalar) coherent buffer Totals { CouplingTotals t; } totals;
#ifdef OCCUPIED
layout(binding = 8, scalar) readonly buffer Occupied { uint v[]; } occupied;  // of layers, by strips
#endif
layout(constant_id = 0) const bool has_heads = false;
layout(binding = 9) readonly buffer Heads { vec2 v[]; } heads;  // x: of hulls
layout(push_constant, scalar) uniform ParamsBlock { EmbeddedFluxParams p; } params;

const float least_free = 0.05;

// Depth and speed on the line between columns of depth `h` that move towards it by u and particles of depth `deep` and
// speed `drift`.
vec2 on_the_line(float h, float u, float deep, float drift) {
  float g = params.p.gravity, wave = sqrt(g * h), goes = u + 2.0 * wave, comes = drift - 2.0 * sqrt(g * max(deep, 0.0));
  if (u >= wave) return vec2(h, u);
  float celerity = max(0.25 * (goes - comes), 0.0), speed = 0.5 * (goes + comes);
  if (speed > celerity) speed = celerity = max(goes, 0.0) / 3.0;
  return vec2(celerity * celerity / g, max(speed, -celerity));
}

// Level of a volume over the bed behind a strip, in m. Space that solids and bodies occupy is excluded layer by layer, but
// never a whole layer.
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

// Delays depth and speed behind the strip by the travel time to the line; `water`: share of the depth that is water.
void follow(inout EmbeddedStrip s, float depth, float water, float speed) {
  float way = 1.5 * params.p.band / sqrt(params.p.gravity * max(water, 1e-6));
  float share = s.followed == 0 ? 1.0 : params.p.dt / (params.p.dt + way);
  s.level += (s.bed + depth - s.level) * share;
  s.drift += (speed - s.drift) * share;
  s.followed = 1;
}

void main() {
  int k = int(gl_GlobalInvocationID.x);
  EmbeddedSide side = sides.v[params.p.side];
  if (k >= side.strips) return;
  int from = k * params.p.columns / side.strips, to = (k + 1) * params.p.columns / side.strips;
  EmbeddedStrip s = strips.v[side.first + k];
  EmbeddedObserved seen = behind.v[side.first + k];
  float water = params.p.per_weight * float(seen.weight), beyond = max(water + params.p.per_pending * float64(s.pending), 0.0);
  follow(s, raised(beyond, side.first + k, s.bed), beyond, seen.weight > 0u ? float(seen.speed) / (embedded_speed * float(seen.weight)) : 0.0);
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
    float meters = line.x * line.y * params.p.dt * params.p.width / area;
    meters = clamp(meters, -most, max_drained_share * h);
    float quanta = roundEven(meters * area * ledger_per_cubic_meter);
    uvec2 whole = whole64(quanta);
    crossed = add64(crossed, whole);
    vec2 momentum = roundEven(-quanta * (line.y * params.p.inwards + u_along * vec2(params.p.along)));
    deposits.v[j] = LedgerDeposit(negated64(whole), whole64(momentum.x), uvec2(0u), whole64(momentum.y));
    sum += vec3(line.x, line.x * line.y, line.x * u_along);
  }
  s.pending = add64(s.pending, crossed);
  s.speed = sum.x > 0.0 ? sum.yz / sum.x : vec2(0.0);
  strips.v[side.first + k] = s;
  ACCUMULATE64(totals.t.given, crossed)
}
