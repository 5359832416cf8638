// Deferred water: surfaces of any kind write normal and depth, then one full-screen node shades them all.
// Fresnel's and Snell's laws for a dielectric; Beer-Lambert absorption with single scattering of daylight; refracted
// and mirrored rays march the depth buffer of the opaque scene.
#include "passes/water/water.h"

#include <algorithm>
#include <array>

#include "engine/scene/named_view.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/screen.h"
#include "passes/water/water_dye.h"
#include "passes/water/water_field.h"
#include "passes/water/water_nodes.h"
#include "passes/water/water_params.h"
#include "passes/water/white_water.h"

namespace undine::water {
namespace {

constexpr std::uint32_t most_quads = 320;

WaterBox box_of(const SurfaceField& f) {
  const bool closed = f.depth > 0;
  const vec4 sediment(f.sediment);
  const float foams = f.traces ? 1.0f : 0.0f;
  if (!closed) return {vec4(-1e5f, -1e5f, -1e5f, 0), vec4(1e5f, 1e5f, 1e5f, 0), sediment, foams};
  const glm::dvec3 low = f.origin - glm::dvec3(f.size.x / 2, f.depth, f.size.y / 2);
  const glm::dvec3 high = f.origin + glm::dvec3(f.size.x / 2, 0, f.size.y / 2);
  return {vec4(glm::vec3(low), 0), vec4(glm::vec3(high), 1), sediment, foams};
}

bool contains(const SurfaceField& f, const glm::dvec3& p) {
  const glm::dvec3 d = p - f.origin;
  return std::abs(d.x) < f.size.x / 2 && std::abs(d.z) < f.size.y / 2 && d.y < 0 && (f.depth <= 0 || d.y > -f.depth);
}

ShadeParams shade_params(const deferred::WaterLook& look, const deferred::Camera& camera,
                         std::span<const SurfaceField> fields) {
  const glm::dvec3 eye(camera.eye);
  ShadeParams p{};
  p.absorption = vec4(glm::vec3(look.absorption), static_cast<float>(look.ior));
  p.scatter = vec4(glm::vec3(look.scatter), -1);
  p.entering = sunlight_entering(camera.sun_direction.y, p.absorption.w);
  // Fields over the table's end: no box, and light that enters everywhere.
  for (WaterBox& box : p.boxes) box = {vec4(-1e5f, -1e5f, -1e5f, 0), vec4(1e5f, 1e5f, 1e5f, 0), vec4(0), 0};
  const std::size_t count = std::min<std::size_t>(fields.size(), max_water_boxes - 1);
  for (std::size_t i = 0; i < count; ++i) {
    p.boxes[i] = box_of(fields[i]);
    if (!contains(fields[i], eye)) continue;
    const SurfaceField& f = fields[i];
    p.scatter.w = static_cast<float>(i);
    p.eye_height = static_cast<float>(eye.y - f.origin.y);
    const glm::dvec2 place = (glm::dvec2(eye.x - f.origin.x, eye.z - f.origin.z) / f.size + 0.5) * glm::dvec2(f.cells);
    p.eye_cell = glm::clamp(glm::ivec2(glm::floor(place)), glm::ivec2(0), glm::ivec2(f.cells) - 1);
  }
  return p;
}

}  // namespace

WaterPass::WaterPass(graph::State& state, const Scene& scene)
    : state_(&state),
      look_(scene.render.of<deferred::WaterLook>()),
      reflections_(scene.render.of<ReflectionSettings>().reflections) {}

Lit WaterPass::draw(graph::Graph& g, const deferred::Camera& camera, const GBuffer&, const deferred::Light& light,
                    const Lit& lit, std::span<const SurfaceField> fields, const deferred::Submerged* submerged,
                    const HullMask& hulls) {
  auto scope = g.scope("water");
  const graph::Extent size = deferred::picture_extent(camera);
  // Black where no water is.
  const graph::Image reflection = g.image("water/reflection", {size, graph::Format::rgba16_float});
  const graph::Image refraction = g.image("water/refraction", {size, graph::Format::rgba16_float});
  publish_view<"reflection", 6>(g, reflection, deferred::LightingView::radiance);
  publish_view<"refraction", 7>(g, refraction, deferred::LightingView::radiance);
  normal_ = depth_ = {};
  if (fields.empty()) {
    g.clear("clear_reflection", reflection, {0, 0, 0, 1});
    g.clear("clear_refraction", refraction, {0, 0, 0, 1});
    return lit;
  }
  const WaterTargets targets = water_targets(g, "water", camera, lit);
  normal_ = targets.normal;
  depth_ = targets.depth;

  if (!detail_ && std::ranges::any_of(fields, [](const SurfaceField& f) { return static_cast<bool>(f.flow); })) {
    detail_.emplace(*state_);
    detail_->start(g);
  }
  graph::Raster raster;
  raster.depth = graph::Compare::greater_equal;
  std::uint32_t index = 0;
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& field : fields) {
    SurfaceParams params{};
    params.field = field_params(field, 1, most_quads);
    params.code = static_cast<float>(++index);
    params.roughness = static_cast<float>(look_.roughness);
    params.ripple = ripple_strength(field, look_.ripples);
    const std::uint32_t columns = params.field.cells.z, rows = params.field.cells.w;
    graph::Raster strips = raster;
    strips.topology = graph::Topology::triangle_strip;
    const bool flows = static_cast<bool>(field.flow);
    auto node = g.draw("surface", "water/surface.vert", "water/surface.frag",
                       {.with = hulls.front ? flows ? "FLOW HULL_MASK" : "HULL_MASK"
                                : flows     ? "FLOW"
                                            : ""});
    if (flows)
      node.read("flow", field.flow, graph::Sampler::linear_repeat)
          .optional("traces", field.traces, graph::Sampler::linear_repeat)
          .read("flow_map_image", detail_->map(), graph::Sampler::linear_repeat);
    if (hulls.front)
      node.read("hull_front", hulls.front, graph::Sampler::nearest_clamp)
          .read("hull_back", hulls.back, graph::Sampler::nearest_clamp);
    node.uniform("camera", camera)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
        .params(params)
        .color(targets.normal, load)
        .depth(targets.depth, load, 0)
        .raster(strips)
        .draw({.vertices = 2 * (columns + 1), .instances = rows});
    if (field.depth > 0) {
      node.draw({.vertices = 2 * (std::max(columns, rows) + 1), .instances = 4, .first_instance = rows});
    }
    load = graph::Load::keep;
  }

  const graph::Image clumps = draw_clumps(g, "water", camera, targets.depth, spray_of(fields));
  show_foam(g, "water", camera, targets, clumps, false);
  const ShadeParams shade = shade_params(look_, camera, fields);
  const bool eye_in_water = shade.scatter.w >= 0;
  const deferred::Submerged shown{.camera = camera, .lit = lit, .swimmers = {}};
  const deferred::Submerged& inside = submerged ? *submerged : shown;
  const graph::Image eye_surface =
      eye_in_water ? fields[static_cast<std::size_t>(shade.scatter.w)].surface : graph::Image{};
  const bool swimmers = static_cast<bool>(inside.swimmers.color);
  auto node = g.draw("shade", "water/shade.vert", "water/shade.frag", {.with = swimmers ? "SWIMMERS" : ""}).draw({});
  if (swimmers)
    node.read("swimmers_lit", inside.swimmers.color)
        .read("swimmers_depth", inside.swimmers.depth, graph::Sampler::nearest_clamp)
        .constant("swimmers_thick", inside.swimmers_thick);
  node.uniform("submerged", inside.camera)
      .params(shade)
      .constant("screen_reflections", reflections_)
      .constant("inside_is_whole", submerged != nullptr)
      .read("submerged_lit", inside.lit.color)
      .read("submerged_depth", inside.lit.depth, graph::Sampler::nearest_clamp);
  shade_water(node, camera, light, lit, targets, eye_in_water);
  deferred::read_levels(node, light.levels);
  node.optional("eye_surface", eye_surface, graph::Sampler::nearest_clamp)
      .optional("clumps", clumps, graph::Sampler::nearest_clamp)
      .color(reflection, graph::Load::clear)
      .color(refraction, graph::Load::clear);
  for (std::size_t i = 0; i < fields.size(); ++i)
    draw_dye(g, camera, light, fields[i], static_cast<std::uint32_t>(i), shade.absorption.w, targets);
  return {targets.color, join_depth(g, "water", camera, lit, targets)};
}

}  // namespace undine::water
