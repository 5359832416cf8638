#include "passes/grid/terrain_cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "engine/core/error.h"

namespace undine::grid {

void check_covered(const SceneContext& context, const char* setting, const Place& place, glm::uvec2 cells) {
  if (!context.terrain || context.terrain->height.empty() || context.terrain->goes_on) return;
  const Heightmap& map = *context.terrain;
  constexpr std::array<std::array<const char*, 2>, 2> sides{{{"-x", "+x"}, {"-z", "+z"}}};
  std::array<std::uint64_t, 2> covered{};
  std::string lacks;
  for (int axis = 0; axis < 2; ++axis) {
    const int world = 2 * axis;
    const double half = 0.5 * map.size[axis] + map.margin[axis], middle = map.origin[world];
    const double low = place.origin[world] - 0.5 * place.size[axis], cell = place.size[axis] / cells[axis];
    const double slack = 1e-9 * (std::abs(middle) + half + place.size[axis]);
    for (std::uint32_t i = 0; i < cells[axis]; ++i) {
      const double at = low + (i + 0.5) * cell;
      if (at >= middle - half - slack && at <= middle + half + slack) ++covered[static_cast<std::size_t>(axis)];
    }
    const std::array<double, 2> over{middle - half - low, low + place.size[axis] - middle - half};
    for (std::size_t k = 0; k < 2; ++k)
      if (over[k] > slack)
        lacks +=
            fmt::format("{}{:g} m at {}", lacks.empty() ? "" : ", ", over[k], sides[static_cast<std::size_t>(axis)][k]);
  }
  const std::uint64_t all = std::uint64_t{cells.x} * cells.y, bare = all - covered[0] * covered[1];
  if (bare == 0) return;
  throw Error(Exit::bad_input, context.setting(setting),
              fmt::format("the terrain does not reach under {} of {} columns ({:.3g} %): it lacks {}", bare, all,
                          100.0 * static_cast<double>(bare) / static_cast<double>(all), lacks),
              fmt::format("a terrain.size of [{:g}, {:g}] or more around [{:g}, {:g}], a smaller water, or \"beyond\": "
                          "\"border\" in terrain, which continues it at the height of its border",
                          place.size.x, place.size.y, place.origin.x, place.origin.z));
}

}  // namespace undine::grid
