// Sizes and edges of grids, for settings and kernels.
#pragma once
#include <array>
#include <glm/glm.hpp>

#include "engine/settings/settings.h"

namespace undine::grid {

// An axis of a grid is periodic on both sides or on none. `x`, `z`: whether its lower and its upper side are.
void reject_half_periodic(settings::Visitor& v, std::array<bool, 2> x, std::array<bool, 2> z);

// Tells a kernel its grid: the constants of shaders/lib/grid.glsl. `number`: from an edge to its number there.
template <class Node, class Edges, class Number>
Node& tell_grid(Node& node, glm::uvec2 cells, const Edges& edges, Number number) {
  return node.constant("nx", cells.x)
      .constant("nz", cells.y)
      .constant("edge_west", static_cast<int>(number(edges.west)))
      .constant("edge_east", static_cast<int>(number(edges.east)))
      .constant("edge_north", static_cast<int>(number(edges.north)))
      .constant("edge_south", static_cast<int>(number(edges.south)));
}

}  // namespace undine::grid
