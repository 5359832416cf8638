// Exposure, glare (highlights at a quarter and a sixteenth of the size through Gaussians), tone curve, sRGB, triangular
// dither of one step, and morphological antialiasing along edges of luma in the manner of [Lottes 2009].
#include "passes/picture/tonemap.h"

#include "engine/core/round.h"
#include "passes/deferred/screen.h"
#include "passes/picture/tonemap_params.h"

namespace undine::picture {
namespace {

constexpr float near_share = 0.05f, far_share = 0.03f, glare_threshold = 1.2f;
constexpr std::uint32_t glare_scale = 4;

struct Glare {
  graph::Image near, far;
};

// Highlights, smaller and blurred; once more at a quarter of that size.
Glare spread(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, graph::Buffer metered, float exposure) {
  auto scope = g.scope("glare");
  const graph::Extent full = deferred::picture_extent(camera);
  const auto smaller = [](graph::Extent e) {
    return graph::Extent{groups_of(e.x, glare_scale), groups_of(e.y, glare_scale)};
  };
  const auto texel = [](graph::Extent e) {
    return glm::vec2(1.0f / static_cast<float>(e.x), 1.0f / static_cast<float>(e.y));
  };
  const auto image = [&](const char* name, graph::Extent e) {
    return g.image(g.name(name), {e, graph::Format::rgba16_float});
  };
  const auto blur = [&](const char* verb, graph::Image from, graph::Image to, glm::vec2 step) {
    deferred::fill(g, verb, "picture/tonemap_blur.frag")
        .read("source", from)
        .params(GlareParams{step, exposure, glare_threshold})
        .color(to, graph::Load::discard);
  };
  const graph::Extent small = smaller(full), least = smaller(small);
  const graph::Image bright = image("tonemap/bright", small);
  deferred::fill(g, "bright", "picture/tonemap_bright.frag")
      .read("lit", lit.color)
      .optional("metered", metered)
      .params(GlareParams{texel(full), exposure, glare_threshold})
      .color(bright, graph::Load::discard);
  const graph::Image across = image("tonemap/wide", small), near = image("tonemap/glare", small);
  blur("blur_x", bright, across, {texel(small).x, 0});
  blur("blur_y", across, near, {0, texel(small).y});
  const graph::Image far_across = image("tonemap/far_wide", least), far = image("tonemap/far_glare", least);
  blur("far_x", near, far_across, {texel(least).x, 0});
  blur("far_y", far_across, far, {0, texel(least).y});
  return {near, far};
}

}  // namespace

Tonemap::Tonemap(graph::State& state, const Scene& scene)
    : state_(&state),
      tone_(scene.render.of<ToneSettings>()),
      exposure_(scene.render.of<deferred::ExposureSettings>()) {}

graph::Image Tonemap::draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool antialias,
                           bool counted, bool follows, bool enlarged) {
  auto scope = g.scope("tonemap");
  const graph::Image picture = encode(g, camera, lit, antialias, follows);
  return antialias ? undine::picture::antialias(g, camera, picture, counted ? lit.color : graph::Image{}, enlarged)
                   : picture;
}

graph::Image Tonemap::encode(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool luma_in_alpha,
                             bool follows) {
  const graph::Extent size = deferred::picture_extent(camera);
  const graph::Image picture = g.image("tonemap/picture", {size, graph::Format::rgba8_unorm});
  graph::Buffer metered;
  if (exposure_.kind == deferred::ExposureSettings::Kind::metered) {
    if (!metering_) metering_.emplace(*state_);
    metered = metering_->draw(g, camera, lit, follows);
  }
  const float exposure = camera.sun_radiance.w;
  Glare glare;
  if (tone_.glare > 0) glare = spread(g, camera, lit, metered, exposure);
  TonemapParams params{};
  params.size = glm::vec2(camera.viewport.x, camera.viewport.y);
  params.exposure = exposure;
  params.glare = static_cast<float>(tone_.glare) * glm::vec2(near_share, far_share);
  params.seed = camera.eye.w;
  params.antialias = luma_in_alpha ? 1u : 0u;
  deferred::fill(g, "map", "picture/tonemap.frag")
      .read("lit", lit.color)
      .optional("glare", glare.near)
      .optional("far_glare", glare.far)
      .optional("metered", metered)
      .constant("agx", tone_.curve == ToneSettings::Curve::agx)
      .params(params)
      .color(picture, graph::Load::discard);
  return picture;
}

graph::Image antialias(graph::Graph& g, const deferred::Camera& camera, graph::Image picture, graph::Image counts,
                       bool enlarged) {
  const graph::Image edges =
      g.image("tonemap/antialiased", {deferred::picture_extent(camera), graph::Format::rgba8_unorm});
  deferred::fill(g, "antialias", "picture/fxaa.frag")
      .read("picture", picture)
      .optional("counts", counts, graph::Sampler::nearest_clamp)
      .constant("coarse", enlarged)
      .params(FxaaParams{glm::vec2(camera.viewport.z, camera.viewport.w)})
      .color(edges, graph::Load::discard);
  return edges;
}

}  // namespace undine::picture
