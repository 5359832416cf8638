#include "passes/water/water_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/scene/named_view.h"
#include "passes/deferred/diffuse_optics.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/optics.h"
#include "passes/deferred/screen.h"

namespace undine::water {

WaterOptics water_optics(const deferred::WaterLook& look, float sun_y, const glm::dvec4& sediment) {
  const glm::dvec3 extinction = look.absorption + sediment.w;
  const glm::dvec3 share = sediment.w / glm::max(extinction, glm::dvec3(1e-6));
  const glm::dvec3 albedo = glm::mix(look.scatter, glm::dvec3(sediment), share);
  const double sunlit =
      sun_y > 0 ? 1 - static_cast<double>(deferred::fresnel_dielectric(sun_y, static_cast<float>(1 / look.ior))) : 0;
  const double entering =
      static_cast<double>(std::max(sun_y, 0.0f)) * sunlit / deferred::diffuse_optics(look.ior).enters;
  return {vec4(glm::dvec4(extinction, look.ior)), vec4(glm::dvec4(albedo, entering))};
}

namespace {

graph::Image target(graph::Graph& g, const char* owner, const char* name, const deferred::Camera& camera,
                    graph::Format format) {
  return g.image(g.name(fmt::format("{}/{}", owner, name)), {deferred::picture_extent(camera), format});
}

}  // namespace

WaterTargets water_targets(graph::Graph& g, const char* owner, const deferred::Camera& camera) {
  return {target(g, owner, "normal", camera, graph::Format::rgba16_float),
          target(g, owner, "depth", camera, graph::Format::d32_float),
          {}};
}

void start_color(graph::Graph& g, const char* owner, const deferred::Camera& camera, const Lit& lit,
                 WaterTargets& targets) {
  targets.color = target(g, owner, "color", camera, graph::Format::rgba16_float);
  g.copy("copy_lit", lit.color, targets.color);
}

SurfaceLight::SurfaceLight(graph::Graph& g, const deferred::Camera& camera, bool wanted) : wanted_(wanted) {
  if (!wanted) return;
  const graph::ImageDesc desc{deferred::picture_extent(camera), graph::Format::rgba16_float};
  reflection_ = g.image("water/reflection", desc);
  refraction_ = g.image("water/refraction", desc);
}

void SurfaceLight::write(graph::DrawNode& node) {
  if (!wanted_) return;
  node.color(reflection_, load_).color(refraction_, load_);
  load_ = graph::Load::keep;
}

void SurfaceLight::publish(graph::Graph& g) {
  if (!wanted_) return;
  if (load_ == graph::Load::clear) {
    g.clear("clear_reflection", reflection_, {});
    g.clear("clear_refraction", refraction_, {});
  }
  publish_view<"reflection", 6>(g, reflection_, deferred::LightingView::radiance);
  publish_view<"refraction", 7>(g, refraction_, deferred::LightingView::radiance);
}

void cover_water(graph::DrawNode& node, const WaterTargets& targets, bool everywhere, graph::Blend blend) {
  graph::Raster raster;
  // The triangle lies at depth 0: less is true exactly where water was drawn.
  raster.depth = everywhere ? graph::Compare::always : graph::Compare::less;
  raster.depth_write = false;
  raster.blend = blend;
  node.color(targets.color, graph::Load::keep).depth_test(targets.depth).raster(raster);
}

graph::Image draw_sunlit(graph::Graph& g, const char* owner, const deferred::Camera& camera,
                         const deferred::Light& light, const WaterTargets& targets, bool mesh) {
  const graph::Image sunlit =
      g.image(g.name(fmt::format("{}/sunlit", owner)), {deferred::picture_extent(camera), graph::Format::r8_unorm});
  const bool known = !mesh && light.sun_on_water;
  auto node = deferred::fill(g, "sunlit", "water/sunlit.frag").variant("SUN_ON_WATER", known);
  if (known)
    node.read("sun_on_water", light.sun_on_water, graph::Sampler::linear_clamp)
        .optional("clouds", light.clouds, graph::Sampler::linear_repeat)
        .uniform("levels", light.levels.tiles)
        .constant("waters", light.levels.count);
  else
    deferred::read_sun(node, light).constant("mesh", mesh);
  node.uniform("camera", camera)
      .read("water_normal", targets.normal, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp);
  graph::Raster over_water;
  over_water.depth = graph::Compare::less;  // the triangle lies at depth 0
  over_water.depth_write = false;
  node.color(sunlit, graph::Load::clear).depth_test(targets.depth).raster(over_water);
  return sunlit;
}

void shade_water(graph::DrawNode node, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                 const WaterTargets& targets, graph::Image sunlit, bool everywhere) {
  node.uniform("camera", camera)
      .read("sunlit_map", sunlit, graph::Sampler::nearest_clamp)
      .read("lit", lit.color)
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_normal", targets.normal, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .read("sky", light.sky, graph::Sampler::linear_repeat);
  cover_water(node, targets, everywhere, graph::Blend::none);
}

graph::Image join_depth(graph::Graph& g, const char* owner, const deferred::Camera& camera, const Lit& lit,
                        const WaterTargets& targets) {
  const graph::Image joined = g.image(g.name(fmt::format("{}/joined_depth", owner)),
                                      {deferred::picture_extent(camera), graph::Format::d32_float});
  deferred::fill(g, "join_depth", "water/join.frag")
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .depth(joined, graph::Load::discard)
      .raster({.depth = graph::Compare::always});
  return joined;
}

}  // namespace undine::water
