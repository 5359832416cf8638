#ifndef PASSES_SOLIDS_BED_PARAMS_H
#define PASSES_SOLIDS_BED_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::solids)

const float pond_blocked = 1e4f;
// meters: height of the ground where something solid goes through the surface
const float pond_bottomless = -1e4f;

SHARED_END
#endif
