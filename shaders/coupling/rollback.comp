// Returns pending volume of strips with its momentum to the columns it came from, in equal parts, when a coupling ends. A
// thread owns a strip. DISCARDED: no receiver exists, and the momentum is discarded.
#pragma variants DISCARDED? BED_STEPS?
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) restrict buffer Strips { LedgerStrip v[]; } strips;
#ifdef DISCARDED
layout(binding = 1, scalar) coherent buffer Discarded { LedgerDiscarded l; } discarded;
#else
layout(binding = 1, scalar) coherent buffer Deposits { LedgerDeposit v[]; } deposits;  // of all columns
layout(binding = 2, scalar) coherent buffer Totals { CouplingTotals t; } totals;
#endif
#ifdef BED_STEPS
layout(binding = 3, scalar) readonly buffer Reaches { LedgerReach v[]; } reaches;
#endif
layout(push_constant, scalar) uniform ParamsBlock { RollbackParams p; } params;

LedgerReach reach_of(int strip) {
#ifdef BED_STEPS
  return reaches.v[strip];
#else
  bool high = (params.p.side & 1) == 1;
  int from = params.p.first + strip * params.p.per, to = min(from + params.p.per, params.p.first + params.p.count);
  ivec2 last = params.p.cells - 1;
  return LedgerReach(params.p.side < 2 ? ivec2(high ? last.x : 0, from) : ivec2(from, high ? last.y : 0), params.p.side, to - from);
#endif
}

// Part of an amount for the columns before the k-th of n.
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
  uvec2 pending = strips.v[i].pending, paid = uvec2(0u), across = uvec2(0u), along = uvec2(0u);
  across = (r.side & 1) == 1 ? strips.v[i].across : negated64(strips.v[i].across);
  along = strips.v[i].along;
#ifdef DISCARDED
  ACCUMULATE64(discarded.l.momentum[0], across_x ? across : along)
  ACCUMULATE64(discarded.l.momentum[2], across_x ? along : across)
  strips.v[i].across = strips.v[i].along = uvec2(0u);
#else
  for (int k = 0; k < r.count; ++k) {
    ivec2 c = r.column + (across_x ? ivec2(0, k) : ivec2(k, 0));
    uvec2 volume = part(pending, k, r.count), outwards = part(across, k, r.count), aside = part(along, k, r.count);
    int to = c.y * params.p.cells.x + c.x;
    ACCUMULATE64(deposits.v[to].volume, volume)
    ACCUMULATE64(deposits.v[to].along_x, across_x ? outwards : aside)
    ACCUMULATE64(deposits.v[to].along_z, across_x ? aside : outwards)
    paid = add64(paid, volume);
  }
  strips.v[i].pending = sub64(pending, paid);
  strips.v[i].given = sub64(strips.v[i].given, paid);
  strips.v[i].across = strips.v[i].along = uvec2(0u);
  ACCUMULATE64(totals.t.given, negated64(paid))
  ACCUMULATE64(totals.t.pending, negated64(paid))
#endif
}
