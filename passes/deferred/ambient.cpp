#include "passes/deferred/ambient.h"

#include <algorithm>
#include <cmath>

namespace undine::deferred {

graph::Image draw_ambient(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const SsaoSettings& settings) {
  auto scope = g.scope("ambient");
  if (!settings.enabled) {
    const graph::Image open = g.image("ambient/open", {{1, 1, 1}, graph::Format::rg32_float});
    g.clear("open", open, {1, 1e9f, 0, 0});
    return open;
  }
  const glm::ivec2 full(camera.viewport.x, camera.viewport.y);
  AmbientParams params{};
  params.full = full;
  params.size = (full + 1) / 2;
  params.radius = static_cast<float>(settings.radius);
  params.strength = static_cast<float>(settings.strength);
  // Twice as many steps as directions: 16 samples are 2 directions with 4 to either side.
  params.slices = std::max(1, static_cast<int>(std::lround(std::sqrt(settings.samples / 4.0))));
  params.steps = std::max(1, static_cast<int>(settings.samples) / (2 * params.slices));
  const graph::Extent extent{static_cast<std::uint32_t>(params.size.x), static_cast<std::uint32_t>(params.size.y), 1};
  const graph::Image raw = g.image("ambient/raw", {extent, graph::Format::rg32_float});
  const graph::Image smooth = g.image("ambient/visibility", {extent, graph::Format::rg32_float});
  g.compute("occlude", "deferred/ssao.comp")
      .uniform("camera", camera)
      .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
      .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
      .write("visibility", raw)
      .params(params)
      .over(extent);
  g.compute("blur", "deferred/ssao_blur.comp")
      .read("raw", raw, graph::Sampler::nearest_clamp)
      .write("visibility", smooth)
      .params(params)
      .over(extent);
  return smooth;
}

}  // namespace undine::deferred
