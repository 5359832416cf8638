#include "passes/gbuffer.h"

#include "passes/geometry.h"

namespace undine {
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
  const graph::Extent extent{static_cast<std::uint32_t>(camera.viewport.x),
                             static_cast<std::uint32_t>(camera.viewport.y), 1};
  GBuffer out;
  out.albedo = g.image("gbuffer/albedo", {extent, graph::Format::rgba8_srgb});
  out.normal = g.image("gbuffer/normal", {extent, graph::Format::rgba16_float});
  out.depth = g.image("gbuffer/depth", {extent, graph::Format::d32_float});
  return out;
}

template <class Flock>
graph::DrawNode draw_flock(graph::DrawNode node, const Camera& camera, const Geometry& geometry, graph::Buffer states,
                           const Flock& flock, const GBuffer& out, graph::Load load) {
  node.uniform("camera", camera)
      .read("vertices", geometry.vertices())
      .read("states", states)
      .color(out.albedo, load)
      .color(out.normal, load)
      .depth(out.depth, load, 0.0f)
      .indices(geometry.indices())
      .raster(solid_raster());
  for (const auto& part : flock) node.draw(part.draw, part.look);
  return node;
}

void draw_fish(graph::Graph& g, const Camera& camera, const Geometry& geometry, const ClipBoxes& clip,
               const GBuffer& out, graph::Load load) {
  draw_flock(g.draw("draw fish", "gbuffer_fish.vert", "gbuffer_fish.frag"), camera, geometry, geometry.body_set().fish,
             geometry.fish(), out, load)
      .uniform("clip", clip)
      .constant("clipped", clip.count > 0);
}

}  // namespace

GBuffer draw_swimmers(graph::Graph& g, const Camera& camera, const Geometry& geometry, const ClipBoxes& clip) {
  auto scope = g.scope("gbuffer");
  const GBuffer out = targets_of(g, camera);
  draw_fish(g, camera, geometry, clip, out, graph::Load::clear);
  return out;
}

GBuffer draw_gbuffer(graph::Graph& g, const Camera& camera, const Geometry& geometry, const ClipBoxes& clip,
                     bool with_fish) {
  auto scope = g.scope("gbuffer");
  GBuffer out = targets_of(g, camera);
  const graph::Raster raster = solid_raster();
  auto node = g.draw("draw", "gbuffer.vert", "gbuffer.frag");
  node.uniform("camera", camera)
      .uniform("clip", clip)
      .constant("clipped", clip.count > 0)
      .read("vertices", geometry.vertices())
      .read("textures", geometry.textures(), graph::Sampler::linear_repeat)
      .color(out.albedo)
      .color(out.normal)
      .depth(out.depth, graph::Load::clear, 0.0f)
      .indices(geometry.indices())
      .raster(raster);
  bool any = false;
  for (const Geometry::Part& part : geometry.parts()) {
    if (part.ground || (clip.count > 0 && !meets(part.box, clip))) continue;
    node.draw(part.draw, part.params);
    any = true;
  }
  // The node also clears its targets, so it stays when there is nothing to draw.
  if (!any) node.draw(graph::Draw{.vertices = 3}, GBufferParams{});
  for (const Geometry::Part& part : geometry.parts()) {
    if (!part.ground || (clip.count > 0 && !meets(part.box, clip))) continue;
    g.draw("draw ground", "gbuffer_ground.vert", "gbuffer_ground.frag")
        .uniform("camera", camera)
        .uniform("clip", clip)
        .uniform("ground", geometry.ground())
        .constant("clipped", clip.count > 0)
        .read("vertices", geometry.vertices())
        .read("textures", geometry.textures(), graph::Sampler::linear_repeat)
        .read("noise", geometry.ground_noise(), graph::Sampler::linear_repeat)
        .read("wetness", geometry.wet_ground().wetness, graph::Sampler::linear_clamp)
        .read("near_water", geometry.wet_ground().near, graph::Sampler::nearest_clamp)
        .color(out.albedo, graph::Load::keep)
        .color(out.normal, graph::Load::keep)
        .depth(out.depth, graph::Load::keep)
        .indices(geometry.indices())
        .raster(raster)
        .draw(part.draw, part.params);
  }
  if (!geometry.bodies().empty() && geometry.body_set().states) {
    auto bodies = g.draw("draw bodies", "gbuffer_bodies.vert", "gbuffer_bodies.frag");
    bodies.uniform("camera", camera)
        .uniform("clip", clip)
        .constant("clipped", clip.count > 0)
        .read("vertices", geometry.vertices())
        .read("states", geometry.body_set().states)
        .read("textures", geometry.textures(), graph::Sampler::linear_repeat)
        .color(out.albedo, graph::Load::keep)
        .color(out.normal, graph::Load::keep)
        .depth(out.depth, graph::Load::keep)
        .indices(geometry.indices())
        .raster(raster);
    for (const Geometry::Part& part : geometry.bodies()) bodies.draw(part.draw, part.params);
  }
  if (clip.count > 0) return out;
  const BodySet& set = geometry.body_set();
  if (with_fish && set.fish && !geometry.fish().empty()) draw_fish(g, camera, geometry, clip, out, graph::Load::keep);
  if (set.leaves && !geometry.leaves().empty())
    draw_flock(g.draw("draw leaves", "gbuffer_leaves.vert", "gbuffer_leaves.frag"), camera, geometry, set.leaves,
               geometry.leaves(), out, graph::Load::keep);
  return out;
}

}  // namespace undine
