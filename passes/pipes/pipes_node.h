// What every kernel of the pipe solver is told: the sizes and edges of shaders/pipes/grid.glsl.
#pragma once
#include "passes/pipes/pipes_settings.h"

namespace undine::pipes {

// Columns in a row of the buffers.
inline std::uint32_t pipes_pitch(const PipesSettings& s) { return (s.cells.x + 3) / 4 * 4; }

template <class Node>
Node& pipes_node(Node& node, const PipesSettings& s) {
  auto edge = [](PipesEdge e) { return static_cast<std::int32_t>(e); };
  node.constant("nx", s.cells.x)
      .constant("nz", s.cells.y)
      .constant("edge_west", edge(s.edges.west))
      .constant("edge_east", edge(s.edges.east))
      .constant("edge_north", edge(s.edges.north))
      .constant("edge_south", edge(s.edges.south));
  return node;
}

}  // namespace undine::pipes
