#include "engine/app/cli/import_terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/scene/terrain.h"
#include "engine/settings/settings_json.h"

namespace undine::cli {

namespace {

constexpr std::uint32_t most_columns = 512;  // on a side, unless told
constexpr double filled = 0.05;              // share of the ground that lies under the first water

// Two digits, rounded down.
double rounded(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::floor(x / unit) * unit;
}

glm::uvec2 columns_of(const Heightmap& map) {
  const double most = std::max(map.nx, map.nz), scale = std::min(1.0, most_columns / most);
  return glm::max(glm::uvec2(glm::round(scale * glm::dvec2(map.nx, map.nz))), glm::uvec2(2));
}

}  // namespace

ImportedLevel import_terrain(const std::filesystem::path& file, const std::string& name, glm::uvec2 cells) {
  ImportedLevel out;
  TerrainSettings terrain;
  terrain.heightmap = file;
  const files::Raster raster = load_ground(file);
  if (raster.geographic) {
    terrain.size = glm::round(geographic_size(raster));
    out.notes.emplace_back("cells in degrees: the size in meters holds in the middle of the map, WGS 84");
  }
  const Heightmap map = load_heightmap(terrain, file.string());
  const glm::dvec2 size = map.size + 2.0 * map.margin;
  if (cells == glm::uvec2(0)) cells = columns_of(map);
  std::vector<float> heights = map.height;
  const auto at = heights.begin() + static_cast<std::ptrdiff_t>(filled * static_cast<double>(heights.size()));
  std::ranges::nth_element(heights, at);
  const double level = *at, lowest = *std::ranges::min_element(map.height),
               highest = *std::ranges::max_element(map.height);
  const double depth = std::max(level - lowest, 1.0);
  const glm::dvec2 cell = size / glm::dvec2(cells);
  settings::Json scene{{"$schema", "scene.schema.json"}, {"version", 1}};
  scene["clock"] = {{"step", std::min(rounded(0.25 * std::min(cell.x, cell.y) / (2 * std::sqrt(9.81 * depth))), 1.0)}};
  scene["terrain"] = {{"heightmap", name}, {"surroundings", {{"shape", "land"}}}};
  if (terrain.size != glm::dvec2(0)) scene["terrain"]["size"] = {size.x, size.y};
  scene["water"] = settings::Json::array(
      {{{"name", "flood"},
        {"solver", "shallow"},
        {"cells", {cells.x, cells.y}},
        {"size", {size.x, size.y}},
        {"origin", {0, std::floor(lowest), 0}},
        {"manning", 0.035},
        {"edges", {{"-x", "open"}, {"+x", "open"}, {"-z", "open"}, {"+z", "open"}}},
        {"initial", settings::Json::array({{{"shape", "level"}, {"level", std::round(100 * level) / 100}}})}}});
  out.scene = scene.dump(2) + "\n";
  out.notes.push_back(fmt::format("{} x {} cells, {:.0f} x {:.0f} m, heights {:.2f} to {:.2f} m{}", map.nx, map.nz,
                                  size.x, size.y, lowest, highest,
                                  raster.projection.empty() ? std::string() : ", " + raster.projection));
  out.notes.push_back(fmt::format("water of {} x {} columns stands up to {:.2f} m, over a twentieth of the ground",
                                  cells.x, cells.y, level));
  return out;
}

}  // namespace undine::cli
