#include "passes/columns/nested_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/columns/settings.h"

namespace undine::columns {

namespace {

constexpr double slack = 0.02;  // of a cell, by which a side may miss the line between columns

bool overlap(const NestedCells& a, const NestedCells& b) {
  return glm::all(glm::lessThan(a.first, b.first + b.count)) && glm::all(glm::lessThan(b.first, a.first + a.count));
}

}  // namespace

NestedCells nested_cells_of(const glm::uvec2& cells, const glm::dvec2& size, const glm::dvec3& origin, const Room& room,
                            const std::string& where, const std::string& ends) {
  const glm::dvec2 cell = size / glm::dvec2(cells), corner = glm::dvec2(origin.x, origin.z) - 0.5 * size;
  const glm::dvec2 low = (glm::dvec2(room.low.x, room.low.z) - corner) / cell,
                   high = (glm::dvec2(room.high.x, room.high.z) - corner) / cell;
  NestedCells out;
  for (int axis = 0; axis < 2; ++axis) {
    const double first = std::round(low[axis]), last = std::round(high[axis]), n = cells[axis];
    const char* name = axis == 0 ? "x" : "z";
    if (low[axis] < -slack || high[axis] > n + slack)
      throw Error(Exit::bad_input, where,
                  fmt::format("{}: the nested grid extends beyond the columns along {}", ends, name),
                  fmt::format("within {:g} and {:g}", corner[axis], corner[axis] + size[axis]));
    if (std::abs(low[axis] - first) > slack || std::abs(high[axis] - last) > slack)
      throw Error(
          Exit::bad_input, where,
          fmt::format("{}: the sides of the nested grid do not coincide with column borders along {}", ends, name),
          fmt::format("from {:g} to {:g}", corner[axis] + first * cell[axis], corner[axis] + last * cell[axis]));
    out.first[axis] = static_cast<std::uint32_t>(first);
    out.count[axis] = static_cast<std::uint32_t>(last - first);
    out.open[2 * axis] = first > 0;
    out.open[2 * axis + 1] = last < n;
  }
  if (!std::ranges::any_of(out.open, [](bool open) { return open; }))
    throw Error(Exit::bad_input, where, ends + ": the nested grid covers all columns", "a smaller nested grid");
  return out;
}

std::optional<Room> nested_room(const Scene& scene, const CouplingSettings& e) {
  if (e.current) return {};
  const auto columns = [&](const std::string& name) {
    const auto at = std::ranges::find(scene.water, name, &WaterEntry::name);
    return at == scene.water.end() ? nullptr : dynamic_cast<const ColumnsSettings*>(at->settings.get());
  };
  const ColumnsSettings *inner = columns(e.from), *outer = columns(e.to);
  if (!inner || !outer) return {};
  const auto flat = [](const glm::dvec3& p) { return glm::dvec2(p.x, p.z); };
  const glm::dvec2 low = flat(inner->origin) - 0.5 * inner->size, high = low + inner->size,
                   corner = flat(outer->origin) - 0.5 * outer->size;
  const glm::dvec2 shared = glm::min(high, corner + outer->size) - glm::max(low, corner);
  if (glm::any(glm::lessThan(shared, 0.5 * outer->cell()))) return {};
  return Room{{low.x, -1e6, low.y}, {high.x, 1e6, high.y}};
}

std::vector<NestedCells> nested_cells_in(const Scene& scene, const std::string& water, const glm::uvec2& cells,
                                         const glm::dvec2& size, const glm::dvec3& origin) {
  std::vector<NestedCells> out;
  for (std::size_t i = 0; i < scene.exchanges.size(); ++i) {
    const CouplingSettings& e = scene.exchanges[i];
    const std::optional<Room> room = e.to == water ? nested_room(scene, e) : std::nullopt;
    if (!room) continue;
    const std::string where = fmt::format("{}: /exchanges/{}", scene.file.string(), i),
                      ends = fmt::format("\"{}\" to \"{}\"", e.from, e.to);
    const NestedCells nested = nested_cells_of(cells, size, origin, *room, where, ends);
    for (const NestedCells& other : out)
      if (overlap(nested, other))
        throw Error(Exit::bad_input, where, ends + ": overlaps another nested grid",
                    "nested grids that do not overlap");
    out.push_back(nested);
  }
  return out;
}

}  // namespace undine::columns
