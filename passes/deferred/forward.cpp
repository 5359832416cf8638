#include "passes/deferred/forward.h"

#include <algorithm>
#include <vector>

#include "passes/deferred/lighting.h"

namespace undine::deferred {
namespace {

// Reversed depth: passes at the stored depth or nearer.
graph::Raster over(graph::Blend blend, float bias) {
  graph::Raster raster;
  raster.cull = graph::Cull::back;
  raster.depth = graph::Compare::greater_equal;
  raster.depth_write = false;
  raster.blend = blend;
  raster.depth_bias = bias;
  return raster;
}

graph::DrawNode begin(graph::Graph& g, std::string_view verb, std::string_view vertex, std::string_view fragment,
                      const Camera& camera, const Geometry& geometry, const Lit& lit, const graph::Raster& raster,
                      const char* with) {
  auto node = g.draw(verb, vertex, fragment, {.with = with});
  node.uniform("camera", camera)
      .read("vertices", geometry.vertices())
      .color(lit.color, graph::Load::keep)
      .depth_test(lit.depth)
      .indices(geometry.indices())
      .raster(raster);
  return node;
}

bool glows(const Geometry::Part& part) { return part.glows && !part.blended; }

}  // namespace

void draw_glow(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Lit& lit, const Clip* clip) {
  auto scope = g.scope("glow");
  constexpr float same_depth = 4;  // units of depth: the targets' own triangles pass
  const graph::Raster raster = over(graph::Blend::add, same_depth);
  for (std::size_t array = 0; array < geometry.textures().size(); ++array) {
    const auto here = [&](const Geometry::Part& part) {
      return glows(part) && static_cast<std::size_t>(part.glow_array) == array;
    };
    const auto draw = [&](std::span<const Geometry::Part> parts, std::string_view verb, std::string_view vertex,
                          std::string_view fragment, graph::Buffer states) {
      if (std::ranges::none_of(parts, here)) return;
      auto node = begin(g, verb, vertex, fragment, camera, geometry, lit, raster, clip ? "SUBMERGED" : "");
      if (clip) node.uniform("clip", clip->boxes);
      node.read("textures", geometry.textures()[array], graph::Sampler::linear_repeat);
      if (states) node.read("states", states);
      if (clip) read_levels(node, clip->levels);
      for (const Geometry::Part& part : parts)
        if (here(part)) node.draw(part.draw, part.params);
    };
    draw(geometry.parts(), "draw", "deferred/gbuffer.vert", "deferred/glow.frag", {});
    if (const graph::Buffer states = geometry.body_set().states)
      draw(geometry.bodies(), "draw_bodies", "deferred/gbuffer_bodies.vert", "deferred/glow_bodies.frag", states);
  }
}

void draw_blended(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Light& light, const Lit& lit,
                  const Clip* clip) {
  std::vector<const Geometry::Part*> order;
  for (const Geometry::Part& part : geometry.parts())
    if (part.blended && !(clip && part.glass)) order.push_back(&part);
  if (order.empty()) return;
  auto scope = g.scope("blended");
  const auto away = [&](const Geometry::Part* part) {
    return glm::distance(0.5f * (part->box.low + part->box.high), glm::vec3(camera.eye));
  };
  std::ranges::stable_sort(order, [&](const auto* a, const auto* b) { return away(a) > away(b); });
  for (const Geometry::Part* part : order) {
    if (part->glass) {
      auto pane = begin(g, "draw_glass", "deferred/gbuffer.vert", "deferred/glass.frag", camera, geometry, lit,
                        over(graph::Blend::alpha, 0), part->textured_glass ? "TEXTURED" : "");
      if (part->textured_glass)
        pane.read("textures", geometry.textures()[static_cast<std::size_t>(part->array)], graph::Sampler::linear_repeat)
            .optional("maps", geometry.maps(), graph::Sampler::linear_repeat);
      read_sun(pane, light).read("sky", light.sky, graph::Sampler::linear_repeat).draw(part->draw, part->params);
      continue;
    }
    const bool lamps = light.lamps.count > 0;
    auto node = begin(g, "draw", "deferred/gbuffer.vert", "deferred/blended.frag", camera, geometry, lit,
                      over(graph::Blend::alpha, 0),
                      clip && lamps ? "LAMPS SUBMERGED"
                      : clip        ? "SUBMERGED"
                      : lamps       ? "LAMPS"
                                    : "");
    if (clip) node.uniform("clip", clip->boxes);
    if (lamps) read_lamps(node, light.lamps);
    node.read("textures", geometry.textures()[static_cast<std::size_t>(part->array)], graph::Sampler::linear_repeat)
        .read("glow_textures", geometry.textures()[static_cast<std::size_t>(part->glow_array)],
              graph::Sampler::linear_repeat);
    read_light(node, light).draw(part->draw, part->params);
  }
}

}  // namespace undine::deferred
