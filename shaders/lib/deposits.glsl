// Deposits in the cells of a box. Needs lib/ledger.glsl.
layout(binding = 14, scalar) readonly buffer Deposits { LedgerDeposit v[]; } deposits;

LedgerDeposit deposit_at(ivec2 at, ivec2 count) {
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, count)))
    return LedgerDeposit(uvec2(0u), uvec2(0u), uvec2(0u), uvec2(0u));
  return deposits.v[at.y * count.x + at.x];
}

// Cell of an index into the box with a ring of one cell (LedgerList).
ivec2 ringed_at(uint place, ivec2 count) { return ivec2(int(place) % (count.x + 2), int(place) / (count.x + 2)) - 1; }

#ifndef NOTHING_DISCARDED
layout(constant_id = 8) const bool has_discarded = false;
layout(binding = 13, scalar) coherent buffer Discarded { LedgerDiscarded l; } discarded;

// Counts the deposited momentum that the grid discards: all but `gained`, m^2/s of discharge in units of `quantum`. The bed
// stops vertical motion.
void note_lost(LedgerDeposit gain, vec2 gained, float quantum) {
  if (!has_discarded) return;
  ACCUMULATE64(discarded.l.momentum[0], sub64(gain.along_x, whole64(roundEven(gained.x / quantum))))
  ACCUMULATE64(discarded.l.momentum[1], negated64(gain.down))
  ACCUMULATE64(discarded.l.momentum[2], sub64(gain.along_z, whole64(roundEven(gained.y / quantum))))
}
#endif
