#include "passes/deferred/gbuffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "passes/deferred/geometry.h"
#include "passes/deferred/screen.h"

namespace undine::deferred {
namespace {

bool meets(const Bounds& part, const ClipBoxes& clip) {
  for (int i = 0; i < clip.count; ++i)
    if (glm::all(glm::lessThanEqual(part.low, glm::vec3(clip.high[i]))) &&
        glm::all(glm::greaterThanEqual(part.high, glm::vec3(clip.low[i]))))
      return true;
  return false;
}

graph::Raster solid_raster() {
  graph::Raster raster;
  raster.cull = graph::Cull::back;
  raster.depth = graph::Compare::greater;
  return raster;
}

GBuffer targets_of(graph::Graph& g, const Camera& camera) {
  const graph::Extent extent = picture_extent(camera);
  GBuffer out;
  out.albedo = g.image("gbuffer/albedo", {extent, graph::Format::rgba8_srgb});
  out.normal = g.image("gbuffer/normal", {extent, graph::Format::rgba16_float});
  out.depth = g.image("gbuffer/depth", {extent, graph::Format::d32_float});
  return out;
}

// Draws are grouped by these values; each group has its own node with a smaller shader.
struct Kind {
  int array = 0;
  bool mapped = false, textured = false;
  int pattern = 0;
  bool operator==(const Kind&) const = default;
};

Kind kind_of(const Geometry::Part& part) {
  return {part.array, part.mapped, part.params.layer >= 0, part.params.pattern};
}

// Kinds of the parts that `shown` selects, in the order of the first of each.
template <class Shown>
std::vector<Kind> kinds_of(std::span<const Geometry::Part> parts, const Shown& shown) {
  std::vector<Kind> kinds;
  for (const Geometry::Part& part : parts)
    if (shown(part) && std::ranges::find(kinds, kind_of(part)) == kinds.end()) kinds.push_back(kind_of(part));
  return kinds;
}

// The node that draws through `name`.vert into the targets, through the submerged variant of its fragments with a clip.
graph::DrawNode begin(graph::Graph& g, std::string_view verb, std::string_view name, const Camera& camera,
                      const Geometry& geometry, const GBuffer& out, graph::Load load, const Clip* clip,
                      bool mapped = false) {
  const bool cut = clip && name == "gbuffer";  // before pixels are made of it
  auto node =
      g.draw(verb, g.name(fmt::format("deferred/{}.vert", name)), g.name(fmt::format("deferred/{}.frag", name)));
  node.vertex_variant("MAPPED", mapped).vertex_variant("SUBMERGED", cut);
  node.variant("MAPPED", mapped).variant("SUBMERGED", clip != nullptr);
  if (mapped) node.read("maps", geometry.maps(), graph::Sampler::linear_repeat).read("tangents", geometry.tangents());
  node.uniform("camera", camera)
      .read("vertices", geometry.vertices())
      .color(out.albedo, load)
      .color(out.normal, load)
      .depth(out.depth, load, 0.0f)
      .indices(geometry.indices())
      .raster(solid_raster());
  if (clip) read_levels(node, clip->levels).uniform("clip", clip->boxes);
  if (cut) node.optional("span", some_dry(clip->levels) ? graph::Buffer{} : clip->levels.span);
  return node;
}

graph::DrawNode begin(graph::Graph& g, std::string_view name, const Camera& camera, const Geometry& geometry,
                      const GBuffer& out, graph::Load load, const Clip* clip, const Kind& kind) {
  const std::string_view what = name == "gbuffer" ? "" : "_bodies";
  const std::string_view verb = g.name(fmt::format("draw{}{}", kind.mapped ? "_mapped" : "", what));
  auto node = begin(g, verb, name, camera, geometry, out, load, clip, kind.mapped);
  node.read("textures", geometry.textures()[static_cast<std::size_t>(kind.array)], graph::Sampler::linear_repeat)
      .constant("pattern", kind.pattern)
      .constant("textured", kind.textured);
  return node;
}

template <class Flock>
void draw_flock(graph::DrawNode node, graph::Buffer states, const Flock& flock) {
  node.read("states", states);
  for (const auto& part : flock) node.draw(part.draw, part.look);
}

void draw_fish(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Clip* clip, const GBuffer& out,
               graph::Load load) {
  draw_flock(begin(g, "draw_fish", "gbuffer_fish", camera, geometry, out, load, clip), geometry.body_set().fish,
             geometry.fish());
}

}  // namespace

GBuffer draw_swimmers(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Clip& clip) {
  auto scope = g.scope("gbuffer");
  const GBuffer out = targets_of(g, camera);
  draw_fish(g, camera, geometry, &clip, out, graph::Load::clear);
  return out;
}

namespace {

// Parts that `shown` tells, and no ground.
template <class Shown>
void draw_standing(graph::Graph& g, const Camera& camera, const Geometry& geometry, const GBuffer& out,
                   graph::Load load, const Clip* clip, std::optional<float> least, const Shown& shown) {
  std::vector<Kind> kinds = kinds_of(geometry.parts(), shown);
  if (kinds.empty()) kinds.emplace_back();
  for (const Kind& kind : kinds) {
    auto node = begin(g, "gbuffer", camera, geometry, out, std::exchange(load, graph::Load::keep), clip, kind);
    // Kinds of which all lies over it are drawn as they are in the picture: one pipeline serves both.
    const auto reaches_down = [&](const Geometry::Part& part) {
      return shown(part) && kind_of(part) == kind && part.box.low.y < *least;
    };
    if (least && std::ranges::any_of(geometry.parts(), reaches_down))
      node.constant("has_least", true).constant("least_height", *least);
    bool some = false;
    for (const Geometry::Part& part : geometry.parts()) {
      if (!shown(part) || kind_of(part) != kind || is_beside(camera.view_projection, part.box)) continue;
      node.draw(part.draw, part.params);
      some = true;
    }
    // The first node also clears the targets; others stay, and with them the plan, while the camera turns away.
    if (!some) node.draw(graph::Draw{.vertices = 3}, GBufferParams{});
  }
}

}  // namespace

void draw_missing(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Clip& clip,
                  const GBuffer& targets) {
  auto scope = g.scope("gbuffer");
  const auto shown = [&](const Geometry::Part& part) {
    return !part.ground && !part.blended && !part.around && meets(part.box, clip.boxes) &&
           part.box.high.y > clip.boxes.all_low.y;
  };
  draw_standing(g, camera, geometry, targets, graph::Load::keep, &clip, {}, shown);
}

GBuffer draw_gbuffer(graph::Graph& g, const Camera& camera, const Geometry& geometry, const GBufferChoice& choice) {
  const Clip* clip = choice.clip;
  const std::optional<float>& least = choice.least;
  const WetGround wet = choice.wet ? *choice.wet : WetGround{};
  auto scope = g.scope("gbuffer");
  GBuffer out = targets_of(g, camera);
  const auto hidden = [&](const Geometry::Part& part) {
    return (clip && (part.around || !meets(part.box, clip->boxes))) || (least && part.box.high.y < *least);
  };
  const auto over = [&](graph::DrawNode& node) {
    if (least) node.constant("has_least", true).constant("least_height", *least);
  };
  const auto shown = [&](const Geometry::Part& part) { return !part.ground && !part.blended && !hidden(part); };
  draw_standing(g, camera, geometry, out, graph::Load::clear, clip, least, shown);
  for (const Geometry::Part& part : geometry.parts()) {
    if (!part.ground || hidden(part)) continue;
    auto node = begin(g, "draw_ground", "gbuffer_ground", camera, geometry, out, graph::Load::keep, clip);
    over(node);
    if (!clip) read_levels(node, wet.levels);
    node.uniform("ground", geometry.ground())
        .constant("clipped", clip != nullptr)
        .read("textures", geometry.textures()[0], graph::Sampler::linear_repeat)
        .read("noise", geometry.ground_noise(), graph::Sampler::linear_repeat)
        .read("wetness", wet.wetness, graph::Sampler::linear_clamp)
        .optional("wet_up_to", wet.up_to, graph::Sampler::nearest_clamp)
        .read("near_water", wet.near, graph::Sampler::nearest_clamp)
        .draw(part.draw, part.params);
  }
  const BodySet& set = geometry.body_set();
  if (!geometry.bodies().empty() && set.states) {
    for (const Kind& kind : kinds_of(geometry.bodies(), [](const Geometry::Part&) { return true; })) {
      auto bodies = begin(g, "gbuffer_bodies", camera, geometry, out, graph::Load::keep, clip, kind);
      over(bodies);
      bodies.read("states", set.states);
      for (const Geometry::Part& part : geometry.bodies())
        if (kind_of(part) == kind) bodies.draw(part.draw, part.params);
    }
  }
  geometry.scatter().draw(g, camera, choice, out);
  if (clip || least) return out;
  if (choice.fish && set.fish && !geometry.fish().empty())
    draw_fish(g, camera, geometry, nullptr, out, graph::Load::keep);
  if (set.leaves && !geometry.leaves().empty())
    draw_flock(begin(g, "draw_leaves", "gbuffer_leaves", camera, geometry, out, graph::Load::keep, nullptr), set.leaves,
               geometry.leaves());
  return out;
}

}  // namespace undine::deferred
