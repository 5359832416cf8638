// Caustics by photon grids in the clip space of refracted sunlight (Camera::bent_matrix). The intensity relative to
// flat water is the cross section of a beam at the surface over its cross section at the receiver. Flat water gives 1
// everywhere; waves redistribute light. Shadows are in the shadow maps. Receivers are found in a depth map as in
// [Shah et al. 2007].
#include "passes/water/caustics.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"
#include "passes/water/water_field.h"
#include "passes/water/water_params.h"

namespace undine::water {
namespace {

constexpr std::uint32_t least_quads = 256, most_quads = 512;
// Photons of light that goes up, whose longer way spreads them more.
constexpr std::uint32_t least_up = 160, most_up = 320;
constexpr float lowest_sun = 0.02f;
constexpr std::uint32_t map_size = 1024;
constexpr std::array<float, 4> untouched{1, 1, 1, 1};

// Footprint of the columns under the surface, as deep as the map's box and, of level water, as high as waves rise.
vec4 footprint(const SurfaceField& field, const deferred::Camera& camera, const glm::mat4& world_from_sun) {
  float bottom = 1e9f, top = -1e9f;
  for (int i = 0; i < 8; ++i) {
    const glm::vec4 corner(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : 0, 1);
    bottom = std::min(bottom, (world_from_sun * corner).y);
    top = std::max(top, (world_from_sun * corner).y);
  }
  const double waves = std::max(0.5, 0.05 * std::min(field.size.x, field.size.y));
  if (field.level) top = std::min(top, static_cast<float>(field.origin.y + waves));
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

// Photons stand at the corners of quads over a field and around it (water/photons.comp).
glm::uvec2 corners_of(const FieldParams& field) {
  return glm::uvec2(field.cells.z, field.cells.w) + 2 * photon_border + 1u;
}

// Photons of light that a water reflects upwards.
struct Photons {
  graph::Buffer places, shares;
  glm::uvec2 corners;
};

Photons photons_of(graph::Graph& g, const FieldParams& field) {
  Photons out;
  out.corners = corners_of(field);
  const std::uint64_t count = std::uint64_t{out.corners.x} * out.corners.y;
  out.places = g.buffer("caustics/places", {16 * count});
  out.shares = g.buffer("caustics/shares", {4 * count, graph::Format::r32_float});
  return out;
}

// Adds their light to a map: strips of quads.
void splat_up(graph::Graph& g, const Photons& photons, graph::Image map, graph::Load load) {
  graph::Raster additive = deferred::no_depth;
  additive.topology = graph::Topology::triangle_strip;
  additive.blend = graph::Blend::add;
  g.draw("splat", "water/caustics_photons.vert", "water/caustics_photons.frag")
      .read("places", photons.places)
      .read("shares", photons.shares)
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
  const auto focuses = [&](const SurfaceField& field) {  // a sea is too deep for it
    return field.waves.patches == 0 && !field.carried && deferred::look_of(scene_, field.water).caustics > 0;
  };
  const bool any = std::ranges::any_of(fields, focuses);
  if (!any || camera.sun_direction.y < lowest_sun) {
    g.clear("clear", map, untouched);
    return map;
  }

  std::vector<SurfaceField> focusing;
  std::ranges::copy_if(fields, std::back_inserter(focusing), focuses);
  graph::Load load = graph::Load::clear;
  for (std::size_t first = 0; first < focusing.size(); first += most_photon_grids) {
    const std::size_t some = std::min<std::size_t>(focusing.size() - first, most_photon_grids);
    draw_some(g, camera, light, std::span(focusing).subspan(first, some), map, std::exchange(load, graph::Load::keep),
              share);
  }
  return map;
}

// Their photons, one after the other into one buffer; all their quads; light to receivers through each water.
void Caustics::draw_some(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                         std::span<const SurfaceField> fields, graph::Image map, graph::Load load, float share) const {
  const glm::mat4& m = camera.bent_matrix;
  const float meters_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  const std::uint32_t texels = deferred::texels_of(map_size, share);
  const auto words_over_4 = static_cast<std::uint32_t>((fields.size() * texels * texels + 3) / 4);
  std::vector<CausticsParams> of(fields.size());
  PhotonGridsParams grids{};
  grids.count = static_cast<int>(fields.size());
  grids.texels = static_cast<int>(texels);
  std::uint32_t places_count = 0;
  glm::uvec2 most(0);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    CausticsParams& params = of[i];
    const deferred::WaterLook look = deferred::look_of(scene_, fields[i].water);
    params.field =
        field_params(fields[i], deferred::texels_of(least_quads, share), deferred::texels_of(most_quads, share));
    params.world_from_sun = glm::inverse(m);
    params.optics = vec4(static_cast<float>(look.caustics), static_cast<float>(look.dispersion / 2), 0,
                         ripple_strength(fields[i], look.ripples));
    params.footprint = footprint(fields[i], camera, params.world_from_sun);
    params.map = vec4(static_cast<float>(texels), meters_per_depth, meters_per_depth, 0);
    params.photons = uvec4(places_count, i, fields.size(), words_over_4);
    PhotonGrid& grid = grids.of[i];
    grid = {corners_of(params.field), places_count, 0, params.footprint};
    places_count += grid.corners.x * grid.corners.y;
    most = glm::max(most, grid.corners - 1u);
  }
  const graph::Buffer places = g.buffer("caustics/places", {std::uint64_t{16} * places_count});
  const graph::Buffer sums = g.buffer("caustics/sums", {std::uint64_t{16} * words_over_4, graph::Format::r32_uint});
  for (std::size_t i = 0; i < fields.size(); ++i) {
    auto node = g.compute("photons", "water/photons.comp");
    node.uniform("camera", camera)
        .params(of[i])
        .constant("ripples", deferred::look_of(scene_, fields[i].water).ripples > 0)
        .read("surface", fields[i].surface, graph::Sampler::linear_repeat)
        .read("receivers", light.bent_shadow)
        .optional("sums", i == 0 ? sums : graph::Buffer{}, graph::Verb::write)
        .over({grids.of[i].corners.x, grids.of[i].corners.y});
    if (i == 0)
      node.write("places", places);
    else
      node.modify("places", places);
  }
  g.compute("splat", "water/photons_splat.comp")
      .read("places", places)
      .accumulate("sums", sums)
      .params(grids)
      .over({most.x, most.y, static_cast<std::uint32_t>(fields.size())});
  graph::Raster quad = deferred::no_depth;
  quad.topology = graph::Topology::triangle_strip;
  const auto count = static_cast<std::uint32_t>(fields.size());
  const graph::Image photons = g.image("caustics/photons", {{texels, texels * count}, graph::Format::r16_float});
  g.draw("blur", "water/caustics_blur.vert", "water/caustics_blur.frag")
      .read("sums", sums)
      .params(grids)
      .color(photons, graph::Load::clear)
      .raster(quad)
      .draw({.vertices = 4, .instances = count});
  for (std::size_t i = 0; i < fields.size(); ++i)
    g.draw("resolve", "water/caustics_resolve.vert", "water/caustics_resolve.frag")
        .uniform("camera", camera)
        .constant("level", fields[i].level)
        .params(of[i])
        .read("surface", fields[i].surface, graph::Sampler::linear_repeat)
        .read("receivers", light.bent_shadow)
        .read("photons", photons)
        .color(map, std::exchange(load, graph::Load::keep), untouched)
        .raster(quad)
        .draw({.vertices = 4});
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
  const float meters_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& field : fields) {
    const deferred::WaterLook look = deferred::look_of(scene_, field.water);
    if (look.reflected_caustics <= 0) continue;
    CausticsParams params{};
    params.field = field_params(field, deferred::texels_of(least_up, share), deferred::texels_of(most_up, share));
    params.optics = vec4(static_cast<float>(look.reflected_caustics), 0, 1 / static_cast<float>(look.ior),
                         ripple_strength(field, look.ripples));
    params.map = vec4(static_cast<float>(texels), meters_per_depth, meters_per_depth, 0);
    const Photons sent = photons_of(g, params.field);
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
    splat_up(g, sent, map, load);
    load = graph::Load::keep;
  }
  return map;
}

}  // namespace undine::water
