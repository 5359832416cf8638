#include "passes/deferred/lighting.h"

#include <utility>

#include "engine/scene/named_view.h"
#include "passes/deferred/screen.h"

namespace undine::deferred {
namespace {

// Declares a full-screen pass that reads the G-buffer.
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

// The depth of what has yet to be lit, in an image that the draws of the light may write: of all, or of what no water
// hides.
graph::Image draw_open(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, graph::Image covered) {
  const graph::Image open = g.image("lighting/open", {picture_extent(camera), graph::Format::d32_float});
  if (!covered) {
    g.copy("open", gbuffer.depth, open);
    return open;
  }
  fill(g, "open", "deferred/lighting_open.frag")
      .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
      .read("covered", covered, graph::Sampler::nearest_clamp)
      .depth(open, graph::Load::discard)
      .raster({.depth = graph::Compare::always});
  return open;
}

}  // namespace

Lit draw_lighting(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                  graph::Image ambient, const LightingChoice& choice) {
  auto scope = g.scope("lighting");
  const graph::Image color = g.image("lighting/radiance", {picture_extent(camera), graph::Format::rgba16_float});
  graph::Load load = graph::Load::clear;
  // A draw lights where `open` is over 0. The first of two leaves out what is not of its kind, and writes 0 where it
  // has lit.
  enum class Place { any, air, water };
  enum class Turn { only, first, last };
  const auto draw = [&](const char* verb, graph::Image open, Place place, Turn turn) {
    // A scene in the air finds the visible share of the sun's disc first, and lights by it.
    graph::Image share;
    if (place == Place::air && choice.sun.before)
      share = draw_sun_share(g, camera, gbuffer, light, choice.sun.cached, open);
    const bool on_water = !share && light.sun_on_water && (place == Place::water || !light.mirrored_shadow);
    auto node = fill(g, verb, "deferred/lighting.frag");
    node.variant("SUN_GIVEN", bool(share)).variant("SUN_ON_WATER", on_water);
    node.uniform("camera", camera)
        .read("albedo", gbuffer.albedo, graph::Sampler::nearest_clamp)
        .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
        .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
        .read("ambient", ambient, graph::Sampler::nearest_clamp)
        .constant("one_kind", turn == Turn::first)
        .color(color, std::exchange(load, graph::Load::keep))
        .raster({.depth = graph::Compare::less, .depth_write = turn == Turn::first});
    if (turn == Turn::first)
      node.depth(open, graph::Load::keep);
    else
      node.depth_test(open);
    read_sky_light(node, light);
    if (share) {
      node.read("sun_share", share, graph::Sampler::nearest_clamp)
          .optional("clouds", light.clouds, graph::Sampler::linear_repeat);
      read_levels(node, light.levels);
      read_thrown_up(node, light);
      return;
    }
    read_sun(node, light);
    read_water_light(node, light);
    if (on_water)
      node.read("sun_on_water", light.sun_on_water, graph::Sampler::linear_clamp)
          .read("sun_around_water", light.sun_around, graph::Sampler::linear_clamp);
    else
      read_thrown_up(node, light);
    node.constant("all_in_air", place == Place::air).constant("all_in_water", place == Place::water);
  };
  if (light.levels.count == 0 || choice.one_draw || (choice.all_in_air && !choice.covered)) {
    draw("light", gbuffer.depth, light.levels.count == 0 || choice.all_in_air ? Place::air : Place::any, Turn::only);
  } else {
    const graph::Image open = draw_open(g, camera, gbuffer, choice.covered);
    if (choice.water_first) draw("light_in_water", open, Place::water, Turn::first);
    draw("light", open, Place::air, choice.water_first ? Turn::last : Turn::first);
    if (!choice.water_first) draw("light_in_water", open, Place::water, Turn::last);
  }
  if (choice.sky) {
    auto behind = fill(g, "sky", "deferred/lighting_sky.frag");
    behind.uniform("camera", camera)
        .read("sky", light.sky, graph::Sampler::linear_repeat)
        .color(color, graph::Load::keep)
        .depth_test(gbuffer.depth)
        .raster({.depth = graph::Compare::greater_equal, .depth_write = false});
    read_sun(behind, light);
  }
  light_by_lamps(g, camera, gbuffer, light.levels, light.lamps, color);
  if (choice.sky) {  // the picture's own, not a layer of it
    publish_view<"albedo", 2>(g, gbuffer.albedo, LightingView::albedo);
    publish_view<"normals", 3>(g, gbuffer.normal, LightingView::normals);
    publish_view<"depth", 4>(g, gbuffer.depth, LightingView::depth);
    publish_view<"ao", 5>(g, ambient, LightingView::ambient);
    publish_view<"caustics", 8>(g, light.caustics, LightingView::caustics);
  }
  return {color, gbuffer.depth};
}

graph::Image draw_input(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                        graph::Image ambient, const graph::Graph::Published& input) {
  const bool any = input.as >= static_cast<std::uint32_t>(LightingView::radiance);
  const graph::Image extra = any ? input.image : graph::Image{};
  auto scope = g.scope("view");
  const graph::Image picture = g.image("view/picture", {picture_extent(camera), graph::Format::rgba8_unorm});
  auto node =
      over_picture(g, "show", "deferred/lighting_view.comp", camera, gbuffer, ambient, static_cast<int>(input.as));
  node.optional("through", light.through, graph::Sampler::linear_clamp)
      .optional("caustics", light.caustics, graph::Sampler::linear_clamp)
      .optional("extra", extra, graph::Sampler::linear_clamp)
      .write("picture", picture);
  read_levels(node, light.levels);
  return picture;
}

}  // namespace undine::deferred
