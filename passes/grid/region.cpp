#include "passes/grid/region.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace undine::grid {

void Region::describe(settings::Visitor& v) {
  v.value("center", center,
          {.help = "position relative to the grid's center along x and z", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("size", size,
          {.help = "extent along x and z; columns whose center lies inside, at least the nearest one",
           .unit = "m",
           .min = 0,
           .max = 1e7});
}

void describe_feed(settings::Visitor& v, Region& region, double& rate, Hydrograph& series) {
  v.object("region", region, {.help = "columns of the region"});
  v.value_or_series("rate", rate, series,
                    {.help = "discharge over the whole region; or a hydrograph [[seconds, rate], ...] with linear "
                             "interpolation, constant before and after",
                     .unit = "m³/s",
                     .min = 0,
                     .max = 1e9,
                     .live = true});
}

namespace {

Error outside(glm::dvec2 at, glm::dvec2 half, const std::string& where) {
  return Error(Exit::bad_input, where, fmt::format("[{:g}, {:g}] is outside the grid", at.x, at.y),
               fmt::format("from {:g} to {:g} along x, {:g} to {:g} along z", -half.x, half.x, -half.y, half.y));
}

}  // namespace

void check_reaches(glm::dvec2 center, glm::dvec2 half, glm::dvec2 size, glm::bvec2 periodic, const std::string& where) {
  for (int axis = 0; axis < 2; ++axis)
    if (!periodic[axis] && std::abs(center[axis]) >= 0.5 * size[axis] + half[axis])
      throw outside(center, 0.5 * size, where);
}

CellRange cells_in(const Region& region, glm::dvec2 size, glm::uvec2 cells, const std::string& where) {
  const glm::dvec2 cell = size / glm::dvec2(cells), corner = -0.5 * size;
  CellRange out;
  for (int axis = 0; axis < 2; ++axis)
    for (std::uint32_t i = 0; i < cells[axis]; ++i) {
      if (2 * std::abs(corner[axis] + cell[axis] * (i + 0.5) - region.center[axis]) > region.size[axis]) continue;
      if (out.count[axis]++ == 0) out.first[axis] = i;
    }
  if (out.count.x > 0 && out.count.y > 0) return out;
  const glm::dvec2 at = glm::floor((region.center - corner) / cell);
  if (glm::any(glm::lessThan(at, glm::dvec2(0))) || glm::any(glm::greaterThanEqual(at, glm::dvec2(cells))))
    throw outside(region.center, -corner, where);
  return {glm::uvec2(at), glm::uvec2(1)};
}

}  // namespace undine::grid
