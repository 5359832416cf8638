// Distributes the flow across the edge of columns to the cells beyond by overlap, as differences of rounded running sums, so
// that the total is exact. A cell gives at most max_drained_share of its depth; the rest stays pending. A thread owns a cell.
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Crossed { LedgerDeposit v[]; } crossed;
layout(binding = 1, scalar) restrict writeonly buffer Deposits { LedgerDeposit v[]; } deposits;
layout(binding = 2, scalar) coherent buffer Totals { CouplingTotals t; } totals;
layout(binding = 3, scalar) restrict buffer Pending { uvec2 v[]; } pending;  // to each cell; negative: by it
layout(constant_id = 0) const bool has_depth = false;
layout(binding = 4) readonly buffer Depth { float v[]; } depth;
layout(push_constant, scalar) uniform ParamsBlock { InterfaceDepositParams p; } params;

// Start of a cell in columns: adjacent cells agree to the last bit.
float begin_of(int cell) { return clamp(params.p.begin + float(cell) * params.p.ratio, 0.0, float(params.p.columns)); }

// Part of an amount before a place from 0 to 1 in its column.
uvec2 before(uvec2 amount, float place) {
  if (place >= 1.0) return amount;
  uint share = uint(max(place, 0.0) * 65536.0);
  return negative64(amount) ? negated64(shared64(negated64(amount), share)) : shared64(amount, share);
}

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.cells) return;
  float from = begin_of(i), to = begin_of(i + 1);
  LedgerDeposit sum = LedgerDeposit(uvec2(0u), uvec2(0u), uvec2(0u), uvec2(0u));
  int end = min(int(ceil(to)), params.p.columns);
  for (int k = int(from); k < end; ++k) {
    LedgerDeposit whole = crossed.v[k];
    float a = from - float(k), b = to - float(k);
    sum.volume = add64(sum.volume, sub64(before(whole.volume, b), before(whole.volume, a)));
    sum.along_x = add64(sum.along_x, sub64(before(whole.along_x, b), before(whole.along_x, a)));
    sum.along_z = add64(sum.along_z, sub64(before(whole.along_z, b), before(whole.along_z, a)));
  }
  ACCUMULATE64(totals.t.given, sum.volume)
  uvec2 due = pending.v[i], rest = uvec2(0u);
  sum.volume = add64(sum.volume, due);
  if (has_depth && negative64(sum.volume)) {
    float there = max(depth.v[params.p.offset + i * params.p.stride], 0.0);
    uvec2 least = negated64(whole64(floor(max_drained_share * there * params.p.quanta)));
    if (negative64(sub64(sum.volume, least))) {
      rest = sub64(sum.volume, least);
      sum.volume = least;
    }
  }
  pending.v[i] = rest;
  ACCUMULATE64(totals.t.pending, sub64(rest, due))
  deposits.v[i] = sum;
  ACCUMULATE64(totals.t.momentum[0], sum.along_x)
  ACCUMULATE64(totals.t.momentum[2], sum.along_z)
}
