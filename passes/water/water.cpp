// Deferred water: all kinds of surfaces write normal and depth, then one full-screen node shades them. Fresnel's and
// Snell's laws for a dielectric; Beer-Lambert absorption with single scattering of daylight; refracted and reflected
// rays march the depth buffer of the opaque scene.
#include "passes/water/water.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "passes/deferred/lighting.h"
#include "passes/deferred/screen.h"
#include "passes/water/sea_surface.h"
#include "passes/water/underwater.h"
#include "passes/water/water_dye.h"
#include "passes/water/water_field.h"
#include "passes/water/water_lamps.h"
#include "passes/water/water_nodes.h"
#include "passes/water/water_params.h"
#include "passes/water/water_surface.h"
#include "passes/water/white_water.h"

namespace undine::water {
namespace {

WaterBox box_of(const SurfaceField& f, const WaterOptics& optics, bool has_ground) {
  const bool closed = f.depth > 0, endless = f.waves.patches > 0;
  const float foams = f.traces ? 1.0f : 0.0f;
  const float shore = static_cast<float>(std::min(1.0, std::max(f.size.x, f.size.y)));
  glm::dvec3 low = f.origin - glm::dvec3(f.size.x / 2, f.depth, f.size.y / 2);
  glm::dvec3 high = f.origin + glm::dvec3(f.size.x / 2, 0, f.size.y / 2);
  if (!closed) {  // it ends where it falls over a border
    const auto end = [](double past, double border, double beyond) { return past > 0 ? border : beyond; };
    low = {end(f.past.x, low.x, -1e5), -1e5, end(f.past.z, low.z, -1e5)};
    high = {end(f.past.y, high.x, 1e5), 1e5, end(f.past.w, high.z, 1e5)};
    return {vec4(glm::vec3(low), shore),          vec4(glm::vec3(high), 0), optics, foams,
            endless || !has_ground ? 1.0f : 0.0f, endless ? 1.0f : 0.0f};
  }
  return {vec4(glm::vec3(low), shore), vec4(glm::vec3(high), 1), optics, foams, 0, 0};
}

// Checks whether a part of the picture can lie under the water's surface: the eye is in its box, or over it by less
// than waves rise and the lens is wide.
bool may_be_in(const SurfaceField& f, const glm::dvec3& p) {
  const glm::dvec3 d = p - f.origin;
  if (f.carried) return false;  // the sea is looked into
  const double over = std::max(0.5, f.waves.height);
  if (f.waves.patches > 0) return d.y < over;
  return std::abs(d.x) < f.size.x / 2 && std::abs(d.z) < f.size.y / 2 && d.y < over && (f.depth <= 0 || d.y > -f.depth);
}

ShadeParams shade_params(const Scene& scene, const deferred::Camera& camera, std::span<const SurfaceField> fields) {
  const glm::dvec3 eye(camera.eye);
  ShadeParams p{};
  p.eye_box = -1;
  // Fields over the table's end: no box, and light that enters everywhere.
  const WaterOptics usual = water_optics(scene.render.of<deferred::WaterLook>(), camera.sun_direction.y);
  for (WaterBox& box : p.boxes) box = {vec4(-1e5f, -1e5f, -1e5f, 0), vec4(1e5f, 1e5f, 1e5f, 0), usual, 0, 0, 0};
  const std::size_t count = std::min<std::size_t>(fields.size(), max_water_boxes - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const SurfaceField& f = fields[i];
    p.boxes[i] = box_of(f, water_optics(deferred::look_of(scene, f.water), camera.sun_direction.y, f.sediment),
                        scene.terrain || !scene.meshes.empty());
    if (!may_be_in(f, eye)) continue;
    p.eye_box = static_cast<int>(i);
    p.eye_rest = static_cast<float>(f.origin.y);
  }
  return p;
}

}  // namespace

WaterPass::WaterPass(graph::State& state, const Scene& scene)
    : state_(&state),
      scene_(scene),
      reflections_(scene.render.of<ReflectionSettings>().reflections),
      underwater_(scene.render.of<UnderwaterSettings>()) {}

bool WaterPass::eye_may_be_in(const deferred::Camera& camera, std::span<const SurfaceField> fields) {
  return std::ranges::any_of(fields, [&](const SurfaceField& f) { return may_be_in(f, glm::dvec3(camera.eye)); });
}

bool WaterPass::hides(const deferred::Camera& camera, std::span<const SurfaceField> fields) {
  // Through closed sides the scene behind the water is seen, and from within all of it.
  return !eye_may_be_in(camera, fields) &&
         std::ranges::none_of(fields, [](const SurfaceField& f) { return f.depth > 0; });
}

WaterSurfaces WaterPass::draw_surfaces(graph::Graph& g, const deferred::Camera& camera, graph::Image scene,
                                       std::span<const SurfaceField> fields, const HullMask& hulls, bool enlarged,
                                       std::uint32_t falls) {
  if (fields.empty()) return {.normal = {}, .depth = {}, .flow_map = detail_ ? detail_->map() : graph::Image{}};
  auto scope = g.scope("water");
  const WaterTargets targets = water_targets(g, "water", camera);
  if (!detail_ && std::ranges::any_of(fields, [](const SurfaceField& f) { return static_cast<bool>(f.flow); })) {
    detail_.emplace(*state_);
    detail_->start(g);
  }
  const WaterSurfaces out{targets.normal, targets.depth, detail_ ? detail_->map() : graph::Image{}};
  std::uint32_t index = 0;
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& field : fields) {
    ++index;
    if (field.carried) continue;
    const auto code = static_cast<float>(index);
    const SurfaceLook look{hulls, out.flow_map, enlarged};
    if (field.waves.patches > 0) {
      draw_sea(g, scene_, camera, scene, SeaFields(field, fields), code, look, out, load);
    } else {
      const bool ends = index <= 32 && (falls >> (index - 1) & 1u) != 0;
      draw_surface(g, scene_, camera, scene, field, code, ends ? Shown::within : Shown::all, look)
          .color(out.normal, load)
          .depth(out.depth, load, 0);
    }
    load = graph::Load::keep;
  }
  return out;
}

Lit WaterPass::draw(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                    std::span<const SurfaceField> fields, const WaterSurfaces& surfaces, SurfaceLight& shown,
                    const deferred::Submerged* submerged, const deferred::Mirrored* mirrored) const {
  auto scope = g.scope("water");
  if (fields.empty()) return lit;
  WaterTargets targets{surfaces.normal, surfaces.depth, {}};
  start_color(g, "water", camera, lit, targets);
  const graph::Image clumps = draw_clumps(g, "water", camera, targets.depth, spray_of(fields));
  show_foam(g, "water", camera, targets, clumps);
  const graph::Image sunlit = draw_sunlit(g, "water", camera, light, targets, false);
  ShadeParams shade = shade_params(scene_, camera, fields);
  shade.mirrored = mirrored ? mirrored->waters : 0;
  const bool eye_in_water = shade.eye_box >= 0;
  const bool some_closed = std::ranges::any_of(fields, [](const SurfaceField& f) { return f.depth > 0; });
  const deferred::Submerged whole{.camera = camera, .lit = lit, .swimmers = {}};
  const deferred::Submerged& inside = submerged ? *submerged : whole;
  const bool swimmers = static_cast<bool>(inside.swimmers.color);
  const deferred::Mirrored unmirrored{camera, {}, 0};
  const deferred::Mirrored& above = mirrored ? *mirrored : unmirrored;
  const auto draw_shade = [&](graph::DrawNode node, bool in_water) {
    node.variant("SWIMMERS", swimmers);
    if (swimmers)
      node.read("swimmers_lit", inside.swimmers.color)
          .read("swimmers_depth", inside.swimmers.depth, graph::Sampler::nearest_clamp)
          .constant("swimmers_thick", inside.swimmers_thick);
    node.uniform("mirror", above.camera)
        .optional("mirror_lit", above.lit.color)
        .optional("mirror_depth", above.lit.depth, graph::Sampler::nearest_clamp)
        .uniform("submerged", inside.camera)
        .params(shade)
        .constant("screen_reflections", reflections_)
        .constant("inside_is_whole", submerged != nullptr)
        .constant("some_closed", some_closed)
        .constant("eye_may_be_in_water", in_water)
        .read("submerged_lit", inside.lit.color)
        .read("submerged_depth", inside.lit.depth, graph::Sampler::nearest_clamp);
    shade_water(node, camera, light, lit, targets, sunlit, in_water);
    deferred::read_levels(node, light.levels);
    node.optional("clumps", clumps, graph::Sampler::nearest_clamp);
    shown.write(node);
  };
  graph::Buffer lens;
  if (eye_in_water) {
    lens = look_through_lens(g, camera, light.levels, {shade.eye_box, shade.eye_rest, underwater_.motes});
    const char* shader = "water/shade.frag";
    draw_shade(deferred::fill_if(g, "shade", shader, lens, offsetof(LensDraws, in_air)), false);
    draw_shade(deferred::fill_if(g, "shade_in_water", shader, lens, offsetof(LensDraws, in_water)), true);
  } else {
    draw_shade(deferred::fill(g, "shade", "water/shade.frag"), false);
  }
  for (std::size_t i = 0; i < fields.size(); ++i)
    draw_dye(g, camera, light, fields[i], static_cast<std::uint32_t>(i),
             static_cast<float>(deferred::look_of(scene_, fields[i].water).ior), targets);
  WaterLampParams lit_by{};
  for (std::size_t i = 0; i < max_water_boxes; ++i) {
    lit_by.optics[i] = shade.boxes[i].optics;
    lit_by.low[i] = shade.boxes[i].low;
    lit_by.high[i] = shade.boxes[i].high;
  }
  draw_lamps(g, camera, light, targets, lit_by, clumps, &inside.camera, inside.lit.depth);
  if (eye_in_water)
    draw_underwater(g, camera, light, lit, {shade.boxes[shade.eye_box], shade.eye_box, shade.eye_rest}, underwater_,
                    targets, lens);
  return {targets.color, join_depth(g, "water", camera, lit, targets)};
}

}  // namespace undine::water
