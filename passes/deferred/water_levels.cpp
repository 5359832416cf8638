#include "passes/deferred/water_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "engine/core/round.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/diffuse_optics.h"
#include "passes/deferred/optics.h"
#include "passes/deferred/screen.h"
#include "passes/deferred/water_look.h"

namespace undine::deferred {
namespace {

constexpr std::uint32_t most_tile_texels = 512;  // along a side of a tile, where there are several
constexpr double wall = 0.02;                    // meters: what lies on a wall at the border is in the water
constexpr float endless = -1e9f;

LevelTile tile_of(const Scene& scene, const SurfaceField& w, std::span<const float> floors, vec4 tile,
                  glm::uvec2 texels) {
  const WaterArea area = area_of(w);
  LevelTile t{};
  t.place = vec4(glm::vec2(area.middle - 0.5 * area.size), glm::vec2(1.0 / area.size));
  t.hole = vec4(w.waves.hole);
  t.tile = tile;
  t.inset = 0.5f / glm::vec2(texels);
  t.rest = static_cast<float>(w.origin.y);
  t.dries = w.dries ? 1 : 0;
  t.sides = w.depth > 0 ? 1 : 0;
  t.bottom = w.depth > 0               ? static_cast<float>(w.origin.y - w.depth) - 0.02f
             : w.water < floors.size() ? floors[w.water]
                                       : endless;
  const WaterLook look = look_of(scene, w.water);
  const auto index = static_cast<float>(look.ior);
  t.walls = glm::vec4(glm::mix(glm::dvec4(wall), glm::dvec4(0), glm::greaterThan(w.past, glm::dvec4(0))));
  t.optics = vec4(glm::vec3(look.absorption + w.sediment.w), index);
  t.sunlit = 1 - fresnel_dielectric(static_cast<float>(glm::normalize(scene.sun.direction).y), 1 / index);
  const DiffuseOptics diffuse = diffuse_optics(look.ior);
  t.diffuse = vec4(glm::dvec4(diffuse.enters, diffuse.slant, diffuse.mirrored, diffuse.total));
  return t;
}

// corners: of the waters' tiles, all of `texels`.
void find_span(graph::Graph& g, LevelMap& map, std::span<const glm::uvec2> corners, glm::uvec2 texels) {
  const auto wet = [&](std::size_t i) { return map.tiles.of[i].dries == 0; };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (!wet(i)) continue;
    if (!map.span) {
      map.span = g.buffer("levels/span", {8 * corners.size(), graph::Format::r32_uint});
      g.clear("clear_span", map.span);
    }
    const glm::uvec2 blocks((texels.x + level_block - 1) / level_block, (texels.y + level_block - 1) / level_block);
    g.compute("span", "deferred/level_span.comp")
        .read("level_map", map.image, graph::Sampler::nearest_clamp)
        .accumulate("span", map.span)
        .params(LevelSpanParams{ivec2(corners[i]), ivec2(texels), static_cast<int>(i)})
        .over({blocks.x, blocks.y});
  }
}

}  // namespace

bool lies_around(const SurfaceField& water) { return water.waves.hole.z > water.waves.hole.x; }

WaterArea area_of(const SurfaceField& water) {
  constexpr double reach = 8;  // of what is seen through the sea, over the size of the water within
  if (!lies_around(water)) return {{water.origin.x, water.origin.z}, water.size};
  const glm::dvec2 low(water.waves.hole), high(water.waves.hole.z, water.waves.hole.w);
  return {0.5 * (low + high), reach * (high - low)};
}

std::vector<float> floors_of_waters(const Scene& scene) {
  std::vector<float> out(scene.water.size(), endless);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto place = scene.water[i].settings->place();
    if (!place) continue;
    for (const MeshSettings& m : scene.meshes) {
      if (m.shape != MeshSettings::Shape::basin || m.motion || m.rotate != glm::dvec3(0)) continue;
      const glm::dvec3 off = glm::abs(place->origin - m.translate), inner = 0.5 * m.scale * m.size;
      const bool holds =
          off.x + 0.5 * place->size.x <= 1.001 * inner.x && off.z + 0.5 * place->size.y <= 1.001 * inner.z;
      const double floor = m.translate.y - 2 * inner.y;
      if (holds && floor < place->origin.y) out[i] = static_cast<float>(floor - 0.5 * m.scale * m.wall);
    }
  }
  return out;
}

bool some_dry(const LevelMap& levels) {
  const auto tiles = std::span(levels.tiles.of).first(static_cast<std::size_t>(levels.count));
  return std::ranges::any_of(tiles, [](const LevelTile& t) { return t.dries != 0; });
}

LevelMap draw_levels(graph::Graph& g, const Scene& scene, std::span<const SurfaceField> all,
                     std::span<const float> floors) {
  LevelMap out;
  const auto waters = all.first(std::min<std::size_t>(all.size(), most_levels));
  out.count = static_cast<int>(waters.size());
  if (waters.empty()) return out;
  auto scope = g.scope("levels");
  if (waters.size() == 1) {
    out.image = waters[0].surface;
    out.tiles.of[0] = tile_of(scene, waters[0], floors, vec4(0, 0, 1, 1), waters[0].cells);
    const glm::uvec2 corner(0);
    find_span(g, out, {&corner, 1}, waters[0].cells);
    return out;
  }
  glm::uvec2 texels(1);
  for (const SurfaceField& w : waters) texels = glm::max(texels, glm::min(w.cells, glm::uvec2(most_tile_texels)));
  const auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(waters.size()))));
  const auto rows = groups_of(static_cast<std::uint32_t>(waters.size()), columns);
  const glm::uvec2 size = texels * glm::uvec2(columns, rows);
  out.image = g.image("levels/map", {{size.x, size.y, 1}, graph::Format::rgba32_float});
  graph::Raster quad = no_depth;
  quad.topology = graph::Topology::triangle_strip;
  graph::Load load = graph::Load::clear;
  std::vector<glm::uvec2> corners;
  const glm::vec2 share(1.0f / static_cast<float>(columns), 1.0f / static_cast<float>(rows));
  for (std::uint32_t i = 0; i < waters.size(); ++i) {
    const glm::vec2 low = share * glm::vec2(static_cast<float>(i % columns), static_cast<float>(i / columns));
    out.tiles.of[i] = tile_of(scene, waters[i], floors, vec4(low, share), texels);
    corners.push_back(texels * glm::uvec2(i % columns, i / columns));
    const glm::vec2 high = low + share;
    if (lies_around(waters[i])) continue;  // level, as cleared
    g.draw("gather", "deferred/levels.vert", "deferred/levels.frag")
        .read("surface", waters[i].surface, graph::Sampler::linear_clamp)
        .params(LevelTileParams{vec4(2 * low.x - 1, 1 - 2 * low.y, 2 * high.x - 1, 1 - 2 * high.y)})
        .color(out.image, load)
        .raster(quad)
        .draw({.vertices = 4});
    load = graph::Load::keep;
  }
  find_span(g, out, corners, texels);
  return out;
}

}  // namespace undine::deferred
