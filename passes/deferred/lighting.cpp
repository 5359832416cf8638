#include "passes/deferred/lighting.h"

#include "passes/deferred/screen.h"

namespace undine::deferred {
namespace {

// A pass over the picture that reads the opaque scene.
graph::ComputeNode over_picture(graph::Graph& g, const char* verb, const char* shader, const Camera& camera,
                                const GBuffer& gbuffer, graph::Image ambient, int choice) {
  const graph::Extent extent = picture_extent(camera);
  auto node = g.compute(verb, shader);
  node.uniform("camera", camera)
      .read("albedo", gbuffer.albedo, graph::Sampler::nearest_clamp)
      .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
      .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
      .read("ambient", ambient, graph::Sampler::nearest_clamp)
      .params(LightingParams{{static_cast<int>(extent.x), static_cast<int>(extent.y)}, choice})
      .over(extent);
  return node;
}

}  // namespace

Lit draw_lighting(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                  graph::Image ambient, bool with_sky) {
  auto scope = g.scope("lighting");
  const graph::Image color = g.image("lighting/radiance", {picture_extent(camera), graph::Format::rgba16_float});
  auto node = over_picture(g, "light", "deferred/lighting.comp", camera, gbuffer, ambient, with_sky ? 1 : 0);
  read_light(node, light).write("radiance", color);
  return {color, gbuffer.depth};
}

graph::Image draw_input(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                        graph::Image ambient, graph::Image extra, LightingView input) {
  auto scope = g.scope("view");
  const graph::Image picture = g.image("view/picture", {picture_extent(camera), graph::Format::rgba8_unorm});
  auto node = over_picture(g, "show", "deferred/lighting_view.comp", camera, gbuffer, ambient, static_cast<int>(input));
  node.optional("through", light.through, graph::Sampler::linear_clamp)
      .optional("caustics", light.caustics, graph::Sampler::linear_clamp)
      .optional("extra", extra, graph::Sampler::linear_clamp)
      .write("picture", picture);
  read_levels(node, light.levels);
  return picture;
}

}  // namespace undine::deferred
