// Columns that a nested grid of finer columns replaces: they are dry, and their bed is raised so that it acts as a
// wall. A coupling transfers the water across the sides.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/columns/columns_params.h"

namespace undine::columns {

struct NestedCells {
  glm::uvec2 first{0}, count{0};  // columns
  bool open[4] = {};              // sides -x +x -z +z with columns beyond them; else the grid ends there
};

// Columns of a grid whose center is at `origin` under the nested grid in `room`. Errors, at `where`: `ends` with what
// is wrong with the room: it reaches out of the grid, its sides do not lie between columns, or no columns are left
// around it.
NestedCells nested_cells_of(const glm::uvec2& cells, const glm::dvec2& size, const glm::dvec3& origin, const Room& room,
                            const std::string& where, const std::string& ends);

// The rectangle of a nested grid: columns `e.from` that lie over part of the columns `e.to`, by more than half a column
// of these along both axes. None: they lie beside them.
std::optional<Room> nested_room(const Scene& scene, const CouplingSettings& e);

// Nested grids in the columns named `water`, those of exchanges to it.
// Error: two that overlap.
std::vector<NestedCells> nested_cells_in(const Scene& scene, const std::string& water, const glm::uvec2& cells,
                                         const glm::dvec2& size, const glm::dvec3& origin);

}  // namespace undine::columns
