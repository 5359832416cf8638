#include "passes/deferred/sun_share.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "passes/deferred/screen.h"

namespace undine::deferred {
namespace {

constexpr std::uint32_t most_tile = 2048;  // texels along a side of a water's tile

// A camera block without time, so that moving clouds do not invalidate the cached search.
Camera searching(const Camera& camera) {
  Camera c = without_time(camera);
  c.cloud_sheet.w = camera.cloud_sheet.w;
  return c;
}

template <class Node>
Node& read_maps(Node& node, const Light& light) {
  Light maps = light;
  maps.clouds = {};
  return read_sun(node, maps);
}

}  // namespace

graph::Image draw_sun_share(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                            bool cached, graph::Image open) {
  const auto draw = [&](graph::Image depth) {
    const graph::Image share = g.image("lighting/sun", {picture_extent(camera), graph::Format::r32_float});
    auto node = fill(g, "sun", "deferred/sun_share.frag");
    node.uniform("camera", searching(camera))
        .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
        .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
        .color(share, graph::Load::clear)
        .depth_test(depth)
        .raster({.depth = graph::Compare::less, .depth_write = false});
    read_maps(node, light);
    return share;
  };
  if (!cached) return draw(open);
  auto cache = g.cached("sun");
  return draw(gbuffer.depth);
}

SunOnWater draw_sun_on_water(graph::Graph& g, const Camera& camera, const Light& light,
                             std::span<const SurfaceField> waters) {
  const bool level = std::ranges::all_of(waters, [](const SurfaceField& w) { return w.level && !w.dries; });
  if (!level || light.levels.count == 0 || light.shadow_near || light.shadow_middle) return {};
  const glm::mat4& m = camera.sun_matrix;
  const auto texels_of_sun = static_cast<float>(
      (light.shadow.persistent() ? g.state().at(light.shadow).texture : g.transients()[light.shadow.index()].texture)
          .extent.x);
  const float per_meter =
      0.5f * texels_of_sun *
      std::max(glm::length(glm::vec3(m[0][0], m[1][0], m[2][0])), glm::length(glm::vec3(m[0][1], m[1][1], m[2][1])));
  glm::uvec2 tile(1);
  for (const SurfaceField& w : waters)
    tile = glm::max(tile, glm::uvec2(glm::ceil(glm::vec2(w.size) * (sun_tile_wider * per_meter))));
  const auto count = static_cast<std::uint32_t>(light.levels.count);
  if (tile.x > most_tile || tile.y * count > most_tile) return {};
  auto cache = g.cached("sun_on_water");
  const graph::Image map = g.image("sun_on_water/share", {{tile.x, tile.y * count, 1}, graph::Format::r16_float});
  auto node = fill(g, "search", "deferred/sun_on_water.frag");
  node.uniform("camera", searching(camera))
      .uniform("levels", light.levels.tiles)
      .constant("waters", light.levels.count)
      .color(map, graph::Load::discard);
  read_maps(node, light);
  const glm::uvec2 small = (tile + 3u) / 4u;
  const graph::Image around =
      g.image("sun_on_water/around", {{small.x, small.y * count * sun_discs, 1}, graph::Format::r16_float});
  fill(g, "spread", "deferred/sun_around.frag")
      .uniform("levels", light.levels.tiles)
      .constant("waters", light.levels.count)
      .read("share", map, graph::Sampler::linear_clamp)
      .color(around, graph::Load::discard);
  return {map, around};
}

}  // namespace undine::deferred
