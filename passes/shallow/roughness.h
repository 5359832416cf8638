// Manning's n of every column from a map ("manning_map").
//   .npy        (nz, nx) over the water's grid, s/m^(1/3)
//   PNG         over the water's grid; white is `manning`, black 0
//   .tif, .asc  over the scene's terrain, s/m^(1/3); cells without data have `manning`
// A column has the mean of the map's cells whose centers lie in it, or the nearest one.
#pragma once
#include <vector>

#include "passes/shallow/shallow_settings.h"

namespace undine::shallow {

// g n^2 per column, rows padded to a multiple of 4; empty: no map. Error(bad_input) at "manning_map": unreadable, not a
// map of numbers, negative or over 10, a raster without a terrain.
std::vector<float> roughness_of(const ShallowSettings& s, const SceneContext& context, double gravity);

}  // namespace undine::shallow
