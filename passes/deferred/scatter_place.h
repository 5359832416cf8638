// Places instances on the terrain by the rules of "terrain.scatter". Deterministic: by the seeds alone.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/deferred/scatter_params.h"

namespace undine::deferred {

inline constexpr std::size_t most_scattered = std::size_t{1} << 18;  // instances of a scene
inline constexpr double most_scatter_cells = 1 << 24;                // candidates of an entry

// Instances of entry `kind` of terrain.scatter in the order of a grid over the terrain, one candidate a cell. Throws
// Error(bad_input) for more than `room` of them, and for a map that is not a picture.
std::vector<ScatterInstance> place_scatter(const Scene& scene, std::size_t kind, std::size_t room = most_scattered);

// Sorts instances along a curve that keeps neighbors together.
void sort_scatter(std::vector<ScatterInstance>& instances);

}  // namespace undine::deferred
