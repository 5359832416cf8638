#ifndef PASSES_SOLIDS_BED_PARAMS_H
#define PASSES_SOLIDS_BED_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::solids)

const float pond_blocked = 1e4f;
// Height of the bed where a solid passes through the surface, meters.
const float pond_bottomless = -1e4f;

SHARED_END
#endif
