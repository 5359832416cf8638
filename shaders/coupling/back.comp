// Returns pending volume of strips to the columns that gave it, in even parts, when a coupling ends; with the momentum that
// belongs to it. A thread owns a strip. Strips of a region (REGION) may be owed by the columns: these give most of what
// they have at the most. LOST: nobody takes it, and its momentum is lost.
#pragma variants LOST? SILLS?, REGION
#include "lib/ledger.glsl"
#include "passes/coupling/exchange_params.h"
layout(local_size_x = 64) in;
#ifdef REGION
layout(binding = 0, scalar) restrict buffer Strips { RegionStrip v[]; } strips;
layout(binding = 4) readonly buffer Depth { float v[]; } depth;
#else
layout(binding = 0, scalar) restrict buffer Strips { LedgerStrip v[]; } strips;
#endif
#ifdef LOST
layout(binding = 1, scalar) coherent buffer Lost { LedgerLost l; } lost;
#else
layout(binding = 1, scalar) coherent buffer Gains { LedgerGain v[]; } gains;  // of all columns
layout(binding = 2, scalar) coherent buffer Tally { ExchangeTally t; } tally;
#endif
#if defined(SILLS) || defined(REGION)
layout(binding = 3, scalar) readonly buffer Reaches { LedgerReach v[]; } reaches;
#endif
layout(push_constant, scalar) uniform ParamsBlock { ExchangeBackParams p; } params;

LedgerReach reach_of(int strip) {
#if defined(SILLS) || defined(REGION)
  return reaches.v[strip];
#else
  bool high = (params.p.side & 1) == 1;
  int from = params.p.first + strip * params.p.per, to = min(from + params.p.per, params.p.first + params.p.count);
  ivec2 last = params.p.cells - 1;
  return LedgerReach(params.p.side < 2 ? ivec2(high ? last.x : 0, from) : ivec2(from, high ? last.y : 0), params.p.side, to - from);
#endif
}

// Part of an amount that goes to columns before the k-th of n.
uvec2 before(uvec2 amount, int k, int n) {
  if (k >= n) return amount;
  uint share = uint(k) * 65536u / uint(n);
  return negative64(amount) ? negated64(shared64(negated64(amount), share)) : shared64(amount, share);
}
uvec2 part(uvec2 amount, int k, int n) { return sub64(before(amount, k + 1, n), before(amount, k, n)); }

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.strips) return;
  LedgerReach r = reach_of(i);
  bool across_x = r.side < 2;
  uvec2 owed = strips.v[i].owed, paid = uvec2(0u), across = uvec2(0u), along = uvec2(0u);
#ifndef REGION
  across = (r.side & 1) == 1 ? strips.v[i].across : negated64(strips.v[i].across);
  along = strips.v[i].along;
#endif
#ifdef LOST
  ACCUMULATE64(lost.l.momentum[0], across_x ? across : along)
  ACCUMULATE64(lost.l.momentum[2], across_x ? along : across)
  strips.v[i].across = strips.v[i].along = uvec2(0u);
#else
  for (int k = 0; k < r.count; ++k) {
    ivec2 c = r.column + (across_x ? ivec2(0, k) : ivec2(k, 0));
    uvec2 volume = part(owed, k, r.count), outwards = part(across, k, r.count), aside = part(along, k, r.count);
#ifdef REGION
    float there = max(depth.v[c.y * params.p.depth_pitch + c.x], 0.0);
    uvec2 least = negated64(whole64(floor(exchange_drained * there * params.p.quanta)));
    if (negative64(volume) && negative64(sub64(volume, least))) volume = least;
#endif
    int to = c.y * params.p.cells.x + c.x;
    ACCUMULATE64(gains.v[to].volume, volume)
    ACCUMULATE64(gains.v[to].along_x, across_x ? outwards : aside)
    ACCUMULATE64(gains.v[to].along_z, across_x ? aside : outwards)
    paid = add64(paid, volume);
  }
  strips.v[i].owed = sub64(owed, paid);
#ifndef REGION
  strips.v[i].given = sub64(strips.v[i].given, paid);
  strips.v[i].across = strips.v[i].along = uvec2(0u);
#endif
  ACCUMULATE64(tally.t.given, negated64(paid))
  ACCUMULATE64(tally.t.owed, negated64(paid))
#endif
}
