// Rows of what came into the cells of a box. Needs lib/ledger.glsl.
layout(binding = 14, scalar) readonly buffer Gains { LedgerGain v[]; } gains;

LedgerGain gain_at(ivec2 at, ivec2 count) {
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, count)))
    return LedgerGain(uvec2(0u), uvec2(0u), uvec2(0u), uvec2(0u));
  return gains.v[at.y * count.x + at.x];
}

// Index of a place in the box with its ring (LedgerList).
ivec2 ringed_at(uint place, ivec2 count) { return ivec2(int(place) % (count.x + 2), int(place) / (count.x + 2)) - 1; }

#ifndef NOTHING_LOST
layout(constant_id = 8) const bool has_lost = false;
layout(binding = 13, scalar) coherent buffer Lost { LedgerLost l; } lost;

// Momentum of what came to a cell that the grid does not keep: all but `gained`, m^2/s of discharge, of which `quantum`
// is one. What falls is stopped by what carries the water.
void note_lost(LedgerGain gain, vec2 gained, float quantum) {
  if (!has_lost) return;
  ACCUMULATE64(lost.l.momentum[0], sub64(gain.along_x, whole64(roundEven(gained.x / quantum))))
  ACCUMULATE64(lost.l.momentum[1], negated64(gain.down))
  ACCUMULATE64(lost.l.momentum[2], sub64(gain.along_z, whole64(roundEven(gained.y / quantum))))
}
#endif
