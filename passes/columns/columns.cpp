#include "passes/columns/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "engine/scene/scene.h"
#include "passes/columns/cut_columns.h"
#include "passes/columns/nested_cells.h"
#include "passes/grid/grid_file.h"
#include "passes/grid/heightmap.h"
#include "passes/grid/terrain_cover.h"
#include "passes/solids/solid_columns.h"

namespace undine::columns {

namespace {

class Grid {
 public:
  explicit Grid(const ColumnsSettings& s) : nx(s.cells.x), nz(s.cells.y), cell(s.cell()), corner(-0.5 * s.size) {}
  std::size_t count() const { return nx * nz; }
  glm::dvec2 middle(std::size_t at) const {  // from the middle of the grid
    return corner + cell * (glm::dvec2(at % nx, at / nx) + 0.5);
  }
  std::size_t nx, nz;
  glm::dvec2 cell, corner;
};

// Depths of one shape.
std::function<double(std::size_t)> depth_of(const ColumnsSettings& s, const Shape& shape, const Grid& grid,
                                            const std::vector<double>& bed, const std::string& where) {
  auto by_level = [&, base = shape.level - s.origin.y](std::size_t i) { return std::max(0.0, base - bed[i]); };
  auto deep = [=, depth = shape.depth](std::size_t i) { return depth > 0 ? depth : by_level(i); };
  switch (shape.kind) {
    case Shape::Kind::level:
      return by_level;
    case Shape::Kind::box:
      return [=, &shape, &grid](std::size_t i) {
        const glm::dvec2 off = glm::abs(grid.middle(i) - shape.center);
        return 2 * off.x <= shape.size.x && 2 * off.y <= shape.size.y ? deep(i) : 0.0;
      };
    case Shape::Kind::disc:
      return [=, &shape, &grid](std::size_t i) {
        return glm::length(grid.middle(i) - shape.center) <= shape.radius ? deep(i) : 0.0;
      };
    case Shape::Kind::npy:
      break;
  }
  grid::GridFile file = grid::read_grid(shape.file, where);
  if (file.nx != grid.nx || file.nz != grid.nz)
    throw Error(Exit::bad_input, where,
                fmt::format("{} has {} rows of {}", shape.file.filename().string(), file.nz, file.nx),
                fmt::format("{} rows of {}, as cells says", grid.nz, grid.nx));
  for (std::size_t i = 0; i < file.value.size(); ++i)
    if (file.value[i] < 0)
      throw Error(Exit::bad_input, where,
                  fmt::format("{} holds {} m at row {}, column {}", shape.file.filename().string(), file.value[i],
                              i / grid.nx, i % grid.nx),
                  "depths that are not negative");
  return [file = std::move(file)](std::size_t i) { return double(file.value[i]); };
}

void raise_gate(const ColumnsSettings& s, std::size_t k, const SceneContext& context, const std::vector<float>& ground,
                std::vector<float>& bed) {
  const std::string setting = fmt::format("gates/{}", k);
  const ColumnRange range = column_range(s, s.gates[k].region, context.setting(setting + "/region"));
  const auto top = static_cast<float>(s.gates[k].top - s.origin.y);
  float highest = -1e30f;
  bool stands = false;
  for (std::uint32_t z = 0; z < range.count.y; ++z)
    for (std::uint32_t x = 0; x < range.count.x; ++x) {
      const std::size_t i = std::size_t{range.first.y + z} * s.cells.x + range.first.x + x;
      highest = std::max(highest, ground[i]);
      stands |= ground[i] < top;
      bed[i] = std::max(bed[i], top);
    }
  if (!stands)
    throw Error(Exit::bad_input, context.setting(setting + "/top"),
                fmt::format("{:g} m is under the ground all along the gate", s.gates[k].top),
                fmt::format("a height over {:g} m", highest + s.origin.y));
}

// Columns that a nested grid replaces hold no water, and nothing feeds, drains or moves them.
void mark_nested(const ColumnsSettings& s, const SceneContext& context, Columns& out) {
  const std::size_t pitch = padded(s.cells.x, 4);
  for (const NestedCells& nested : nested_cells_in(*context.scene, context.name, s.cells, s.size, s.origin)) {
    if (out.floor.empty()) out.floor = out.bed;
    const auto refuse = [&](const std::string& setting) {
      throw Error(Exit::bad_input, context.setting(setting), "overlaps a nested grid", "a place outside of it");
    };
    const auto keep_off = [&](const auto& list, const char* name) {
      for (std::size_t k = 0; k < list.size(); ++k) {
        const std::string setting = fmt::format("{}/{}", name, k);
        const ColumnRange at = column_range(s, list[k].region, context.setting(setting + "/region"));
        if (glm::all(glm::lessThan(at.first, nested.first + nested.count)) &&
            glm::all(glm::lessThan(nested.first, at.first + at.count)))
          refuse(setting);
      }
    };
    if (s.rain > 0) refuse("rain");
    keep_off(s.gates, "gates");
    keep_off(s.sources, "sources");
    keep_off(s.drains, "drains");
    for (std::uint32_t z = 0; z < nested.count.y; ++z)
      for (std::uint32_t x = 0; x < nested.count.x; ++x) {
        const std::size_t i = (nested.first.y + z) * pitch + nested.first.x + x;
        out.bed[i] = column_wall;
        std::fill_n(&out.water[4 * i], 2, 0.0f);
      }
  }
}

}  // namespace

ColumnRange column_range(const ColumnsSettings& s, const Region& region, const std::string& where) {
  return grid::cells_in(region, s.size, s.cells, where);
}

std::vector<float> ground_of(const ColumnsSettings& s, const std::optional<Heightmap>& terrain) {
  const Grid grid(s);
  std::vector<float> out(grid.count(), 0.0f);
  if (!terrain || terrain->height.empty()) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const glm::dvec2 at = grid.middle(i);
    out[i] =
        static_cast<float>(grid::cell_height(*terrain, s.origin.x + at.x, s.origin.z + at.y, grid.cell) - s.origin.y);
  }
  return out;
}

std::optional<double> raise_solids(const ColumnsSettings& s, const Scene& scene, std::vector<float>& ground) {
  const Grid grid(s);
  const glm::dvec2 origin(s.origin.x, s.origin.z);
  const solids::SolidColumns solids(scene, origin + grid.middle(0), grid.cell, s.cells);
  if (!solids.any()) return {};
  constexpr double hangs = 0.02;  // of a column's width: what is nearer to the ground stands on it
  const double gap = hangs * std::min(grid.cell.x, grid.cell.y);
  std::optional<double> lowest;
  for (std::size_t i = 0; i < ground.size(); ++i) {
    const double bare = static_cast<double>(ground[i]), top = solids.top(i, s.origin.y + bare, gap) - s.origin.y;
    if (!(top > bare)) continue;
    ground[i] = static_cast<float>(top);
    lowest = std::min(lowest.value_or(top), top);
  }
  return lowest;
}

double gate_bottom(const ColumnsSettings& s, const ColumnRange& range, const std::vector<float>& ground) {
  constexpr double under = 0.02;  // meters
  float low = 1e30f;
  for (std::uint32_t z = 0; z < range.count.y; ++z)
    for (std::uint32_t x = 0; x < range.count.x; ++x)
      low = std::min(low, ground[std::size_t{range.first.y + z} * s.cells.x + range.first.x + x]);
  return low - under;
}

bool feeds_alike(const ColumnsSettings& a, const ColumnsSettings& b) {
  const auto alike = [](const SourceOrDrain& x, const SourceOrDrain& y) {
    return x.rate == y.rate && x.level == y.level && x.level_from == y.level_from && x.series == y.series;
  };
  return std::ranges::equal(a.sources, b.sources, alike) && std::ranges::equal(a.drains, b.drains, alike) &&
         (a.rain > 0) == (b.rain > 0);
}

Columns make_columns(const ColumnsSettings& s, const SceneContext& context, PartlySolid partly) {
  const Grid grid(s);
  const std::size_t count = grid.count();
  grid::check_covered(context, "size", {s.origin, s.size}, s.cells);
  Columns out;
  const std::size_t pitch = padded(grid.nx, 4);
  auto stored = [&](std::size_t i) { return i / grid.nx * pitch + i % grid.nx; };
  out.bed.resize(pitch * grid.nz);
  out.water.resize(4 * pitch * grid.nz);
  std::vector<float> ground = ground_of(s, context.terrain);
  const double low = *std::ranges::min_element(ground);
  double high = *std::ranges::max_element(ground);
  // Water behind solids overflows the lowest of them.
  if (solids::has_solids(context.scene)) {
    std::optional<double> top;
    if (partly == PartlySolid::cut) {
      CutColumns cut = cut_by_solids(s, *context.scene, ground);
      out.walls = std::move(cut.walls);
      top = cut.lowest;
    } else {
      top = raise_solids(s, *context.scene, ground);
    }
    out.walled = top.has_value();
    high = std::max(high, top.value_or(high));
  }
  if (!s.gates.empty()) out.ground = ground;
  for (std::size_t k = 0; k < s.gates.size(); ++k) raise_gate(s, k, context, out.ground, ground);
  // Depths fit the ground as it is stored, so that a lake at rest is level to the last bit.
  const std::vector<double> bed(ground.begin(), ground.end());
  std::vector<double> depth(count, 0.0);
  for (std::size_t i = 0; i < count; ++i) out.bed[stored(i)] = ground[i];
  for (std::size_t k = 0; k < s.initial.size(); ++k) {
    const Shape& shape = s.initial[k];
    if (shape.kind == Shape::Kind::box || shape.kind == Shape::Kind::disc)
      grid::check_reaches(shape.center, shape.kind == Shape::Kind::box ? 0.5 * shape.size : glm::dvec2(shape.radius),
                          s.size, {false, false}, context.setting(fmt::format("initial/{}/center", k)));
    const auto of = depth_of(s, s.initial[k], grid, bed, context.setting(fmt::format("initial/{}", k)));
    for (std::size_t i = 0; i < count; ++i) depth[i] = std::max(depth[i], of(i));
  }

  double level = low;
  out.lowest = low;
  for (std::size_t i = 0; i < count; ++i) {
    const auto whole = static_cast<float>(depth[i]);
    float* water = &out.water[4 * stored(i)];
    water[0] = whole;
    water[1] = static_cast<float>(depth[i] - whole);
    water[2] = 1;
    out.peak = std::max(out.peak, depth[i]);
    if (depth[i] > 0) level = std::max(level, bed[i] + depth[i]);
  }

  auto feed = [&]() -> std::vector<float>& {
    if (out.feed.empty())
      for (std::size_t i = 0; i < pitch * grid.nz; ++i) out.feed.insert(out.feed.end(), {0.0f, -1.0f, -1.0f, 0.0f});
    return out.feed;
  };
  auto side = [&](Edge edge, std::size_t first, std::size_t stride, std::size_t n) {
    if (edge != Edge::level) return;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = 4 * stored(first + k * stride);
      feed()[at + 1] = out.water[at];
    }
  };
  side(s.edges.west, 0, grid.nx, grid.nz);
  side(s.edges.east, grid.nx - 1, grid.nx, grid.nz);
  side(s.edges.north, 0, 1, grid.nx);
  side(s.edges.south, (grid.nz - 1) * grid.nx, 1, grid.nx);
  auto add = [&](const std::vector<SourceOrDrain>& list, const char* name, double sign, std::size_t slot) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      const ColumnRange range = column_range(s, list[k].region, context.setting(fmt::format("{}/{}/region", name, k)));
      const double columns = double(range.count.x) * double(range.count.y);
      const double rate = sign * (list[k].series.empty() ? list[k].rate : 0) / (grid.cell.x * grid.cell.y * columns);
      for (std::size_t c = 0; c < std::size_t{range.count.x} * range.count.y; ++c) {
        const std::size_t i = (range.first.y + c / range.count.x) * grid.nx + range.first.x + c % range.count.x;
        feed()[4 * stored(i)] += static_cast<float>(rate);
        if (list[k].level_from == SourceOrDrain::Level::none) continue;
        const double held = std::max(0.0, list[k].level_at(0) - s.origin.y - bed[i]);
        feed()[4 * stored(i) + slot] = static_cast<float>(held);
        if (slot == 1) level = std::max({level, bed[i] + held, list[k].highest_level() - s.origin.y});
      }
    }
  };
  add(s.sources, "sources", 1, 1);
  add(s.drains, "drains", -1, 2);

  const bool grows =
      s.rain > 0 || std::any_of(s.sources.begin(), s.sources.end(), [](auto& f) { return f.most() > 0; });
  out.deepest = std::max(level - low, grows ? high - low : 0.0);
  out.highest = level + (grows ? 0.1 * out.deepest : 0.0);
  // A flat ground that is only rained on still needs a depth to begin with.
  if (out.deepest == 0) out.deepest = 0.1 * std::min(grid.cell.x, grid.cell.y);
  if (context.scene) mark_nested(s, context, out);
  // Water of particles may rise as high as these can be.
  if (context.scene)
    for (const CouplingSettings& e : context.scene->exchanges)
      for (const WaterEntry& giver : context.scene->water)
        if (e.to == context.name && e.from == giver.name)
          if (const auto room = giver.settings->room())
            out.deepest = std::max(out.deepest, room->high.y - s.origin.y - out.lowest);
  return out;
}

}  // namespace undine::columns
