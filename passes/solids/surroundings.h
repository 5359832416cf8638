// Terrain skirt and backdrop: a block of earth, or land to the horizon.
#pragma once
#include "passes/models/shapes.h"

namespace undine {
struct SurroundingsSettings;
}

namespace undine::solids {

// The sides of the block that a terrain is cut from, and its underside; uv is that of the terrain's border.
TriangleMesh make_cut(const Heightmap& map);

// Land from the border to far beyond what a camera on it sees: the terrain mirrored at its borders, which goes on
// without a step or a bend, then hills of its heights. `settings.bank`: it rises above this from the border on, as the
// bank of a water that fills the map. uv goes on beyond 0..1. Loops of vertices about the border, denser near it.
TriangleMesh make_land(const Heightmap& map, const SurroundingsSettings& settings);

// Splits a land of make_land() at 0.6 of the map's shorter side from its border; only the near part casts shadows.
struct SplitLand {
  TriangleMesh near, far;
};
SplitLand split_land(const TriangleMesh& land, const Heightmap& map);

}  // namespace undine::solids
