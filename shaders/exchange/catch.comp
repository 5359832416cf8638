// Particles that dip under a grid's surface (dip.comp) become its water: volume and momentum go to the 2 x 2 cells around, by
// bilinear weights in whole quanta; the heaviest cell gets what is left over, so that sums are exact. A particle that has
// been taken has a density under 0 until the next sort leaves it out.
#include "exchange/dip.glsl"
#include "lib/ledger.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 1, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 2, scalar) readonly buffer Dipping { LedgerList s; uint list[]; } dipping;
layout(binding = 3) uniform sampler2D surface;  // x: elevation over the grid's origin, w: coverage
layout(constant_id = 0) const bool has_flow = false;
layout(binding = 4) uniform sampler2D flow;     // z: depth
layout(binding = 5, scalar) coherent buffer Gains { LedgerGain v[]; } gains;
layout(binding = 6, scalar) coherent buffer Tally { ExchangeTally t; } tally;
layout(binding = 7, scalar) coherent buffer Taken { uint v; } taken;
layout(binding = 8, scalar) coherent buffer Struck { LedgerList s; uint list[]; } struck;
layout(binding = 9, scalar) coherent buffer Stamps { uint v[]; } stamps;

// Lists 2 x 2 cells from `low` on of the box, and those beside them.
void list(ivec2 low) {
  for (int k = 0; k < 16; ++k) {
    ivec2 step_ = ivec2(k & 3, k >> 2);
    bool corner = (step_.x == 0 || step_.x == 3) && (step_.y == 0 || step_.y == 3);
    ivec2 at = low + step_;  // with the ring
    if (corner || any(lessThan(at, ivec2(0))) || any(greaterThan(at, params.p.count + 1))) continue;
    uint ringed = uint(at.y * (params.p.count.x + 2) + at.x);
    if (atomicExchange(stamps.v[ringed], params.p.stamp) == params.p.stamp) continue;
    uint place = atomicAdd(struck.s.count, 1u);
    struck.list[place] = ringed;
    if (place % ledger_group == 0u) atomicAdd(struck.s.groups.x, 1u);
  }
}

// A share of a signed amount.
uvec2 part(uvec2 amount, uint share) {
  return negative64(amount) ? negated64(shared64(negated64(amount), share)) : shared64(amount, share);
}

void give(uint i) {
  vec3 x = position.v[i].xyz;
  vec4 moving = velocity.v[i];
  vec2 at = dip_cell(x);
  ivec2 home = ivec2(at);
  bool wet = texelFetch(surface, home, 0).w > 0.5;
  uvec2 amounts[4];  // volume, and momentum along x, down, along z
  float whole = float64(params.p.particle);
  amounts[0] = params.p.particle;
  for (int k = 0; k < 3; ++k) amounts[k + 1] = whole64(roundEven(whole * (k == 1 ? -moving.y : moving[k])));
  ivec2 low = ivec2(floor(at - 0.5));
  uvec2 high_part = uvec2(clamp((at - 0.5 - vec2(low)) * 256.0, 0.0, 255.0));
  uint shares[4];
  int heaviest = 0;
  for (int k = 0; k < 4; ++k) {
    ivec2 c = low + ivec2(k & 1, k >> 1);
    uvec2 w = uvec2((k & 1) == 1 ? high_part.x : 256u - high_part.x, (k >> 1) == 1 ? high_part.y : 256u - high_part.y);
    // No water is put on a dry bank beside the water.
    bool takes = may_gain(c) && (c == home || texelFetch(surface, c, 0).w > 0.5 || !wet);
    // Nor on ground that lies higher.
    if (has_flow && takes && c != home) takes = texelFetch(surface, c, 0).x + params.p.level - texelFetch(flow, c, 0).z <= x.y + params.p.spacing;
    if (params.p.grounded == 0) takes = takes && texelFetch(surface, c, 0).w > 0.5;
    shares[k] = takes ? w.x * w.y : 0u;
    if (shares[k] > shares[heaviest]) heaviest = k;
  }
  uvec2 rest[4] = amounts;
  for (int k = 0; k < 4; ++k) {
    if (k == heaviest || shares[k] == 0u) continue;
    ivec2 c = low + ivec2(k & 1, k >> 1) - params.p.first;
    int to = c.y * params.p.count.x + c.x;
    uvec2 parts[4];
    for (int n = 0; n < 4; ++n) {
      parts[n] = part(amounts[n], shares[k]);
      rest[n] = sub64(rest[n], parts[n]);
    }
    ACCUMULATE64(gains.v[to].volume, parts[0])
    ACCUMULATE64(gains.v[to].along_x, parts[1])
    ACCUMULATE64(gains.v[to].down, parts[2])
    ACCUMULATE64(gains.v[to].along_z, parts[3])
  }
  ivec2 c = low + ivec2(heaviest & 1, heaviest >> 1) - params.p.first;
  int to = c.y * params.p.count.x + c.x;
  ACCUMULATE64(gains.v[to].volume, rest[0])
  ACCUMULATE64(gains.v[to].along_x, rest[1])
  ACCUMULATE64(gains.v[to].down, rest[2])
  ACCUMULATE64(gains.v[to].along_z, rest[3])
  list(low - params.p.first);
  ACCUMULATE64(tally.t.particles, uvec2(1u, 0u))
  ACCUMULATE64(tally.t.momentum[0], amounts[1])
  ACCUMULATE64(tally.t.momentum[1], negated64(amounts[2]))
  ACCUMULATE64(tally.t.momentum[2], amounts[3])
  atomicAdd(taken.v, 1u);
  velocity.v[i].w = -1.0;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < min(dipping.s.count, params.p.capacity)) give(dipping.list[i]);
}
