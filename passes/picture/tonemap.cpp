// Exposure, glare (highlights at a quarter of the size through a Gaussian), Khronos PBR Neutral, sRGB, triangular
// dither of one step, and morphological antialiasing along edges of luma in the manner of [Lottes 2009].
#include "passes/picture/tonemap.h"

#include "engine/core/round.h"
#include "passes/deferred/screen.h"
#include "passes/picture/tonemap_params.h"

namespace undine::picture {
namespace {

constexpr float glare_share = 0.06f, glare_threshold = 1.2f;
constexpr std::uint32_t glare_scale = 4;

}  // namespace

Tonemap::Tonemap(graph::State&, const Scene&) {}

graph::Image Tonemap::draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool antialias,
                           bool counted) {
  auto scope = g.scope("tonemap");
  const graph::Image picture = encode(g, camera, lit, antialias);
  return antialias ? undine::picture::antialias(g, camera, picture, counted ? lit.color : graph::Image{}) : picture;
}

graph::Image Tonemap::encode(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool luma_in_alpha) {
  const graph::Extent size = deferred::picture_extent(camera);
  const graph::Extent small{groups_of(size.x, glare_scale), groups_of(size.y, glare_scale)};
  const graph::Image bright = g.image("tonemap/bright", {small, graph::Format::rgba16_float});
  const graph::Image wide = g.image("tonemap/wide", {small, graph::Format::rgba16_float});
  const graph::Image glare = g.image("tonemap/glare", {small, graph::Format::rgba16_float});
  const graph::Image picture = g.image("tonemap/picture", {size, graph::Format::rgba8_unorm});
  const float exposure = camera.sun_radiance.w;
  const glm::vec2 small_texel(1.0f / static_cast<float>(small.x), 1.0f / static_cast<float>(small.y));

  deferred::fill(g, "bright", "picture/tonemap_bright.frag")
      .read("lit", lit.color)
      .params(GlareParams{glm::vec2(camera.viewport.z, camera.viewport.w), exposure, glare_threshold})
      .color(bright, graph::Load::discard);
  deferred::fill(g, "blur_x", "picture/tonemap_blur.frag")
      .read("source", bright)
      .params(GlareParams{{small_texel.x, 0}, exposure, glare_threshold})
      .color(wide, graph::Load::discard);
  deferred::fill(g, "blur_y", "picture/tonemap_blur.frag")
      .read("source", wide)
      .params(GlareParams{{0, small_texel.y}, exposure, glare_threshold})
      .color(glare, graph::Load::discard);
  TonemapParams params{};
  params.size = glm::vec2(camera.viewport.x, camera.viewport.y);
  params.exposure = exposure;
  params.glare = glare_share;
  params.seed = camera.eye.w;
  params.antialias = luma_in_alpha ? 1u : 0u;
  deferred::fill(g, "map", "picture/tonemap.frag")
      .read("lit", lit.color)
      .read("glare", glare)
      .params(params)
      .color(picture, graph::Load::discard);
  return picture;
}

graph::Image antialias(graph::Graph& g, const deferred::Camera& camera, graph::Image picture, graph::Image counts) {
  const graph::Image edges =
      g.image("tonemap/antialiased", {deferred::picture_extent(camera), graph::Format::rgba8_unorm});
  deferred::fill(g, "antialias", "picture/fxaa.frag")
      .read("picture", picture)
      .optional("counts", counts, graph::Sampler::nearest_clamp)
      .params(FxaaParams{glm::vec2(camera.viewport.z, camera.viewport.w)})
      .color(edges, graph::Load::discard);
  return edges;
}

}  // namespace undine::picture
