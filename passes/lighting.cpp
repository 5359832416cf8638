#include "passes/lighting.h"

namespace undine {
namespace {

graph::Extent picture_extent(const Camera& camera) {
  return {static_cast<std::uint32_t>(camera.viewport.x), static_cast<std::uint32_t>(camera.viewport.y), 1};
}

}  // namespace

Lit draw_lighting(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                  graph::Image ambient, bool with_sky) {
  auto scope = g.scope("lighting");
  const graph::Extent extent = picture_extent(camera);
  const graph::Image color = g.image("lighting/radiance", {extent, graph::Format::rgba16_float});
  g.compute("light", "lighting.comp")
      .uniform("camera", camera)
      .read("albedo", gbuffer.albedo, graph::Sampler::nearest_clamp)
      .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
      .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
      .read("ambient", ambient, graph::Sampler::nearest_clamp)
      .read("sky", light.sky, graph::Sampler::linear_repeat)
      .read("shadow", light.shadow, graph::Sampler::shadow)
      .read("caustics", light.caustics, graph::Sampler::linear_clamp)
      .write("radiance", color)
      .params(LightingParams{{static_cast<int>(extent.x), static_cast<int>(extent.y)}, with_sky ? 1 : 0})
      .over(extent);
  return {color, gbuffer.depth};
}

graph::Image draw_input(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                        graph::Image ambient, graph::Image extra, Input input) {
  auto scope = g.scope("view");
  const graph::Extent extent = picture_extent(camera);
  const graph::Image picture = g.image("view/picture", {extent, graph::Format::rgba8_unorm});
  g.compute("show", "lighting_view.comp")
      .uniform("camera", camera)
      .read("albedo", gbuffer.albedo, graph::Sampler::nearest_clamp)
      .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
      .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
      .read("ambient", ambient, graph::Sampler::nearest_clamp)
      .read("caustics", light.caustics, graph::Sampler::linear_clamp)
      .read("extra", extra ? extra : light.caustics, graph::Sampler::linear_clamp)
      .write("picture", picture)
      .params(LightingParams{{static_cast<int>(extent.x), static_cast<int>(extent.y)}, static_cast<int>(input)})
      .over(extent);
  return picture;
}

}  // namespace undine
