#include "passes/columns/embedded_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/columns/settings.h"

namespace undine::columns {

namespace {

constexpr double slack = 0.02;        // of a cell, by which a side may miss the line between columns
constexpr double band_spacings = 8;   // where the scene does not say
constexpr double least_spacings = 2;  // of a band

bool overlap(const EmbeddedCells& a, const EmbeddedCells& b) {
  return glm::all(glm::lessThan(a.first, b.first + b.count)) && glm::all(glm::lessThan(b.first, a.first + a.count));
}

}  // namespace

EmbeddedCells embedded_cells_of(const glm::uvec2& cells, const glm::dvec2& size, const glm::dvec3& origin,
                                const Room& room, const std::string& where, const std::string& ends) {
  const glm::dvec2 cell = size / glm::dvec2(cells), corner = glm::dvec2(origin.x, origin.z) - 0.5 * size;
  const glm::dvec2 low = (glm::dvec2(room.low.x, room.low.z) - corner) / cell,
                   high = (glm::dvec2(room.high.x, room.high.z) - corner) / cell;
  EmbeddedCells out;
  for (int axis = 0; axis < 2; ++axis) {
    const double first = std::round(low[axis]), last = std::round(high[axis]), n = cells[axis];
    const char* name = axis == 0 ? "x" : "z";
    if (low[axis] < -slack || high[axis] > n + slack)
      throw Error(Exit::bad_input, where,
                  fmt::format("{}: the inner domain extends beyond the columns along {}", ends, name),
                  fmt::format("within {:g} and {:g}", corner[axis], corner[axis] + size[axis]));
    if (std::abs(low[axis] - first) > slack || std::abs(high[axis] - last) > slack)
      throw Error(
          Exit::bad_input, where,
          fmt::format("{}: the sides of the inner domain do not coincide with column borders along {}", ends, name),
          fmt::format("from {:g} to {:g}", corner[axis] + first * cell[axis], corner[axis] + last * cell[axis]));
    out.first[axis] = static_cast<std::uint32_t>(first);
    out.count[axis] = static_cast<std::uint32_t>(last - first);
    out.open[2 * axis] = first > 0;
    out.open[2 * axis + 1] = last < n;
  }
  if (!std::ranges::any_of(out.open, [](bool open) { return open; }))
    throw Error(Exit::bad_input, where, ends + ": the inner domain covers all columns", "a smaller domain");
  return out;
}

std::optional<Room> nested_room(const Scene& scene, const CouplingSettings& e) {
  if (e.two_way || e.current) return {};
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

std::vector<EmbeddedCells> embedded_cells_in(const Scene& scene, const std::string& water, const glm::uvec2& cells,
                                             const glm::dvec2& size, const glm::dvec3& origin) {
  std::vector<EmbeddedCells> out;
  for (std::size_t i = 0; i < scene.exchanges.size(); ++i) {
    const CouplingSettings& e = scene.exchanges[i];
    std::optional<Room> room;
    if (e.two_way && e.from == water) {
      const auto to = std::ranges::find(scene.water, e.to, &WaterEntry::name);
      if (to != scene.water.end()) room = to->settings->room();
    } else if (e.to == water) {
      room = nested_room(scene, e);
    }
    if (!room) continue;  // or refused by the exchange
    const std::string where = fmt::format("{}: /exchanges/{}", scene.file.string(), i),
                      ends = fmt::format("\"{}\" to \"{}\"", e.from, e.to);
    const EmbeddedCells embedded = embedded_cells_of(cells, size, origin, *room, where, ends);
    for (const EmbeddedCells& other : out)
      if (overlap(embedded, other))
        throw Error(Exit::bad_input, where, ends + ": overlaps another embedded domain", "domains that do not overlap");
    out.push_back(embedded);
  }
  return out;
}

BufferZone buffer_zone_of(double given, double spacing, const glm::dvec2& room, const bool (&open)[4]) {
  BufferZone out{.least = least_spacings * spacing, .widest = 1e30};
  // Between sides that face each other there are a band at each and one that both look at.
  for (int axis = 0; axis < 2; ++axis)
    if (open[2 * axis] || open[2 * axis + 1]) out.widest = std::min(out.widest, room[axis] / 3);
  out.asked = given > 0 ? given : std::min(band_spacings * spacing, out.widest);
  // A tent over a whole even number of spacings: its sum over the particles' lattice is its integral.
  out.depth = out.least * std::floor(out.asked / out.least + 1e-6);
  return out;
}

Room EmbeddedDomain::behind_bands(double spacing) const {
  const glm::dvec2 size(all.high.x - all.low.x, all.high.z - all.low.z);
  const double depth = buffer_zone_of(given, spacing, size, open).depth;
  Room out = all;
  for (int axis = 0; axis < 2; ++axis) {
    if (open[2 * axis]) out.low[2 * axis] += depth;
    if (open[2 * axis + 1]) out.high[2 * axis] -= depth;
  }
  return out;
}

std::optional<EmbeddedDomain> embedded_domain_of(const Scene& scene, const std::string& water) {
  const auto e =
      std::ranges::find_if(scene.exchanges, [&](const CouplingSettings& s) { return s.two_way && s.to == water; });
  if (e == scene.exchanges.end()) return std::nullopt;
  const auto of = [&](const std::string& name) { return std::ranges::find(scene.water, name, &WaterEntry::name); };
  const auto from = of(e->from), to = of(water);
  if (from == scene.water.end() || to == scene.water.end()) return std::nullopt;
  const auto* columns = dynamic_cast<const ColumnsSettings*>(from->settings.get());
  const auto room = to->settings->room();
  if (!columns || !room) return std::nullopt;  // refused by the exchange
  const EmbeddedCells embedded =
      embedded_cells_of(columns->cells, columns->size, columns->origin, *room,
                        fmt::format("{}: /exchanges/{}", scene.file.string(), e - scene.exchanges.begin()),
                        fmt::format("\"{}\" to \"{}\"", e->from, e->to));
  EmbeddedDomain out{.all = *room, .given = e->band};
  std::ranges::copy(embedded.open, out.open);
  return out;
}

}  // namespace undine::columns
