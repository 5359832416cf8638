// Dispatch sizes of the Poisson solver's kernels.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/core/round.h"
#include "engine/graph/shape.h"
#include "passes/poisson/poisson_params.h"

namespace undine::poisson {

// Rows per thread of the partial sums that the judge adds. They do not depend on the tiling of the other kernels.
constexpr std::uint32_t sum_rows = 32, load_rows = 8;
constexpr std::uint32_t vector_threads = 2048;
constexpr int small_cells = 80 * 64, small_across = 128;  // limits of levels that one workgroup solves

inline bool is_small(glm::ivec2 cells) {
  return cells.x * cells.y <= small_cells && std::max(cells.x, cells.y) <= small_across;
}

struct Group {
  std::uint32_t x, y;
};
inline Group group_of(std::uint32_t threads_x) { return threads_x > 16 ? Group{32, 2} : Group{8, 8}; }
inline Group row_group(const PoissonLevel& l) { return group_of(static_cast<std::uint32_t>(l.columns)); }

// Domains of a level's kernels: cells of one color, and cells of both, with their padding.
inline graph::Extent color_plane(const PoissonLevel& l) {
  return {4 * static_cast<std::uint32_t>(l.columns), static_cast<std::uint32_t>(l.cells.y), 1};
}
inline graph::Extent cell_plane(const PoissonLevel& l) {
  return {8 * static_cast<std::uint32_t>(l.columns), static_cast<std::uint32_t>(l.cells.y), 1};
}
inline std::array<std::uint32_t, 3> row_size(const PoissonLevel& l, std::uint32_t rows) {
  const Group g = row_group(l);
  return {groups_of(static_cast<std::uint32_t>(l.columns), g.x),
          groups_of(static_cast<std::uint32_t>(l.cells.y), rows * g.y), 1};
}
inline std::uint32_t parts_of(const PoissonLevel& l, std::uint32_t rows) {
  return static_cast<std::uint32_t>(l.columns) * groups_of(static_cast<std::uint32_t>(l.cells.y), rows);
}
inline std::uint64_t plane_bytes(const PoissonLevel& l) {
  return std::uint64_t{16} * static_cast<std::uint32_t>(l.columns) * static_cast<std::uint32_t>(l.cells.y);
}

}  // namespace undine::poisson
