#include "passes/water/underwater.h"

#include "passes/deferred/screen.h"

namespace undine::water {
namespace {

graph::Raster adding() {
  graph::Raster raster = deferred::no_depth;
  raster.blend = graph::Blend::add;
  return raster;
}

// What shaders/water/underwater.glsl reads.
void read_sunlight(graph::DrawNode& node, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                   const UnderwaterParams& params, const WaterTargets& targets) {
  node.uniform("camera", camera)
      .params(params)
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .read("shadow", light.shadow.depth, graph::Sampler::shadow)
      .read("bent_shadow", light.bent_shadow, graph::Sampler::shadow)
      .read("receivers", light.bent_shadow, graph::Sampler::nearest_clamp)
      .read("caustics", light.caustics, graph::Sampler::linear_clamp);
  deferred::read_levels(node, light.levels);
}

void draw_shafts(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                 const UnderwaterParams& params, const WaterTargets& targets) {
  auto scope = g.scope("shafts");
  const graph::Extent whole = deferred::picture_extent(camera);
  const graph::Image shafts =
      g.image("shafts/light", {{(whole.x + 1) / 2, (whole.y + 1) / 2}, graph::Format::rgba16_float});
  auto gather = deferred::fill(g, "gather", "water/shafts.frag");
  read_sunlight(gather, camera, light, lit, params, targets);
  gather.color(shafts, graph::Load::discard);
  deferred::fill(g, "add", "water/shafts_add.frag")
      .uniform("camera", camera)
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .read("shafts", shafts, graph::Sampler::nearest_clamp)
      .color(targets.color, graph::Load::keep)
      .raster(adding());
}

void draw_motes(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                const UnderwaterParams& params, std::uint32_t count, const WaterTargets& targets) {
  auto scope = g.scope("motes");
  auto node = g.draw("points", "water/motes.vert", "water/motes.frag");
  read_sunlight(node, camera, light, lit, params, targets);
  node.color(targets.color, graph::Load::keep).raster(adding()).draw({.vertices = 6, .instances = count});
}

}  // namespace

void draw_underwater(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                     const UnderwaterParams& params, const UnderwaterSettings& settings, const WaterTargets& targets) {
  if (!light.bent_shadow || !light.caustics) return;
  if (settings.shafts) draw_shafts(g, camera, light, lit, params, targets);
  if (settings.motes > 0) draw_motes(g, camera, light, lit, params, settings.motes, targets);
}

}  // namespace undine::water
