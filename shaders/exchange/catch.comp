// Particles that dip under a grid's surface, or lie on its ground, become its water: volume and momentum go to the 2 x 2
// cells around, by bilinear weights in whole quanta; the heaviest cell gets what is left over, so that sums are exact. A
// particle that has been taken has a density under 0 until the next sort leaves it out.
// All groups forget what came in the clock step before, and list the particles that dip, in any order: they are few, and
// what is done with them takes long. The group that is done last does that.
#include "passes/exchange/exchange_params.h"
#include "lib/ledger.glsl"
#include "lib/meet.glsl"
#include "passes/sph/sph_params.h"
layout(local_size_x = exchange_catchers) in;
layout(binding = 0, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 1, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 2, scalar) coherent buffer Dipping { uint v[]; } dipping;
layout(binding = 3) uniform sampler2D surface;  // x: elevation over the grid's origin, w: coverage
layout(constant_id = 0) const bool has_flow = false;
layout(binding = 4) uniform sampler2D flow;     // z: depth
layout(binding = 5, scalar) coherent buffer Gains { LedgerGain v[]; } gains;
layout(binding = 6, scalar) coherent buffer Tally { ExchangeTally t; } tally;
layout(binding = 7, scalar) coherent buffer Taken { uint v; } taken;
layout(binding = 8, scalar) coherent buffer Struck { LedgerList s; uint list[]; } struck;
layout(binding = 9, scalar) coherent buffer Stamps { uint v[]; } stamps;
layout(binding = 10, scalar) readonly buffer Control { SphControl c; } control;
layout(push_constant, scalar) uniform ParamsBlock { ExchangeCatchParams p; } params;

shared bool last;

vec2 dip_cell(vec3 x) { return (x.xz - params.p.corner) / params.p.cell; }
bool may_gain(ivec2 c) { return all(greaterThanEqual(c, params.p.first)) && all(lessThan(c, params.p.first + params.p.count)); }

void forget(uint lane, uint lanes) {
  uint count = min(atomicAdd(struck.s.count, 0u), uint(struck.list.length()));
  for (uint k = lane; k < count; k += lanes) {
    int ringed = int(struck.list[k]), across = params.p.count.x + 2;
    ivec2 at = ivec2(ringed % across, ringed / across) - 1;
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, params.p.count))) continue;
    int cell = at.y * params.p.count.x + at.x;
    for (int word = 0; word < 2; ++word) {
      atomicExchange(gains.v[cell].volume[word], 0u);
      atomicExchange(gains.v[cell].along_x[word], 0u);
      atomicExchange(gains.v[cell].down[word], 0u);
      atomicExchange(gains.v[cell].along_z[word], 0u);
    }
  }
}

bool dips(uint i) {
  if (velocity.v[i].w < 0.0) return false;
  vec3 x = position.v[i].xyz;
  vec2 at = dip_cell(x);
  if (any(lessThan(x, params.p.low)) || any(greaterThan(x, params.p.high)) || !may_gain(ivec2(floor(at)))) return false;
  vec4 here = texelFetch(surface, ivec2(at), 0);
  bool wet = here.w > 0.5;
  if (!wet && params.p.grounded == 0) return false;
  float level = params.p.level + here.x, reach = level - exchange_dip * params.p.spacing;
  if (params.p.grounded != 0) {
    float depth = 0.0;
    if (has_flow && wet) depth = texelFetch(flow, ivec2(at), 0).z;
    reach = max(reach, level - depth + exchange_ground * params.p.spacing);
  }
  return x.y < reach;
}

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
  uint me = gl_LocalInvocationIndex, lane = gl_GlobalInvocationID.x, lanes = gl_NumWorkGroups.x * exchange_catchers;
  forget(lane, lanes);
  uint count = min(control.c.count, params.p.capacity);
  for (uint i = lane; i < count; i += lanes)
    if (dips(i)) dipping.v[atomicAdd(tally.t.found, 1u)] = i;
  meet_with_buffers();
  if (me == 0u) last = atomicAdd(tally.t.arrived, 1u) + 1u == gl_NumWorkGroups.x;
  barrier();
  if (!last) return;
  memoryBarrierBuffer();
  uint found = min(atomicAdd(tally.t.found, 0u), params.p.capacity);
  if (me == 0u) {
    atomicExchange(struck.s.count, 0u);
    atomicExchange(struck.s.groups.x, 0u);
    struck.s.groups.yz = uvec2(1u);
  }
  meet_with_buffers();
  if (me == 0u) {
    atomicExchange(tally.t.found, 0u);
    atomicExchange(tally.t.arrived, 0u);
  }
  for (uint k = me; k < found; k += exchange_catchers) give(dipping.v[k]);
}
