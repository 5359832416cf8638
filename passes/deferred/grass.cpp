#include "passes/deferred/grass.h"

#include <algorithm>
#include <cmath>

#include "passes/deferred/geometry.h"
#include "passes/deferred/screen.h"
#include "passes/grid/heightmap.h"

namespace undine::deferred {
namespace {

constexpr double ahead = 0.36;             // share of a ring's width by which its middle lies before the eye
constexpr double finest = 0.45;            // narrowest cell over the height of blades
constexpr double finest_per_over = 0.012;  // widest cell over the height of the eye

}  // namespace

GrassParams fit_grass(const glm::vec3& eye, const glm::vec3& forward, double over, double height) {
  GrassParams p{};
  p.height = static_cast<float>(height);
  // Cell widths are powers of two of the narrowest, so cells and blades keep their positions while the eye rises and
  // sinks.
  double cell = finest * height;
  for (; 2 * cell <= finest_per_over * over; cell *= 2) ++p.level;
  for (int ring = 0; ring < grass_rings; ++ring, cell *= 2) {
    const double side = grass_cells * cell;
    for (int axis = 0; axis < 2; ++axis) {
      const int of = 2 * axis;
      const double middle = static_cast<double>(eye[of]) + ahead * side * static_cast<double>(forward[of]);
      const double low = std::floor((middle - side / 2) / cell) * cell;
      p.rings[ring][axis] = static_cast<float>(low);
      if (ring + 1 == grass_rings) continue;
      p.holes[ring + 1][axis] = static_cast<float>(low);
      p.holes[ring + 1][axis + 2] = static_cast<float>(low + side);
    }
    p.rings[ring].z = static_cast<float>(cell);
  }
  return p;
}

namespace {

// Blades alone, cached while the camera stands.
GBuffer draw_layer(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Heightmap& terrain) {
  auto cached = g.cached("layer");
  const Geometry::Ground& ground = geometry.ground_mesh();
  const glm::vec3 eye(camera.eye), forward(-camera.view[0][2], -camera.view[1][2], -camera.view[2][2]);
  const double ground_height = grid::terrain_height(terrain, static_cast<double>(eye.x), static_cast<double>(eye.z));
  const double over = std::abs(static_cast<double>(eye.y) - ground_height);
  GrassParams p = fit_grass(eye, forward, over, ground.grass_height);
  for (vec4& ring : p.rings) ring.w = 1 / (camera.projection[1][1] * camera.viewport.y);
  p.area = ground.area;
  p.samples = ground.samples;
  p.first_vertex = static_cast<int>(ground.first_vertex);
  constexpr std::uint32_t per_ring = grass_cells * grass_cells * grass_blades, all = per_ring * grass_rings,
                          near = grass_near * per_ring;
  const graph::Buffer blades = g.buffer("blades", {all * sizeof(GrassBlade)});
  g.compute("place", "deferred/grass_place.comp")
      .uniform("grass", p)
      .uniform("ground", geometry.ground())
      .read("vertices", geometry.vertices())
      .read("noise", geometry.ground_noise(), graph::Sampler::linear_repeat)
      .write("blades", blades)
      .over({all, 1, 1});
  const graph::Extent extent = picture_extent(camera);
  const GBuffer layer{.albedo = g.image("albedo", {extent, graph::Format::rgba8_srgb}),
                      .normal = g.image("normal", {extent, graph::Format::rgba16_float}),
                      .depth = g.image("depth", {extent, graph::Format::d32_float})};
  graph::Raster raster;
  raster.depth = graph::Compare::greater;
  const auto draw = [&](std::string_view verb, bool bent, graph::Load load, const graph::Draw& instances) {
    g.draw(verb, "deferred/grass.vert", "deferred/grass.frag")
        .uniform("camera", camera)
        .uniform("grass", p)
        .read("blades", blades)
        .constant("bent", bent)
        .color(layer.albedo, load)
        .color(layer.normal, load)
        .depth(layer.depth, load, 0.0f)
        .raster(raster)
        .draw(instances);
  };
  draw("near", true, graph::Load::clear, {.vertices = bent_vertices, .instances = near});
  draw("far", false, graph::Load::keep, {.vertices = 3, .instances = all - near, .first_instance = near});
  return layer;
}

}  // namespace

void draw_grass(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Heightmap& terrain,
                const GBuffer& out) {
  if (geometry.ground_mesh().grass_height <= 0) return;
  auto scope = g.scope("grass");
  const GBuffer layer = draw_layer(g, camera, geometry, terrain);
  graph::Raster raster;
  raster.depth = graph::Compare::greater;
  fill(g, "compose", "deferred/grass_compose.frag")
      .read("grass_albedo", layer.albedo, graph::Sampler::nearest_clamp)
      .read("grass_normal", layer.normal, graph::Sampler::nearest_clamp)
      .read("grass_depth", layer.depth, graph::Sampler::nearest_clamp)
      .color(out.albedo, graph::Load::keep)
      .color(out.normal, graph::Load::keep)
      .depth(out.depth, graph::Load::keep)
      .raster(raster);
}

}  // namespace undine::deferred
