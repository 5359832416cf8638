#include "passes/deferred/gbuffer_submerged.h"

#include <algorithm>

#include "passes/deferred/forward.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/shadow.h"

namespace undine::deferred {
namespace {

constexpr float refraction_margin = 1.2f;

Camera widened(const Camera& camera) {
  Camera c = camera;
  glm::mat4 shrink(1);
  shrink[0][0] = shrink[1][1] = 1 / refraction_margin;
  c.projection = shrink * camera.projection;
  c.view_projection = shrink * camera.view_projection;
  c.inverse_view_projection = glm::mat4(glm::inverse(glm::dmat4(c.view_projection)));
  // At the resolution of the final picture: refracted rays sample between pixels, which temporal accumulation cannot
  // refine.
  const glm::vec2 size = glm::ceil(glm::vec2(camera.viewport) * refraction_margin / camera.jitter.w);
  c.jitter.w = 1;
  c.viewport = glm::vec4(size, 1.0f / size);
  return c;
}

// Open upwards: fragments above the surface over them are left out (shaders/deferred/submerged.glsl).
ClipBoxes boxes_of(std::span<const SurfaceField> waters) {
  ClipBoxes clip{};
  for (const SurfaceField& w : waters.first(std::min<std::size_t>(waters.size(), most_clip_boxes))) {
    const WaterArea area = area_of(w);
    const glm::vec3 middle(area.middle.x, w.origin.y, area.middle.y);
    const glm::vec3 half(area.size.x / 2 + 0.02, 0, area.size.y / 2 + 0.02);
    const float below = w.depth > 0 ? static_cast<float>(w.depth) + 0.02f : 1e4f;
    clip.low[clip.count] = glm::vec4(middle - half - glm::vec3(0, below, 0), 0);
    clip.high[clip.count] = glm::vec4(middle + half + glm::vec3(0, 1e4f, 0), 0);
    clip.all_low = clip.count ? glm::min(clip.all_low, clip.low[clip.count]) : clip.low[clip.count];
    clip.all_high = clip.count ? glm::max(clip.all_high, clip.high[clip.count]) : clip.high[clip.count];
    ++clip.count;
  }
  return clip;
}

// Nothing moves in them but water that knows no dry places.
bool stands(const Geometry& geometry, std::span<const SurfaceField> waters) {
  return geometry.bodies().empty() && std::ranges::none_of(waters, &SurfaceField::dries) &&
         std::ranges::none_of(geometry.parts(), &Geometry::Part::ground);
}

struct Shown {
  GBuffer gbuffer;
  graph::Image ambient;
};

// Caches what stands in the waters under their troughs, and draws the rest in each picture.
Shown draw_standing(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Clip& clip,
                    const SsaoSettings& ssao, const WetGround& wet) {
  const Camera still = without_time(camera);
  const auto levels = std::span(clip.levels.tiles.of).first(static_cast<std::size_t>(clip.levels.count));
  const auto [lowest, highest] = std::ranges::minmax(levels, {}, &LevelTile::rest);
  Clip rest = clip, above = clip;
  rest.levels.image = {};
  rest.levels.span = {};
  for (LevelTile& t : rest.levels.tiles.of) t.rest -= wave_trough;
  rest.boxes.all_high.y = highest.rest - wave_trough + over_surface;
  above.boxes.all_low.y = lowest.rest - wave_trough + over_surface;
  Shown out;
  {
    auto cached = g.cached("standing");
    out.gbuffer = draw_gbuffer(g, still, geometry, {.clip = &rest, .wet = &wet});
    out.ambient = draw_ambient(g, still, out.gbuffer, ssao);
  }
  {
    auto scope = g.scope("gbuffer");
    const auto copy = [&](const char* verb, const char* name, graph::Image& image) {
      const graph::Image from = image;
      image = g.image(name, from.persistent() ? g.state().at(from).texture : g.transients()[from.index()].texture);
      g.copy(verb, from, image);
    };
    copy("copy_albedo", "submerged/albedo", out.gbuffer.albedo);
    copy("copy_normal", "submerged/normal", out.gbuffer.normal);
    copy("copy_depth", "submerged/depth", out.gbuffer.depth);
  }
  draw_missing(g, still, geometry, above, out.gbuffer);
  return out;
}

}  // namespace

Submerged draw_submerged(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Light& of_all,
                         const SsaoSettings& ssao, std::span<const SurfaceField> waters, const WetGround& wet) {
  auto scope = g.scope("submerged");
  Light light = of_all;
  light.mirrored_shadow = light.shimmer = {};  // those are of what is over water
  Submerged out;
  out.camera = widened(camera);
  const Clip clip{boxes_of(waters), light.levels};
  Shown shown;
  if (stands(geometry, waters)) {
    shown = draw_standing(g, out.camera, geometry, clip, ssao, wet);
  } else {
    shown.gbuffer = draw_gbuffer(g, out.camera, geometry, {.clip = &clip, .wet = &wet});
    shown.ambient = draw_ambient(g, out.camera, shown.gbuffer, ssao);
  }
  // Apart where a map knows whether the sun reaches the waters: then only what is in the air has to search for it.
  const bool one_draw = !light.sun_on_water;
  out.lit = draw_lighting(g, out.camera, shown.gbuffer, light, shown.ambient,
                          {.sky = false, .one_draw = one_draw, .water_first = true});
  draw_glow(g, out.camera, geometry, out.lit, &clip);
  draw_bulbs(g, out.camera, light.lamps, out.lit, {.waters = waters, .in_waters = true});
  draw_blended(g, out.camera, geometry, light, out.lit, &clip);
  if (!geometry.fish().empty() && geometry.body_set().fish) {
    auto layer = g.scope("swimmers");
    SsaoSettings none = ssao;
    none.enabled = false;
    const GBuffer fish = draw_swimmers(g, out.camera, geometry, clip);
    out.swimmers = draw_lighting(g, out.camera, fish, light, draw_ambient(g, out.camera, fish, none),
                                 {.sky = false, .one_draw = true});
    out.swimmers_thick = 0.2f * geometry.longest_fish();
  }
  return out;
}

}  // namespace undine::deferred
