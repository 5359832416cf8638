#include "passes/water/underwater.h"

#include <cstddef>

#include "passes/deferred/screen.h"

namespace undine::water {
namespace {

graph::Raster adding() {
  graph::Raster raster = deferred::no_depth;
  raster.blend = graph::Blend::add;
  return raster;
}

// Binds the inputs of shaders/water/underwater.glsl.
void read_sunlight(graph::DrawNode& node, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                   const UnderwaterParams& params, const WaterTargets& targets) {
  node.uniform("camera", camera)
      .params(params)
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .read("shadow", light.shadow, graph::Sampler::shadow)
      .read("bent_shadow", light.bent_shadow, graph::Sampler::shadow)
      .read("receivers", light.bent_shadow, graph::Sampler::nearest_clamp)
      .read("caustics", light.caustics, graph::Sampler::linear_clamp);
  deferred::read_levels(node, light.levels);
}

void draw_shafts(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                 const UnderwaterParams& params, const WaterTargets& targets, graph::Buffer draws) {
  auto scope = g.scope("shafts");
  const auto where_wet = [&](const char* verb, const char* fragment) {
    return deferred::fill_if(g, verb, fragment, draws, offsetof(LensDraws, in_water));
  };
  const graph::Extent whole = deferred::picture_extent(camera);
  const graph::Image shafts =
      g.image("shafts/light", {{(whole.x + 1) / 2, (whole.y + 1) / 2}, graph::Format::rgba16_float});
  auto gather = where_wet("gather", "water/shafts.frag");
  read_sunlight(gather, camera, light, lit, params, targets);
  gather.color(shafts, graph::Load::discard).raster(deferred::no_depth);
  where_wet("add", "water/shafts_add.frag")
      .uniform("camera", camera)
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .read("shafts", shafts, graph::Sampler::nearest_clamp)
      .color(targets.color, graph::Load::keep)
      .raster(adding());
}

void draw_motes(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                const UnderwaterParams& params, const WaterTargets& targets, graph::Buffer draws) {
  auto scope = g.scope("motes");
  auto node = g.draw("points", "water/motes.vert", "water/motes.frag");
  read_sunlight(node, camera, light, lit, params, targets);
  node.color(targets.color, graph::Load::keep).raster(adding()).indirect(draws, offsetof(LensDraws, motes));
}

}  // namespace

graph::Buffer look_through_lens(graph::Graph& g, const deferred::Camera& camera, const deferred::LevelMap& levels,
                                const LensParams& params) {
  const graph::Buffer draws = g.buffer("lens/draws", {sizeof(LensDraws), graph::Format::r32_uint});
  auto node = g.compute("lens", "water/lens.comp");
  node.uniform("camera", camera).params(params).write("draws", draws).groups({1, 1, 1});
  deferred::read_levels(node, levels);
  return draws;
}

void draw_underwater(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                     const UnderwaterParams& params, const UnderwaterSettings& settings, const WaterTargets& targets,
                     graph::Buffer draws) {
  if (!light.bent_shadow || !light.caustics) return;
  if (settings.shafts) draw_shafts(g, camera, light, lit, params, targets, draws);
  if (settings.motes > 0) draw_motes(g, camera, light, lit, params, targets, draws);
}

}  // namespace undine::water
