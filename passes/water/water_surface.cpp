#include "passes/water/water_surface.h"

#include <algorithm>

#include "passes/deferred/water_look.h"
#include "passes/water/water_field.h"
#include "passes/water/water_params.h"

namespace undine::water {
namespace {

// Number of quads along a water's longer side. Normals are sampled per pixel, so quads of a few pixels suffice for
// waves; streams need quads of a column for falls and banks.
std::uint32_t most_quads(const SurfaceField& field, const deferred::Camera& camera, bool enlarged) {
  const auto wide = static_cast<std::uint32_t>(camera.viewport.x);
  return field.flow ? std::clamp(wide / 3, 160u, 320u) : std::clamp(wide / 10, enlarged ? 64u : 96u, 320u);
}

// Makes quads as long along z as along x.
void make_square(FieldParams& field) {
  const float longer = std::max(field.size.x, field.size.y);
  const glm::uvec2 quads(field.cells.z, field.cells.w);
  const float spacing = longer / static_cast<float>(std::max(quads.x, quads.y));
  const glm::uvec2 square(glm::ceil(glm::vec2(field.size.x, field.size.y) / spacing - 1e-3f));
  field.cells.z = std::clamp(square.x, 1u, quads.x);
  field.cells.w = std::clamp(square.y, 1u, quads.y);
}

// The quads along those borders that it falls over, as far in as one may see past them.
void draw_borders(graph::DrawNode& node, const FieldParams& field) {
  const std::uint32_t columns = field.cells.z, rows = field.cells.w;
  const auto deep = [](float past, float size, std::uint32_t quads) {
    return std::min(static_cast<std::uint32_t>(lip_columns * past * static_cast<float>(quads) / size) + 1, quads);
  };
  const std::uint32_t left = deep(field.past.x, field.size.x, columns),
                      right = deep(field.past.y, field.size.x, columns), back = deep(field.past.z, field.size.y, rows),
                      front = deep(field.past.w, field.size.y, rows);
  if (field.past.x > 0) node.draw({.vertices = 2 * (left + 1), .instances = rows});
  if (field.past.y > 0)
    node.draw({.vertices = 2 * (right + 1), .instances = rows, .first_vertex = 2 * (columns - right)});
  if (field.past.z > 0) node.draw({.vertices = 2 * (columns + 1), .instances = back});
  if (field.past.w > 0) node.draw({.vertices = 2 * (columns + 1), .instances = front, .first_instance = rows - front});
}

}  // namespace

bool falls_into(const Scene& scene, const SurfaceField& grid, std::size_t water) {
  if (water >= scene.water.size() || !grid.flow || grid.past == glm::dvec4(0)) return false;
  return std::ranges::any_of(scene.exchanges, [&](const CouplingSettings& e) {
    return e.from == scene.water[grid.water].name && e.to == scene.water[water].name;
  });
}

std::uint32_t falls_as_meshes(const Scene& scene, std::span<const SurfaceField> grids,
                              std::span<const SurfaceMesh> meshes) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(grids.size(), 32); ++i)
    for (const SurfaceMesh& mesh : meshes)
      if (falls_into(scene, grids[i], mesh.water)) out |= 1u << i;
  return out;
}

graph::DrawNode draw_surface(graph::Graph& g, const Scene& scene, const deferred::Camera& camera, graph::Image opaque,
                             const SurfaceField& field, float code, Shown shown, const SurfaceLook& look) {
  SurfaceParams params{};
  params.field = field_params(field, 1, most_quads(field, camera, look.enlarged));
  if (!field.flow) make_square(params.field);
  params.code = code;
  const deferred::WaterLook of_water = deferred::look_of(scene, field.water);
  params.roughness = static_cast<float>(of_water.roughness);
  params.ripple = ripple_strength(field, of_water.ripples);
  params.gravity = static_cast<float>(scene.gravity);
  params.index = static_cast<float>(of_water.ior);
  const std::uint32_t columns = params.field.cells.z, rows = params.field.cells.w;
  graph::Raster strips;
  strips.depth = graph::Compare::greater_equal;
  strips.topology = graph::Topology::triangle_strip;
  const bool flows = static_cast<bool>(field.flow), masked = static_cast<bool>(look.hulls.front);
  const bool falls = flows && field.past != glm::dvec4(0), beyond = shown == Shown::beyond;
  auto node = g.draw(beyond ? "over_border" : "surface", "water/surface.vert", "water/surface.frag");
  node.vertex_variant("FALLS", falls);
  node.variant("BEYOND", beyond).variant("FLOW", flows || beyond).variant("HULL_MASK", masked);
  if (flows)
    node.read("flow", field.flow, graph::Sampler::linear_repeat)
        .optional("traces", field.traces, graph::Sampler::linear_repeat)
        .read("flow_map_image", look.flow_map, graph::Sampler::linear_repeat)
        .constant("ends_at_border", shown != Shown::all);
  if (masked)
    node.read("hull_front", look.hulls.front, graph::Sampler::nearest_clamp)
        .read("hull_back", look.hulls.back, graph::Sampler::nearest_clamp);
  node.uniform("camera", camera)
      .read("surface", field.surface, graph::Sampler::linear_repeat)
      .read("scene_depth", opaque, graph::Sampler::nearest_clamp)
      .params(params)
      .raster(strips);
  if (beyond) {
    draw_borders(node, params.field);
    return node;
  }
  node.draw({.vertices = 2 * (columns + 1), .instances = rows});
  if (field.depth > 0)
    node.draw({.vertices = 2 * (std::max(columns, rows) + 1), .instances = 4, .first_instance = rows});
  return node;
}

}  // namespace undine::water
