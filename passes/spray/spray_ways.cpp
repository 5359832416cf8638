#include "passes/spray/spray_ways.h"

#include <algorithm>

namespace undine::spray {
namespace {

constexpr double far_away = 1e6;

// Intersection of the boxes of a water and a coupling. Grids are unbounded vertically.
void hold(SprayWay& way, const Scene& scene, std::size_t water, const CouplingBox& box) {
  glm::dvec3 low(-far_away), high(far_away);
  if (const auto room = scene.water[water].settings->room()) {
    low = room->low;
    high = room->high;
  } else if (const auto place = scene.water[water].settings->place()) {
    low.x = place->origin.x - 0.5 * place->size.x;
    high.x = place->origin.x + 0.5 * place->size.x;
    low.z = place->origin.z - 0.5 * place->size.y;
    high.z = place->origin.z + 0.5 * place->size.y;
  }
  way.low = glm::vec3(glm::max(low, box.min));
  way.high = glm::vec3(glm::min(high, box.max));
}

}  // namespace

std::vector<std::size_t> overflow_edges_of(const Scene& scene, std::size_t water) {
  std::vector<std::size_t> out;
  if (!scene.water[water].settings->room()) return out;
  for (const CouplingSettings& e : scene.exchanges) {
    const auto from = std::ranges::find(scene.water, e.from, &WaterEntry::name);
    if (e.to != scene.water[water].name || from == scene.water.end() || !from->settings->place()) continue;
    const auto i = static_cast<std::size_t>(from - scene.water.begin());
    if (std::ranges::find(out, i) == out.end()) out.push_back(i);
  }
  return out;
}

std::vector<Way> ways_of(const Scene& scene, std::size_t water) {
  std::vector<Way> out;
  const auto index = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(scene.water, name, &WaterEntry::name) - scene.water.begin());
  };
  const auto of_particles = [&](std::size_t i) { return scene.water[i].settings->room().has_value(); };
  for (const CouplingSettings& e : scene.exchanges) {
    const std::size_t from = index(e.from), to = index(e.to);
    if (e.current || (water != from && water != to)) continue;
    const bool both_ways = !of_particles(from) && !of_particles(to), back = water == to;
    if (back && !both_ways) continue;
    Way way{.to = back ? from : to};
    way.params.is_submerged = of_particles(water);
    way.goes_on = scene.water[way.to].spray.count > 0;
    if (!way.goes_on && way.params.is_submerged == 0) continue;
    hold(way.params, scene, way.to, e.box());
    out.push_back(way);
  }
  return out;
}

}  // namespace undine::spray
