#include "passes/water/white_water.h"

#include <fmt/format.h>

#include <cstddef>

#include "engine/scene/named_view.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/screen.h"
#include "passes/spray/spray_params.h"

namespace undine::water {
namespace {

constexpr float shutter = 1.0f / 60;
constexpr auto draw_at = offsetof(spray::SprayControl, draw);

graph::Raster adding() {
  graph::Raster raster = deferred::no_depth;
  raster.blend = graph::Blend::add;
  return raster;
}

}  // namespace

graph::Image draw_clumps(graph::Graph& g, const char* owner, const deferred::Camera& camera, graph::Image water_depth,
                         std::span<const SpraySet> sets) {
  if (sets.empty()) return {};
  const graph::Image clumps =
      g.image(g.name(fmt::format("{}/clumps", owner)), {deferred::picture_extent(camera), graph::Format::r16_float});
  graph::Load load = graph::Load::clear;
  for (const SpraySet& set : sets) {
    g.draw("clumps", "water/clumps.vert", "water/clumps.frag")
        .uniform("camera", camera)
        .params(WhiteWaterParams{static_cast<float>(set.radius), shutter})
        .read("particles", set.particles)
        .read("water_depth", water_depth, graph::Sampler::nearest_clamp)
        .color(clumps, load)
        .raster(adding())
        .indirect(set.control, draw_at);
    load = graph::Load::keep;
  }
  return clumps;
}

void show_foam(graph::Graph& g, const char* owner, const deferred::Camera& camera, const WaterTargets& targets,
               graph::Image clumps) {
  const graph::Image cover =
      g.image(g.name(fmt::format("{}/foam", owner)), {deferred::picture_extent(camera), graph::Format::r16_float});
  publish_view<"foam">(g, cover, deferred::LightingView::share);
  deferred::fill(g, "show_foam", "water/show_foam.frag")
      .uniform("camera", camera)
      .read("water_normal", targets.normal, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .optional("clumps", clumps, graph::Sampler::nearest_clamp)
      .color(cover, graph::Load::discard);
}

void draw_spray(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& wet,
                std::span<const SpraySet> sets) {
  if (sets.empty()) return;
  auto scope = g.scope("spray_points");
  const graph::Image points = g.image("spray/points", {deferred::picture_extent(camera), graph::Format::rgba16_float});
  publish_view<"spray">(g, points, deferred::LightingView::radiance);
  graph::Load load = graph::Load::clear;
  for (const SpraySet& set : sets) {
    auto node = g.draw("points", "water/spray.vert", "water/spray.frag");
    deferred::read_sun(node, light)
        .uniform("camera", camera)
        .params(WhiteWaterParams{static_cast<float>(set.radius), shutter})
        .read("particles", set.particles)
        .read("scene_depth", wet.depth, graph::Sampler::nearest_clamp)
        .color(points, load)
        .raster(adding())
        .indirect(set.control, draw_at);
    load = graph::Load::keep;
  }
  graph::Raster over = deferred::no_depth;
  over.blend = graph::Blend::premultiplied;
  deferred::fill(g, "compose", "water/spray_compose.frag")
      .read("points", points, graph::Sampler::nearest_clamp)
      .color(wet.color, graph::Load::keep)
      .raster(over);
}

}  // namespace undine::water
