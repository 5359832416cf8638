#ifndef PASSES_GRID_POKE_H
#define PASSES_GRID_POKE_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::grid)

// Profile of a drop or push: 1 in the middle, 0 at the rim. s = (r / radius)^2. Popov's paraboloid.
SHARED float poke_profile(float s) { return s >= 1.0f ? 0.0f : 1.0f - s; }

// Neutral profiles as a divergence, so that their sum over cells is 0 whatever the cells: through a face goes the part
// across it of offset * poke_stream(s), and div(offset (1 - s)^2 / 2) = (1 - s) (1 - 3 s). Times offset in meters: m.
SHARED float poke_stream(float s) { return s >= 1.0f ? 0.0f : 0.5f * (1.0f - s) * (1.0f - s); }

SHARED_END
#endif
