#include "passes/deferred/wetness.h"

#include <algorithm>

#include "engine/core/round.h"
#include "passes/deferred/screen.h"

namespace undine::deferred {

namespace {

constexpr std::uint32_t most_texels = 2048, coarse = 8;
constexpr double reach = 6;  // spacings around a particle that it wets

void wet_by_particles(graph::Graph& g, const vec4& terrain, const ParticleSet& set, graph::Image wetness) {
  graph::Raster add = no_depth;
  add.blend = graph::Blend::add;
  g.draw("drip", "deferred/wetness_drops.vert", "deferred/wetness_drops.frag")
      .read("position", set.position)
      .read("count", set.count)
      .params(WetDropsParams{terrain, static_cast<float>(reach * set.spacing)})
      .color(wetness, graph::Load::keep)
      .raster(add)
      .draw({.vertices = 6, .instances = groups_of(set.capacity, wet_drops_step)});
}

}  // namespace

WetGround draw_wetness(graph::Graph& g, const Heightmap* terrain, std::span<const SurfaceField> waters,
                       const LevelMap& levels, std::span<const ParticleSet> particles) {
  auto scope = g.scope("wetness");
  WetGround out;
  out.levels = levels;
  glm::dvec2 cells(1);
  if (terrain) {
    for (const SurfaceField& w : waters) cells = glm::max(cells, terrain->size * glm::dvec2(w.cells) / w.size);
    for (const ParticleSet& set : particles) cells = glm::max(cells, terrain->size / (0.5 * reach * set.spacing));
  }
  const glm::uvec2 fine = glm::min(glm::uvec2(glm::ceil(cells)), glm::uvec2(most_texels));
  const glm::uvec2 blocks = groups_of(fine, glm::uvec2(coarse));
  out.wetness = g.image("wetness/map", {{fine.x, fine.y, 1}, graph::Format::rg8_unorm});
  const bool dry = !terrain || waters.empty();
  if (dry) {
    g.clear("clear", out.wetness, {0, 0, 0, 0});
    out.near = out.wetness;  // as dry
    if (!terrain || particles.empty()) return out;
  }
  if (!dry) out.near = g.image("wetness/near", {{blocks.x, blocks.y, 1}, graph::Format::r8_unorm});
  const auto corner = [](const glm::dvec3& middle, glm::dvec2 size) {
    return vec4(glm::dvec4(middle.x - size.x / 2, middle.z - size.y / 2, size));
  };
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& w : waters) {
    WetnessParams params{corner(terrain->origin, terrain->size), corner(w.origin, w.size), glm::ivec2(w.cells),
                         glm::ivec2(fine)};
    fill(g, "gather", "deferred/wetness.frag")
        .optional("traces", w.traces, graph::Sampler::linear_clamp)
        .params(params)
        .color(out.wetness, load);
    params.texels = glm::ivec2(blocks);
    fill(g, "find_near", "deferred/wetness_near.frag")
        .constant("tracked", static_cast<bool>(w.traces))
        .read("surface", w.surface, graph::Sampler::nearest_clamp)
        .params(params)
        .color(out.near, load);
    load = graph::Load::keep;
  }
  for (const ParticleSet& set : particles)
    wet_by_particles(g, corner(terrain->origin, terrain->size), set, out.wetness);
  return out;
}

}  // namespace undine::deferred
