#include "passes/water_mesh.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>

#include "passes/optics.h"
#include "passes/water_mesh_params.h"

namespace undine {
namespace {

WaterMeshParams mesh_params(const WaterLook& look, const Camera& camera, const SurfaceMesh& mesh) {
  WaterMeshParams p{};
  p.absorption = vec4(glm::vec3(look.absorption), static_cast<float>(look.ior));
  p.scatter = vec4(glm::vec3(look.scatter), static_cast<float>(look.roughness));
  const float sun = camera.sun_direction.y;
  p.entering = sun > 0 ? sun * (1 - fresnel_dielectric(sun, 1 / p.absorption.w)) : 0;
  p.radius = static_cast<float>(mesh.drop_radius);
  return p;
}

}  // namespace

WaterMeshPass::WaterMeshPass(const Scene& scene) : look_(scene.render.water), reflections_(scene.render.reflections) {}

void WaterMeshPass::shade_sun(graph::Graph& g, const Camera& camera, const Light& light,
                              std::span<const SurfaceMesh> meshes) {
  if (meshes.empty() || camera.sun_direction.y < 0.02f) return;
  auto scope = g.scope("water_mesh_shade");
  const graph::Resource map = light.caustics;
  const graph::ImageDesc& desc = map.persistent() ? g.state().at(map).texture : g.transients()[map.index()].texture;
  const graph::Extent size = desc.extent;
  const graph::Image thickness = g.image("water_mesh/sun_thickness", {size, graph::Format::r32_float});
  const graph::Image front = g.image("water_mesh/sun_front", {size, graph::Format::d32_float});
  const glm::mat4& m = camera.sun_matrix;
  SunThroughParams p{};
  p.world_from_sun = glm::inverse(m);
  p.absorption = vec4(glm::vec3(look_.absorption), static_cast<float>(look_.ior));
  p.metres_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  p.texel = 2 / (glm::length(glm::vec3(m[0][0], m[1][0], m[2][0])) * static_cast<float>(size.x));
  p.strength = static_cast<float>(look_.caustics);
  // A droplet's radius is 0.3 of the spacing of particles: two and a half spacings.
  p.reach = std::clamp(static_cast<float>(8.3 * meshes.front().drop_radius) / p.texel, 8.0f, 64.0f);
  graph::Raster add;
  add.blend = graph::Blend::add;
  add.depth = graph::Compare::always;
  add.depth_write = false;
  graph::Raster nearest;
  nearest.depth = graph::Compare::less;
  graph::Load load = graph::Load::clear;
  for (const SurfaceMesh& mesh : meshes) {
    g.draw("thickness", "water_mesh_sun.vert", "water_mesh_sun.frag")
        .uniform("camera", camera)
        .params(p.metres_per_depth)
        .read("vertices", mesh.vertices)
        .read("shadow", light.shadow, graph::Sampler::nearest_clamp)
        .indices(mesh.indices)
        .color(thickness, load)
        .raster(add)
        .indirect(mesh.arguments);
    g.draw("front", "water_mesh_sun.vert", "shadow.frag")
        .uniform("camera", camera)
        .read("vertices", mesh.vertices)
        .indices(mesh.indices)
        .depth(front, load, 1)
        .raster(nearest)
        .indirect(mesh.arguments);
    load = graph::Load::keep;
  }
  graph::Raster whole;
  whole.depth = graph::Compare::always;
  whole.depth_write = false;
  g.draw("through", "frame.vert", "water_mesh_through.frag")
      .params(p)
      .read("thickness", thickness, graph::Sampler::nearest_clamp)
      .read("front", front, graph::Sampler::nearest_clamp)
      .color(light.caustics, graph::Load::keep)
      .raster(whole)
      .draw({});
}

Lit WaterMeshPass::draw(graph::Graph& g, const Camera& camera, const Light& light, const Lit& lit,
                        std::span<const SurfaceMesh> meshes) {
  if (meshes.empty()) return lit;
  auto scope = g.scope("water_mesh");
  const graph::Extent size{static_cast<std::uint32_t>(camera.viewport.x),
                           static_cast<std::uint32_t>(camera.viewport.y)};
  const graph::Image normal = g.image("water_mesh/normal", {size, graph::Format::rgba16_float});
  const graph::Image depth = g.image("water_mesh/depth", {size, graph::Format::d32_float});
  const graph::Image thickness = g.image("water_mesh/thickness", {size, graph::Format::r32_float});
  const graph::Image joined = g.image("water_mesh/joined_depth", {size, graph::Format::d32_float});
  const graph::Image color = g.image("water_mesh/color", {size, graph::Format::rgba16_float});
  g.copy("copy_lit", lit.color, color);

  graph::Raster nearest;
  nearest.depth = graph::Compare::greater_equal;
  graph::Raster add;
  add.blend = graph::Blend::add;
  add.depth = graph::Compare::always;
  add.depth_write = false;
  graph::Load load = graph::Load::clear;
  for (const SurfaceMesh& mesh : meshes) {
    const WaterMeshParams p = mesh_params(look_, camera, mesh);
    g.draw("surface", "water_mesh.vert", "water_mesh.frag")
        .uniform("camera", camera)
        .params(p)
        .read("vertices", mesh.vertices)
        .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
        .indices(mesh.indices)
        .color(normal, load)
        .depth(depth, load, 0)
        .raster(nearest)
        .indirect(mesh.arguments);
    g.draw("thickness", "water_mesh.vert", "water_mesh_thickness.frag")
        .uniform("camera", camera)
        .read("vertices", mesh.vertices)
        .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
        .indices(mesh.indices)
        .color(thickness, load)
        .raster(add)
        .indirect(mesh.arguments);
    load = graph::Load::keep;
    if (!mesh.drops) continue;
    g.draw("drops", "water_drops.vert", "water_drops.frag")
        .uniform("camera", camera)
        .params(p)
        .read("drops", mesh.drops)
        .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
        .color(normal, load)
        .depth(depth, load, 0)
        .raster(nearest)
        .indirect(mesh.drop_draw);
    g.draw("drops' thickness", "water_drops.vert", "water_drops_thickness.frag")
        .uniform("camera", camera)
        .params(p)
        .read("drops", mesh.drops)
        .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
        .color(thickness, load)
        .raster(add)
        .indirect(mesh.drop_draw);
  }
  graph::Raster whole;
  // The triangle lies at depth 0: less is true exactly where water was drawn.
  whole.depth = graph::Compare::less;
  whole.depth_write = false;
  g.draw("shade", "frame.vert", "water_mesh_shade.frag")
      .uniform("camera", camera)
      .params(mesh_params(look_, camera, meshes.front()))
      .constant("screen_reflections", reflections_)
      .read("lit", lit.color)
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_normal", normal, graph::Sampler::nearest_clamp)
      .read("water_depth", depth, graph::Sampler::nearest_clamp)
      .read("water_thickness", thickness, graph::Sampler::nearest_clamp)
      .read("sky", light.sky, graph::Sampler::linear_repeat)
      .read("shadow", light.shadow, graph::Sampler::shadow)
      .color(color, graph::Load::keep)
      .depth_test(depth)
      .raster(whole)
      .draw({});
  graph::Raster join;
  join.depth = graph::Compare::always;
  g.draw("join_depth", "frame.vert", "water_join.frag")
      .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
      .read("water_depth", depth, graph::Sampler::nearest_clamp)
      .depth(joined, graph::Load::discard)
      .raster(join)
      .draw({});
  return {color, joined};
}

}  // namespace undine
