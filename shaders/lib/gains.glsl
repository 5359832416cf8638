// Rows of what came into the cells of a box. Needs lib/ledger.glsl.
layout(binding = 14, scalar) readonly buffer Gains { LedgerGain v[]; } gains;

LedgerGain gain_at(ivec2 at, ivec2 count) {
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, count)))
    return LedgerGain(uvec2(0u), uvec2(0u), uvec2(0u), uvec2(0u));
  return gains.v[at.y * count.x + at.x];
}
