// Caustics by photon grids in the clip space of bent sunlight (Camera::bent_matrix): light over light through flat
// water is the area that a patch of the beam has at the surface over the area where it lands, both seen along the beam.
// So flat water gives 1 everywhere, and waves only move light about. What shades stands in the shadow maps, not here.
// Receivers are found in a depth map as in [Shah et al. 2007].
#include "passes/water/caustics.h"

#include <algorithm>
#include <array>

#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"
#include "passes/water/water_field.h"
#include "passes/water/water_params.h"

namespace undine::water {
namespace {

constexpr std::uint32_t least_quads = 256, most_quads = 512;
// Of light that goes up, which has farther to go and spreads more.
constexpr std::uint32_t least_up = 160, most_up = 320;
constexpr float lowest_sun = 0.02f;
constexpr std::uint32_t map_size = 1024;

// Of the columns under the surface, as deep and as high as the map's box.
vec4 footprint(const SurfaceField& field, const deferred::Camera& camera, const glm::mat4& world_from_sun) {
  float bottom = 1e9f, top = -1e9f;
  for (int i = 0; i < 8; ++i) {
    const glm::vec4 corner(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : 0, 1);
    bottom = std::min(bottom, (world_from_sun * corner).y);
    top = std::max(top, (world_from_sun * corner).y);
  }
  glm::vec2 low(1), high(-1);
  for (int i = 0; i < 8; ++i) {
    const glm::dvec2 xz =
        glm::dvec2(field.origin.x, field.origin.z) + glm::dvec2(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5) * field.size;
    const glm::vec2 clip(camera.bent_matrix * glm::vec4(glm::vec2(xz).x, i & 4 ? top : bottom, glm::vec2(xz).y, 1));
    low = glm::min(low, clip);
    high = glm::max(high, clip);
  }
  return vec4(glm::max(low - 0.01f, glm::vec2(-1)), glm::min(high + 0.01f, glm::vec2(1)));
}

// Photons at the corners of quads over a field and around it (water/photons.comp).
struct Photons {
  graph::Buffer places, shares;
  glm::uvec2 corners;
};

Photons photons_of(graph::Graph& g, const FieldParams& field, bool up) {
  Photons out;
  out.corners = glm::uvec2(field.cells.z, field.cells.w) + 2 * photon_border + 1u;
  const std::uint64_t count = std::uint64_t{out.corners.x} * out.corners.y;
  out.places = g.buffer("caustics/places", {16 * count});
  if (up) out.shares = g.buffer("caustics/shares", {4 * count, graph::Format::r32_float});
  return out;
}

// Adds their light to a map: strips of quads.
void splat(graph::Graph& g, const Photons& photons, graph::Image map, graph::Load load) {
  graph::Raster additive = deferred::no_depth;
  additive.topology = graph::Topology::triangle_strip;
  additive.blend = graph::Blend::add;
  g.draw("splat", "water/caustics_photons.vert", "water/caustics_photons.frag")
      .read("places", photons.places)
      .optional("shares", photons.shares)
      .params(PhotonRowParams{static_cast<int>(photons.corners.x)})
      .color(map, load)
      .raster(additive)
      .draw({.vertices = 2 * photons.corners.x, .instances = photons.corners.y - 1});
}

}  // namespace

Caustics::Caustics(graph::State&, const Scene& scene) : scene_(scene) {}

graph::Image Caustics::draw(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                            std::span<const SurfaceField> fields, float share) {
  auto scope = g.scope("caustics");
  const std::uint32_t texels = deferred::texels_of(map_size, share);
  const graph::Extent size{texels, texels};
  const graph::Image map = g.image("caustics/map", {size, graph::Format::rgba16_float});
  const std::array<float, 4> untouched{1, 1, 1, 1};
  const auto look_of = [&](const SurfaceField& field) { return deferred::look_of(scene_, field.water); };
  const bool any = std::ranges::any_of(fields, [&](const SurfaceField& field) { return look_of(field).caustics > 0; });
  if (!any || camera.sun_direction.y < lowest_sun) {
    g.clear("clear", map, untouched);
    return map;
  }

  const glm::mat4& m = camera.bent_matrix;
  const float metres_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  graph::Raster quad = deferred::no_depth;
  quad.topology = graph::Topology::triangle_strip;
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& field : fields) {
    const deferred::WaterLook look = look_of(field);
    if (look.caustics <= 0) continue;
    CausticsParams params{};
    params.field = field_params(field, deferred::texels_of(least_quads, share), deferred::texels_of(most_quads, share));
    params.world_from_sun = glm::inverse(m);
    params.optics = vec4(static_cast<float>(look.caustics), static_cast<float>(look.dispersion / 2), 0,
                         ripple_strength(field, look.ripples));
    params.footprint = footprint(field, camera, params.world_from_sun);
    params.map = vec4(static_cast<float>(texels), metres_per_depth, metres_per_depth, 0);
    const Photons sent = photons_of(g, params.field, false);
    g.compute("photons", "water/photons.comp")
        .uniform("camera", camera)
        .params(params)
        .constant("ripples", look.ripples > 0)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("receivers", light.bent_shadow)
        .write("places", sent.places)
        .over({sent.corners.x, sent.corners.y});
    const graph::Image photons = g.image("caustics/photons", {size, graph::Format::r16_float});
    splat(g, sent, photons, graph::Load::clear);
    g.draw("resolve", "water/caustics_resolve.vert", "water/caustics_resolve.frag")
        .uniform("camera", camera)
        .params(params)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("receivers", light.bent_shadow)
        .read("photons", photons)
        .color(map, load, untouched)
        .raster(quad)
        .draw({.vertices = 4});
    load = graph::Load::keep;
  }
  return map;
}

bool Caustics::throws_up(const deferred::Camera& camera, std::span<const SurfaceField> fields) const {
  return camera.sun_direction.y >= lowest_sun && std::ranges::any_of(fields, [&](const SurfaceField& field) {
           return deferred::look_of(scene_, field.water).reflected_caustics > 0;
         });
}

graph::Image Caustics::draw_up(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                               std::span<const SurfaceField> fields, float share) {
  auto scope = g.scope("reflected_caustics");
  const std::uint32_t texels = deferred::texels_of(map_size, share);
  const graph::Image map = g.image("reflected_caustics/map", {{texels, texels}, graph::Format::r16_float});
  const glm::mat4& m = camera.mirrored_matrix;
  const float metres_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& field : fields) {
    const deferred::WaterLook look = deferred::look_of(scene_, field.water);
    if (look.reflected_caustics <= 0) continue;
    CausticsParams params{};
    params.field = field_params(field, deferred::texels_of(least_up, share), deferred::texels_of(most_up, share));
    params.optics = vec4(static_cast<float>(look.reflected_caustics), 0, 1 / static_cast<float>(look.ior),
                         ripple_strength(field, look.ripples));
    params.map = vec4(static_cast<float>(texels), metres_per_depth, metres_per_depth, 0);
    const Photons sent = photons_of(g, params.field, true);
    g.compute("photons", "water/photons.comp", {.with = "UP"})
        .uniform("camera", camera)
        .params(params)
        .constant("ripples", look.ripples > 0)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("receivers", light.mirrored_shadow)
        .read("shadow", light.shadow, graph::Sampler::shadow)
        .write("places", sent.places)
        .write("shares", sent.shares)
        .over({sent.corners.x, sent.corners.y});
    splat(g, sent, map, load);
    load = graph::Load::keep;
  }
  return map;
}

}  // namespace undine::water
