// Specialization constants of all kernels of columns: the sizes and edges of shaders/columns/grid.glsl.
#pragma once
#include <functional>

#include "engine/core/round.h"
#include "passes/columns/settings.h"
#include "passes/grid/edges.h"

namespace undine::columns {

// Columns in a row of the buffers.
inline std::uint32_t pitch_of(const ColumnsSettings& s) { return padded(s.cells.x, 4); }

template <class Node>
Node& tell_columns(Node& node, const ColumnsSettings& s) {
  return grid::tell_grid(node, s.cells, s.edges, std::identity{});
}

}  // namespace undine::columns
