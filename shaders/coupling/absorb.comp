// Absorbs particles below a grid's surface or near its ground. Volume and momentum go to 2 x 2 cells by bilinear weights, on
// waves to the cells of the particle's crater, in whole quanta; the particle's own cell gets the remainder, so sums are
// exact. An absorbed particle has a negative density until the next sort drops it.
// All workgroups clear the last clock step's deposits and list candidates, in any order. The last workgroup to finish
// deposits them, because candidates are few and each takes long.
#include "passes/coupling/coupling_params.h"
#include "lib/ledger.glsl"
#include "lib/meet.glsl"
#include "lib/wrap.glsl"
#include "passes/sph/sph_params.h"
layout(local_size_x = absorb_threads) in;
layout(binding = 0, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 1, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 2, scalar) coherent buffer Candidates { uint v[]; } candidates;
layout(binding = 3) uniform sampler2D surface;  // x: elevation over the grid's origin, w: coverage
layout(constant_id = 0) const bool has_flow = false;
layout(binding = 4) uniform sampler2D flow;     // z: depth
layout(binding = 5, scalar) coherent buffer Deposits { LedgerDeposit v[]; } deposits;
layout(binding = 6, scalar) coherent buffer Totals { CouplingTotals t; } totals;
layout(binding = 7, scalar) coherent buffer Taken { uint v; } taken;
layout(binding = 8, scalar) coherent buffer Touched { LedgerList s; uint list[]; } touched;
layout(binding = 9, scalar) coherent buffer Stamps { uint v[]; } stamps;
layout(binding = 10, scalar) readonly buffer Control { SphControl c; } control;
layout(push_constant, scalar) uniform ParamsBlock { AbsorbParams p; } params;

shared bool last;

vec2 candidate_cell(vec3 x) { return (x.xz - params.p.corner) / params.p.cell; }
// Cell inside the grid for a cell beyond its border: the opposite one along a periodic axis, else its mirror image.
ivec2 folded(ivec2 c) {
  ivec2 n = textureSize(surface, 0);
  for (int axis = 0; axis < 2; ++axis)
    if (params.p.periodic[axis] != 0)
      c[axis] = wrapped(c[axis], n[axis]);
    else
      c[axis] = clamp(c[axis] < 0 ? -1 - c[axis] : min(c[axis], 2 * n[axis] - 1 - c[axis]), 0, n[axis] - 1);
  return c;
}
bool may_gain(ivec2 c) { return all(greaterThanEqual(c, params.p.first)) && all(lessThan(c, params.p.first + params.p.count)); }

void forget(uint lane, uint lanes) {
  uint count = min(atomicAdd(touched.s.count, 0u), uint(touched.list.length()));
  for (uint k = lane; k < count; k += lanes) {
    int ringed = int(touched.list[k]), across = params.p.count.x + 2;
    ivec2 at = ivec2(ringed % across, ringed / across) - 1;
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, params.p.count))) continue;
    int cell = at.y * params.p.count.x + at.x;
    for (int word = 0; word < 2; ++word) {
      atomicExchange(deposits.v[cell].volume[word], 0u);
      atomicExchange(deposits.v[cell].along_x[word], 0u);
      atomicExchange(deposits.v[cell].down[word], 0u);
      atomicExchange(deposits.v[cell].along_z[word], 0u);
    }
  }
}

bool is_submerged(uint i) {
  if (velocity.v[i].w < 0.0) return false;
  vec3 x = position.v[i].xyz;
  vec2 at = candidate_cell(x);
  if (any(lessThan(x, params.p.low)) || any(greaterThan(x, params.p.high)) || !may_gain(ivec2(floor(at)))) return false;
  vec4 here = texelFetch(surface, ivec2(at), 0);
  bool wet = here.w > 0.5;
  if (!wet && params.p.grounded == 0) return false;
  float level = params.p.level + here.x, reach = level - absorb_depth * params.p.spacing;
  if (params.p.grounded != 0) {
    float depth = 0.0;
    if (has_flow && wet) depth = texelFetch(flow, ivec2(at), 0).z;
    reach = max(reach, level - depth + ground_clearance * params.p.spacing);
  }
  return x.y < reach;
}

// Lists a cell of the box and its neighbors as touched.
void list(ivec2 cell) {
  const ivec2 beside[5] = ivec2[](ivec2(0), ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
  for (int k = 0; k < 5; ++k) {
    ivec2 at = cell + beside[k];
    for (int axis = 0; axis < 2; ++axis)
      if (params.p.periodic[axis] != 0 && params.p.count[axis] == textureSize(surface, 0)[axis])
        at[axis] = wrapped(at[axis], params.p.count[axis]);
    at += 1;  // with the ring
    uint ringed = uint(at.y * (params.p.count.x + 2) + at.x);
    if (atomicExchange(stamps.v[ringed], params.p.stamp) == params.p.stamp) continue;
    uint place = atomicAdd(touched.s.count, 1u);
    touched.list[place] = ringed;
    if (place % ledger_group == 0u) atomicAdd(touched.s.groups.x, 1u);
  }
}

// Share of a signed amount.
uvec2 part(uvec2 amount, uint share) {
  return negative64(amount) ? negated64(shared64(negated64(amount), share)) : shared64(amount, share);
}

// Radius in cells, along x and z, over which a particle is spread; 0: bilinear weights. On waves it is the radius of the
// crater with the drop's energy: rho g pi/4 R^4 = rho pi/6 d^3 v^2/2 [Engel 1966]. Narrower deposits would persist as
// spikes, because waves do not break.
vec2 spread_of(float down) {
  if (params.p.grounded != 0) return vec2(0.0);
  float d = params.p.spacing, deep = sqrt(sqrt(down * down / (3.0 * max(params.p.gravity, 1e-3) * d)));
  vec2 radius = d * max(deep, 1.0) / params.p.cell;
  return mix(vec2(0.0), min(radius, max_crater_cells), greaterThan(radius, vec2(0.75)));
}

// Weight of a cell along an axis, in units of 1/256; `low` is the first cell with a weight.
int weight_of(int cell, int low, float at, float spread) {
  if (spread <= 0.0) {
    int high_part = int(clamp((at - 0.5 - float(low)) * 256.0, 0.0, 255.0));
    return cell == low ? 256 - high_part : cell == low + 1 ? high_part : 0;
  }
  float begin = float(cell) - at;
  return int(256.0 * smoothstep(-spread, spread, begin + 1.0)) - int(256.0 * smoothstep(-spread, spread, begin));
}

// Deposits the kth cell's share of a particle; the particle's own cell gets the remainder.
void give(uint i, int k, int side) {
  vec3 x = position.v[i].xyz;
  vec4 moving = velocity.v[i];
  vec2 at = candidate_cell(x);
  ivec2 home = ivec2(at);
  bool wet = texelFetch(surface, home, 0).w > 0.5;
  vec2 spread = spread_of(moving.y);
  ivec2 low = ivec2(floor(at - max(spread, 0.5))), own = low + ivec2(k % side, k / side);
  bool rests = own == home;
  uvec2 amounts[4];  // volume, and momentum along x, down, along z
  float whole = float64(params.p.particle);
  amounts[0] = params.p.particle;
  for (int n = 0; n < 3; ++n) amounts[n + 1] = whole64(roundEven(whole * (n == 1 ? -moving.y : moving[n])));
  uvec2 rest[4] = amounts;
  int first = rests ? 0 : k, end = rests ? side * side : k + 1;
  bool gains_some = rests;
  for (int other = first; other < end; ++other) {
    ivec2 c = low + ivec2(other % side, other / side);
    if (c == home) continue;
    uint share = uint(weight_of(c.x, low.x, at.x, spread.x) * weight_of(c.y, low.y, at.y, spread.y));
    if (params.p.grounded == 0) c = folded(c);
    if (share == 0u || !may_gain(c)) continue;
    // Dry or higher ground beside the water receives nothing.
    bool takes = texelFetch(surface, c, 0).w > 0.5 || (!wet && params.p.grounded != 0);
    if (has_flow && takes) takes = texelFetch(surface, c, 0).x + params.p.level - texelFetch(flow, c, 0).z <= x.y + params.p.spacing;
    if (!takes) continue;
    gains_some = true;
    for (int n = 0; n < 4; ++n) {
      uvec2 given = part(amounts[n], share);
      rest[n] = rests ? sub64(rest[n], given) : given;
    }
  }
  if (!gains_some) return;
  ivec2 c = (params.p.grounded == 0 ? folded(own) : own) - params.p.first;
  int to = c.y * params.p.count.x + c.x;
  ACCUMULATE64(deposits.v[to].volume, rest[0])
  ACCUMULATE64(deposits.v[to].along_x, rest[1])
  ACCUMULATE64(deposits.v[to].down, rest[2])
  ACCUMULATE64(deposits.v[to].along_z, rest[3])
  list(c);
  if (!rests) return;
  ACCUMULATE64(totals.t.particles, uvec2(1u, 0u))
  ACCUMULATE64(totals.t.momentum[0], amounts[1])
  ACCUMULATE64(totals.t.momentum[1], negated64(amounts[2]))
  ACCUMULATE64(totals.t.momentum[2], amounts[3])
  atomicAdd(taken.v, 1u);
}

void main() {
  uint me = gl_LocalInvocationIndex, lane = gl_GlobalInvocationID.x, lanes = gl_NumWorkGroups.x * absorb_threads;
  forget(lane, lanes);
  uint count = min(control.c.count, params.p.capacity);
  for (uint i = lane; i < count; i += lanes)
    if (is_submerged(i)) candidates.v[atomicAdd(totals.t.found, 1u)] = i;
  meet_with_buffers();
  if (me == 0u) last = atomicAdd(totals.t.arrived, 1u) + 1u == gl_NumWorkGroups.x;
  barrier();
  if (!last) return;
  memoryBarrierBuffer();
  uint found = min(atomicAdd(totals.t.found, 0u), params.p.capacity);
  if (me == 0u) {
    atomicExchange(touched.s.count, 0u);
    atomicExchange(touched.s.groups.x, 0u);
    touched.s.groups.yz = uvec2(1u);
  }
  meet_with_buffers();
  if (me == 0u) {
    atomicExchange(totals.t.found, 0u);
    atomicExchange(totals.t.arrived, 0u);
  }
  uint side = params.p.grounded != 0 ? 2u : crater_side, cells = side * side;
  for (uint k = me; k < found * cells; k += absorb_threads) give(candidates.v[k / cells], int(k % cells), int(side));
  for (uint k = me; k < found; k += absorb_threads) velocity.v[candidates.v[k]].w = -1.0;
}
