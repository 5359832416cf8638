// Solid meshes that fill columns in part. A column that a wall cuts keeps the largest connected open part of its area,
// and each of its faces keeps the share of its length that lies between open parts. Round and oblique walls keep their
// shape that way.
//   storage   a column stores water over the open part of its area below the top of the solid, above it over all of it. No
//             column has less than cut_least_storage: a neighbor with an open face lends the rest, so that their sum is exact
//   depth     the stored depth is volume over the whole area of a column, so that volume is the sum of depths everywhere; the
//             level and the flow count with the depth over the open part (open_depth)
//   tight     walls are tight from an eighth of a column on: what lies behind one in the same column counts as solid
//   filled    a column that is open by less than cut_least_open is solid: its ground rises to the top of the solid
//   borders   faces at a side of the grid are open all along
// Source: faces and walls as in the cut-cell method [Causon et al. 2000].
#pragma once
#include <optional>
#include <vector>

#include "passes/columns/settings.h"

namespace undine::columns {

constexpr double cut_least_open = 0.05;    // of a column's area
constexpr double cut_least_storage = 0.5;  // the same: what half a column holds needs no shorter sub-steps

struct CutColumns {
  // Eight floats per column, rows padded to a multiple of 4; empty: no column is cut.
  //   0, 1  open share of the faces at -x and -z
  //   2     top over origin.y of what is solid in the column
  //   3     storage: share of the column's area
  //   4, 5  length of the wall over that of a face, times its normal into the solid: x (of faces across x), z
  std::vector<float> walls;
  std::optional<double> lowest;  // top of a solid over origin.y; nothing where none stands
};

// Stored depth of water that is `depth` meters deep over the open part; top: of the solid, over the ground.
double stored_depth(double depth, double storage, double top);

// Raises the ground (rows of nx, meters over origin.y) of filled columns. Errors name a mesh that is not closed.
CutColumns cut_by_solids(const ColumnsSettings& s, const Scene& scene, std::vector<float>& ground);

}  // namespace undine::columns
