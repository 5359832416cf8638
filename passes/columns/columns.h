// Bed, initial depth, sources and drains of a grid of columns. Computed once on the CPU.
#pragma once
#include <optional>
#include <vector>

#include "passes/columns/settings.h"

namespace undine::columns {

struct Columns {
  // Rows of columns, padded to a multiple of 4.
  std::vector<float> bed;    // meters over origin.y
  std::vector<float> water;  // fours: depth in meters, its rounding rest, and two that the solver gives
  std::vector<float> feed;  // fours: rate in m/s, depth held (-1: none), most depth (-1: none), 0; empty: nothing feeds
  bool walled = false;      // solid meshes stand on the ground
  std::vector<float> walls;   // CutColumns::walls; empty: no column is cut
  std::vector<float> floor;   // bed under nested grids too (passes/columns/nested_cells.h); empty: there are none
  std::vector<float> ground;  // bed without gates, rows of nx; empty: there are no gates
  double highest = 0;         // level over origin.y under which water is drawn whole: initial water, held sources
  double peak = 0;            // deepest column at the beginning
  double lowest = 0;          // of the ground, over origin.y
  double deepest = 0;         // meters of water that initial levels, sources and terrain can bring about
};

// Columns that a solid mesh fills in part: solid or open by the line through their middle, or cut (cut_columns.h).
enum class PartlySolid { by_middle, cut };
// Errors name the setting: a file that cannot be read or has another size, a negative depth, a region outside the grid.
Columns make_columns(const ColumnsSettings& s, const SceneContext& context,
                     PartlySolid partly = PartlySolid::by_middle);

// True: sources and drains are equal, so make_columns() gives the same `feed`.
bool feeds_alike(const ColumnsSettings& a, const ColumnsSettings& b);

using ColumnRange = grid::CellRange;
// Columns whose middle lies in the region; at least the one it points at. Error: outside the grid.
ColumnRange column_range(const ColumnsSettings& s, const Region& region, const std::string& where);
// Heights over origin.y at the middles of the columns.
std::vector<float> ground_of(const ColumnsSettings& s, const std::optional<Heightmap>& terrain);
// Raises it to the top of the solid meshes that stand on it. Returns the lowest of these tops over origin.y; nothing
// where none stands. Errors name a mesh that is not closed.
std::optional<double> raise_solids(const ColumnsSettings& s, const Scene& scene, std::vector<float>& ground);
// Level to which a sluice gate sinks: just under the lowest ground that it stands on.
double gate_bottom(const ColumnsSettings& s, const ColumnRange& range, const std::vector<float>& ground);

}  // namespace undine::columns
