#include "passes/deferred/wetness.h"

#include <algorithm>

#include "engine/core/round.h"
#include "passes/deferred/screen.h"

namespace undine::deferred {

namespace {

constexpr std::uint32_t most_wetness_texels = 2048, coarse = 8;
constexpr double reach = 6;  // spacings around a particle that it wets

void wet_by_particles(graph::Graph& g, const vec4& terrain, const ParticleSet& set, const WetGround& to,
                      graph::Load load) {
  graph::Raster add = no_depth;
  add.blend = graph::Blend::add;
  const auto draw = [&](const char* verb, const char* fragment) {
    auto node = g.draw(verb, "deferred/wetness_drops.vert", fragment);
    node.read("position", set.position)
        .read("count", set.count)
        .params(WetDropsParams{terrain, static_cast<float>(reach * set.spacing)})
        .draw({.vertices = 6, .instances = groups_of(set.capacity, wet_drops_step)});
    return node;
  };
  draw("drip", "deferred/wetness_drops.frag").color(to.wetness, graph::Load::keep).raster(add);
  draw("drip_height", "deferred/wetness_height.frag")
      .depth(to.up_to, load, 0)
      .raster({.depth = graph::Compare::greater_equal});
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
  const glm::uvec2 fine = glm::min(glm::uvec2(glm::ceil(cells)), glm::uvec2(most_wetness_texels));
  const glm::uvec2 blocks = groups_of(fine, glm::uvec2(coarse));
  out.wetness = g.image("wetness/map", {{fine.x, fine.y, 1}, graph::Format::rg8_unorm});
  const bool dry = !terrain || waters.empty();
  if (dry) {
    g.clear("clear", out.wetness, {0, 0, 0, 0});
    out.near = out.wetness;  // as dry
    if (!terrain || particles.empty()) return out;
  }
  const bool traced = std::ranges::any_of(waters, [](const SurfaceField& w) { return static_cast<bool>(w.traces); });
  if (terrain && (traced || !particles.empty()))
    out.up_to = g.image("wetness/up_to", {{fine.x, fine.y, 1}, graph::Format::d32_float});
  if (!dry) out.near = g.image("wetness/near", {{blocks.x, blocks.y, 1}, graph::Format::r8_unorm});
  const auto corner = [](const glm::dvec3& middle, glm::dvec2 size) {
    return vec4(glm::dvec4(middle.x - size.x / 2, middle.z - size.y / 2, size));
  };
  graph::Load load = graph::Load::clear, load_height = graph::Load::clear;
  for (const SurfaceField& w : waters) {
    if (lies_around(w)) continue;  // another water, which knows
    WetnessParams params{corner(terrain->origin, terrain->size), corner(w.origin, w.size), glm::ivec2(w.cells),
                         glm::ivec2(fine), static_cast<float>(w.origin.y)};
    auto gather = fill(g, "gather", "deferred/wetness.frag");
    gather.optional("traces", w.traces, graph::Sampler::linear_clamp).params(params).color(out.wetness, load);
    if (w.traces) {
      gather.depth(out.up_to, load_height, 0).raster({.depth = graph::Compare::always});
      load_height = graph::Load::keep;
    }
    params.texels = glm::ivec2(blocks);
    fill(g, "find_near", "deferred/wetness_near.frag")
        .constant("tracked", static_cast<bool>(w.traces))
        .read("surface", w.surface, graph::Sampler::nearest_clamp)
        .params(params)
        .color(out.near, load);
    load = graph::Load::keep;
  }
  for (const ParticleSet& set : particles) {
    wet_by_particles(g, corner(terrain->origin, terrain->size), set, out, load_height);
    load_height = graph::Load::keep;
  }
  return out;
}

}  // namespace undine::deferred
