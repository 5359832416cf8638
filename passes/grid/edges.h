// What the edges of grids have in common.
#pragma once
#include <array>

#include "engine/settings/settings.h"

namespace undine::grid {

// An axis of a grid is periodic on both sides or on none. `x`, `z`: whether its lower and its upper side are.
void reject_half_periodic(settings::Visitor& v, std::array<bool, 2> x, std::array<bool, 2> z);

}  // namespace undine::grid
