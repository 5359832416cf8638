#include "passes/gbuffer.h"

#include "passes/geometry.h"

namespace undine {

GBuffer draw_gbuffer(graph::Graph& g, const Camera& camera, const Geometry& geometry) {
  auto scope = g.scope("gbuffer");
  const graph::Extent extent{static_cast<std::uint32_t>(camera.viewport.x),
                             static_cast<std::uint32_t>(camera.viewport.y), 1};
  GBuffer out;
  out.albedo = g.image("gbuffer/albedo", {extent, graph::Format::rgba8_srgb});
  out.normal = g.image("gbuffer/normal", {extent, graph::Format::rgba16_float});
  out.depth = g.image("gbuffer/depth", {extent, graph::Format::d32_float});
  graph::Raster raster;
  raster.cull = graph::Cull::back;
  raster.depth = graph::Compare::greater;
  auto node = g.draw("draw", "gbuffer.vert", "gbuffer.frag");
  node.uniform("camera", camera)
      .read("vertices", geometry.vertices())
      .read("textures", geometry.textures(), graph::Sampler::linear_repeat)
      .color(out.albedo)
      .color(out.normal)
      .depth(out.depth, graph::Load::clear, 0.0f)
      .indices(geometry.indices())
      .raster(raster);
  for (const Geometry::Part& part : geometry.parts()) node.draw(part.draw, part.params);
  return out;
}

}  // namespace undine
