#include "passes/shallow/roughness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/scene/terrain.h"
#include "passes/columns/node.h"
#include "passes/grid/grid_file.h"

namespace undine::shallow {

namespace {

constexpr double most = 10;  // s/m^(1/3), as of "manning"

// A map of n, and its extent in the world.
struct Map {
  std::uint32_t nx = 0, nz = 0;
  std::vector<float> n;
  glm::dvec2 corner{0}, cell{0};

  double at(std::int64_t i, std::int64_t j) const {
    const auto column = static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, nx - 1));
    const auto row = static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, nz - 1));
    return static_cast<double>(n[row * nx + column]);
  }
  double mean(const glm::dvec2& middle, const glm::dvec2& size) const {
    const glm::dvec2 low = (middle - 0.5 * size - corner) / cell, high = (middle + 0.5 * size - corner) / cell;
    // Cells with centers i + 1/2 in [low, high).
    const auto first = [](double x) { return static_cast<std::int64_t>(std::ceil(x - 0.5 - 1e-9)); };
    double sum = 0, count = 0;
    for (std::int64_t j = first(low.y); j < first(high.y); ++j)
      for (std::int64_t i = first(low.x); i < first(high.x); ++i) sum += at(i, j), count += 1;
    if (count > 0) return sum / count;
    const glm::dvec2 place = glm::floor((middle - corner) / cell);
    return at(static_cast<std::int64_t>(place.x), static_cast<std::int64_t>(place.y));
  }
};

Map read_map(const ShallowSettings& s, const SceneContext& context, const std::string& where) {
  Map map;
  if (files::is_raster(s.manning_map)) {
    if (!context.terrain)
      throw Error(Exit::bad_input, where, "a raster covers the terrain, and the scene has none",
                  "a terrain, or .npy or PNG over the water's grid");
    const Heightmap& ground = *context.terrain;
    files::Raster raster = load_ground(s.manning_map);
    map.nx = raster.nx, map.nz = raster.nz, map.n = std::move(raster.values);
    for (float& n : map.n)
      if (std::isnan(n) || (raster.no_data && n == *raster.no_data)) n = static_cast<float>(s.manning);
    const glm::dvec2 size = ground.size + 2.0 * ground.margin;
    map.corner = glm::dvec2(ground.origin.x, ground.origin.z) - 0.5 * size;
    map.cell = size / glm::dvec2(map.nx, map.nz);
  } else {
    grid::GridFile file = grid::read_grid(s.manning_map, where);
    if (file.image)
      for (float& n : file.value) n *= static_cast<float>(s.manning);
    map.nx = file.nx, map.nz = file.nz, map.n = std::move(file.value);
    map.corner = glm::dvec2(s.origin.x, s.origin.z) - 0.5 * s.size;
    map.cell = s.size / glm::dvec2(map.nx, map.nz);
  }
  for (std::size_t i = 0; i < map.n.size(); ++i)
    if (!(map.n[i] >= 0 && map.n[i] <= most))
      throw Error(Exit::bad_input, where,
                  fmt::format("{} holds {} at row {}, column {}", s.manning_map.filename().string(), map.n[i],
                              i / map.nx, i % map.nx),
                  fmt::format("Manning's n from 0 to {} s/m^(1/3)", most));
  return map;
}

}  // namespace

std::vector<float> roughness_of(const ShallowSettings& s, const SceneContext& context, double gravity) {
  if (s.manning_map.empty()) return {};
  const Map map = read_map(s, context, context.setting("manning_map"));
  const std::size_t pitch = columns::pitch_of(s);
  const glm::dvec2 cell = s.cell(), corner = glm::dvec2(s.origin.x, s.origin.z) - 0.5 * s.size;
  std::vector<float> out(pitch * s.cells.y, 0.0f);
  for (std::uint32_t j = 0; j < s.cells.y; ++j)
    for (std::uint32_t i = 0; i < s.cells.x; ++i) {
      const double n = map.mean(corner + (glm::dvec2(i, j) + 0.5) * cell, cell);
      out[j * pitch + i] = static_cast<float>(gravity * n * n);
    }
  return out;
}

}  // namespace undine::shallow
