// Caustics by photon grids in the sun's clip space: light over light without water is the area that a patch of the beam
// has at the surface over the area where it lands, both seen from the sun. So flat water gives 1 on level ground, and
// waves only move light about. Receivers are found in the shadow map as in [Shah et al. 2007].
#include "passes/caustics.h"

#include <algorithm>
#include <array>

#include "passes/optics.h"
#include "passes/water_field.h"
#include "passes/water_params.h"

namespace undine {
namespace {

constexpr std::uint32_t least_quads = 256, most_quads = 512;
constexpr float no_water = -1e4f;
// Red to blue, water's index less 1 changes by 2.7 %.
constexpr float dispersion = 0.0135f;

// Straight down from the surface to the bottom of the sun's box, along the ray that flat water bends.
vec4 footprint(const SurfaceField& field, const Camera& camera, const glm::mat4& world_from_sun, float ior) {
  const glm::vec3 bent = snell_refract(-glm::vec3(camera.sun_direction), glm::vec3(0, 1, 0), 1 / ior);
  float bottom = static_cast<float>(field.origin.y);
  for (int i = 0; i < 8; ++i) {
    const glm::vec4 corner(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : 0, 1);
    bottom = std::min(bottom, (world_from_sun * corner).y);
  }
  const glm::vec3 path = bent * ((bottom - static_cast<float>(field.origin.y)) / bent.y);
  glm::vec2 low(1), high(-1);
  for (int i = 0; i < 8; ++i) {
    const glm::dvec3 half(i & 1 ? 0.5 : -0.5, 0, i & 2 ? 0.5 : -0.5);
    const glm::dvec3 start = field.origin + half * glm::dvec3(field.size.x, 0, field.size.y);
    const glm::vec3 end = glm::vec3(start) + (i & 4 ? path : glm::vec3(0));
    const glm::vec2 clip(camera.sun_matrix * glm::vec4(end, 1));
    low = glm::min(low, clip);
    high = glm::max(high, clip);
  }
  return vec4(glm::max(low - 0.01f, glm::vec2(-1)), glm::min(high + 0.01f, glm::vec2(1)));
}

}  // namespace

Caustics::Caustics(graph::State&, const Scene& scene) : look_(scene.render.water) {}

graph::Image Caustics::draw(graph::Graph& g, const Camera& camera, const Light& light,
                            std::span<const SurfaceField> fields) {
  auto scope = g.scope("caustics");
  const graph::Extent size{map_size_, map_size_};
  const graph::Image map = g.image("caustics/map", {size, graph::Format::rgba16_float});
  const std::array<float, 4> untouched{1, 1, 1, no_water};
  if (fields.empty() || look_.caustics <= 0 || camera.sun_direction.y < 0.02f) {
    g.clear("clear", map, untouched);
    return map;
  }

  const glm::mat4& m = camera.sun_matrix;
  const float metres_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  const float metres_per_clip = 1 / glm::length(glm::vec3(m[0][0], m[1][0], m[2][0]));
  graph::Raster quad;
  quad.depth = graph::Compare::always;
  quad.depth_write = false;
  quad.topology = graph::Topology::triangle_strip;
  graph::Raster additive = quad;
  additive.blend = graph::Blend::add;
  graph::Load load = graph::Load::clear;
  for (const SurfaceField& field : fields) {
    CausticsParams params{};
    params.field = field_params(field, least_quads, most_quads);
    params.world_from_sun = glm::inverse(m);
    params.optics = vec4(static_cast<float>(look_.ior), static_cast<float>(look_.caustics), dispersion,
                         ripple_strength(field, look_.ripples));
    params.footprint = footprint(field, camera, params.world_from_sun, params.optics.x);
    const float texel = 2 * metres_per_clip / static_cast<float>(map_size_);
    params.map = vec4(static_cast<float>(map_size_), 3 * texel / metres_per_depth, metres_per_depth, metres_per_depth);
    const graph::Image photons = g.image("caustics/photons", {size, graph::Format::r16_float});
    g.draw("photons", "caustics_photons.vert", "caustics_photons.frag")
        .uniform("camera", camera)
        .params(params)
        .constant("ripples", look_.ripples > 0)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("shadow", light.shadow)
        .color(photons)
        .raster(additive)
        .draw({.vertices = 2 * (params.field.cells.z + 1), .instances = params.field.cells.w});
    g.draw("resolve", "caustics_resolve.vert", "caustics_resolve.frag")
        .uniform("camera", camera)
        .params(params)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("shadow", light.shadow)
        .read("photons", photons)
        .color(map, load, untouched)
        .raster(quad)
        .draw({.vertices = 4});
    load = graph::Load::keep;
  }
  return map;
}

}  // namespace undine
