// What every kernel of the pipe solver is told: the sizes and edges of shaders/pipes/grid.glsl.
#pragma once
#include <functional>

#include "engine/core/round.h"
#include "passes/grid/edges.h"
#include "passes/pipes/pipes_settings.h"

namespace undine::pipes {

// Columns in a row of the buffers.
inline std::uint32_t pipes_pitch(const PipesSettings& s) { return padded(s.cells.x, 4); }

template <class Node>
Node& pipes_node(Node& node, const PipesSettings& s) {
  return grid::tell_grid(node, s.cells, s.edges, std::identity{});
}

}  // namespace undine::pipes
