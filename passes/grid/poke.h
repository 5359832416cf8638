#ifndef PASSES_GRID_POKE_H
#define PASSES_GRID_POKE_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::grid)

// Profile of a poke: 1 in the middle, 0 at the rim. s = (r / radius)^2. Popov's paraboloid, or one without net volume.
SHARED float poke_profile(float s, int neutral) {
  if (s >= 1.0f) return 0.0f;
  return neutral != 0 ? (1.0f - s) * (1.0f - 3.0f * s) : 1.0f - s;
}

SHARED_END
#endif
