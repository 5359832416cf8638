// Rectangles of a grid's cells, as scenes name them for sources, drains and gates.
#pragma once
#include <string>

#include "engine/settings/settings.h"
#include "passes/grid/hydrograph.h"

namespace undine::grid {

struct Region {
  glm::dvec2 center{0, 0}, size{0, 0};  // from the middle of the grid, m
  void describe(settings::Visitor& v);
};

// Settings of sources and drains of any grid: a region, and a rate or a hydrograph.
void describe_feed(settings::Visitor& v, Region& region, double& rate, Hydrograph& series);

struct CellRange {
  glm::uvec2 first{0}, count{0};
};
// Error at `where` for what does not reach into a grid of `size` whose middle is its origin: of axes that are not
// periodic.
void check_reaches(glm::dvec2 center, glm::dvec2 half, glm::dvec2 size, glm::bvec2 periodic, const std::string& where);

// Cells whose middle lies in the region; at least the one it points at. Error: outside the grid.
CellRange cells_in(const Region& region, glm::dvec2 size, glm::uvec2 cells, const std::string& where);

}  // namespace undine::grid
