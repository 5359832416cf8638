#include "passes/columns/hollow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace undine::columns {

namespace {

constexpr double slack = 0.02;  // of a cell, by which a side may miss the line between columns

bool overlap(const Hollow& a, const Hollow& b) {
  return glm::all(glm::lessThan(a.first, b.first + b.count)) && glm::all(glm::lessThan(b.first, a.first + a.count));
}

}  // namespace

Hollow hollow_of(const glm::uvec2& cells, const glm::dvec2& size, const glm::dvec3& origin, const Room& room,
                 const std::string& where, const std::string& ends) {
  const glm::dvec2 cell = size / glm::dvec2(cells), corner = glm::dvec2(origin.x, origin.z) - 0.5 * size;
  const glm::dvec2 low = (glm::dvec2(room.low.x, room.low.z) - corner) / cell,
                   high = (glm::dvec2(room.high.x, room.high.z) - corner) / cell;
  Hollow out;
  for (int axis = 0; axis < 2; ++axis) {
    const double first = std::round(low[axis]), last = std::round(high[axis]), n = cells[axis];
    const char* name = axis == 0 ? "x" : "z";
    if (low[axis] < -slack || high[axis] > n + slack)
      throw Error(Exit::bad_input, where,
                  fmt::format("{}: the particles' domain reaches out of the columns along {}", ends, name),
                  fmt::format("within {:g} and {:g}", corner[axis], corner[axis] + size[axis]));
    if (std::abs(low[axis] - first) > slack || std::abs(high[axis] - last) > slack)
      throw Error(
          Exit::bad_input, where,
          fmt::format("{}: the sides of the particles' domain do not lie between columns along {}", ends, name),
          fmt::format("from {:g} to {:g}", corner[axis] + first * cell[axis], corner[axis] + last * cell[axis]));
    out.first[axis] = static_cast<std::uint32_t>(first);
    out.count[axis] = static_cast<std::uint32_t>(last - first);
    out.open[2 * axis] = first > 0;
    out.open[2 * axis + 1] = last < n;
  }
  if (!std::ranges::any_of(out.open, [](bool open) { return open; }))
    throw Error(Exit::bad_input, where, ends + ": the particles' domain leaves no columns around it",
                "a smaller domain");
  return out;
}

std::vector<Hollow> hollows_in(const Scene& scene, const std::string& water, const glm::uvec2& cells,
                               const glm::dvec2& size, const glm::dvec3& origin) {
  std::vector<Hollow> out;
  for (std::size_t i = 0; i < scene.exchanges.size(); ++i) {
    const ExchangeSettings& e = scene.exchanges[i];
    if (!e.two_way || e.from != water) continue;
    const auto to = std::ranges::find(scene.water, e.to, &WaterEntry::name);
    const auto room = to == scene.water.end() ? std::nullopt : to->settings->room();
    if (!room) continue;  // refused by the exchange
    const std::string where = fmt::format("{}: /exchanges/{}", scene.file.string(), i),
                      ends = fmt::format("\"{}\" to \"{}\"", e.from, e.to);
    const Hollow hollow = hollow_of(cells, size, origin, *room, where, ends);
    for (const Hollow& other : out)
      if (overlap(hollow, other))
        throw Error(Exit::bad_input, where, ends + ": overlaps the region of another exchange",
                    "domains that do not overlap");
    out.push_back(hollow);
  }
  return out;
}

}  // namespace undine::columns
