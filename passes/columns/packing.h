// Workgroups of kernels with one thread per column: rectangles, or on narrow grids consecutive rows
// (shaders/columns/packed.glsl), so that few threads are idle.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>

#include "engine/core/round.h"

namespace undine::columns {

struct Packing {
  std::uint32_t row = 0;  // things in a row of packed threads; 0: rectangles
  glm::uvec3 groups{1};
};

// owned: along x and z. group: threads of a workgroup.
inline Packing packing_of(glm::uvec2 owned, glm::uvec2 group) {
  constexpr std::uint64_t most_groups = 65535;  // that Vulkan promises along an axis
  const std::uint64_t threads = std::uint64_t{group.x} * group.y, count = std::uint64_t{owned.x} * owned.y;
  const glm::uvec3 rectangles(groups_of(owned.x, group.x), groups_of(owned.y, group.y), 1);
  const std::uint64_t packed = (count + threads - 1) / threads;
  const bool narrow = 4 * std::uint64_t{rectangles.x} * rectangles.y > 5 * packed && packed <= most_groups;
  return narrow ? Packing{owned.x, {static_cast<std::uint32_t>(packed), 1, 1}} : Packing{0, rectangles};
}

// Workgroups and the constant of shaders/columns/packed.glsl, for kernels of 64 x 4 threads with one for each column.
template <class Node>
Node& over_columns(Node& node, glm::uvec2 cells) {
  const Packing packing = packing_of(cells, {64, 4});
  return node.constant("packed_row", static_cast<int>(packing.row))
      .groups({packing.groups.x, packing.groups.y, packing.groups.z});
}

}  // namespace undine::columns
