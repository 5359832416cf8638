// Caustics by photon grids in the sun's clip space: light over light without water is the area that a patch of the beam
// has at the surface over the area where it lands, both seen from the sun. So flat water gives 1 on level ground, and
// waves only move light about. Receivers are found in the shadow map as in [Shah et al. 2007].
#include "passes/caustics.h"
#include <algorithm>
#include "passes/water_field.h"
#include "passes/water_params.h"

namespace undine {
namespace {

constexpr std::uint32_t least_quads = 256, most_quads = 512;
constexpr float no_water = -1e4f;
// Red to blue, water's index less 1 changes by 2.7 %.
constexpr float dispersion = 0.0135f;

}  // namespace

Caustics::Caustics(graph::State&, const Scene& scene)
    : look_(scene.render.water) {}

graph::Image Caustics::draw(graph::Graph& g, const Camera& camera, const Light& light, std::span<const SurfaceField> fields) {
  auto scope = g.scope("caustics");
  const graph::Extent size{map_size_, map_size_};
  const graph::Image map = g.image("caustics/map", {size, graph::Format::rgba16_float});
  g.clear("clear", map, {1, 1, 1, no_water});
  if (look_.caustics <= 0 || camera.sun_direction.y < 0.02f) return map;

  const glm::mat4& m = camera.sun_matrix;
  const float metres_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  const float metres_per_clip = 1 / glm::length(glm::vec3(m[0][0], m[1][0], m[2][0]));
  graph::Raster whole;
  whole.depth = graph::Compare::always;
  whole.depth_write = false;
  graph::Raster additive = whole;
  additive.topology = graph::Topology::triangle_strip;
  additive.blend = graph::Blend::add;
  for (const SurfaceField& field : fields) {
    CausticsParams params{};
    params.field = field_params(field, least_quads, most_quads);
    params.world_from_sun = glm::inverse(m);
    params.optics = vec4(static_cast<float>(look_.ior), static_cast<float>(look_.caustics), dispersion,
                         ripple_strength(field, look_.ripples));
    const float texel = 2 * metres_per_clip / static_cast<float>(map_size_);
    params.map = vec4(static_cast<float>(map_size_), 3 * texel / metres_per_depth, metres_per_depth, metres_per_depth);
    const graph::Image photons = g.image("caustics/photons", {size, graph::Format::r16_float});
    g.draw("photons", "caustics_photons.vert", "caustics_photons.frag")
        .uniform("camera", camera)
        .params(params)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("shadow", light.shadow)
        .color(photons)
        .raster(additive)
        .draw({.vertices = 2 * (params.field.cells.z + 1), .instances = params.field.cells.w});
    g.draw("resolve", "frame.vert", "caustics_resolve.frag")
        .uniform("camera", camera)
        .params(params)
        .read("surface", field.surface, graph::Sampler::linear_repeat)
        .read("shadow", light.shadow)
        .read("photons", photons)
        .color(map, graph::Load::keep)
        .raster(whole)
        .draw({});
  }
  return map;
}

}  // namespace undine
