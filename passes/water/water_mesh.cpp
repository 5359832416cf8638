#include "passes/water/water_mesh.h"

#include <algorithm>
#include <glm/gtc/matrix_inverse.hpp>

#include "passes/deferred/optics.h"
#include "passes/deferred/screen.h"
#include "passes/water/water.h"
#include "passes/water/water_field.h"
#include "passes/water/water_lamps.h"
#include "passes/water/water_mesh_params.h"
#include "passes/water/water_nodes.h"
#include "passes/water/water_surface.h"
#include "passes/water/white_water.h"

namespace undine::water {
namespace {

// water/mesh_sun.frag uses the same number.
constexpr std::uint32_t sun_texels = 1024;
constexpr float nowhere = -1e4f;

// Code of a mesh in the targets: 1 + its place among the optics.
std::size_t optics_index(std::size_t mesh) { return std::min<std::size_t>(mesh, max_water_boxes - 1); }

// A bit for each grid that takes in a water of particles, and may have the eye in it.
std::uint32_t receivers_of(const Scene& scene, const deferred::Camera& camera, std::span<const SurfaceField> grids,
                           std::size_t water) {
  std::uint32_t out = 0;
  if (water >= scene.water.size()) return out;
  for (std::size_t i = 0; i < std::min<std::size_t>(grids.size(), deferred::most_levels); ++i)
    for (const CouplingSettings& e : scene.exchanges)
      if (e.from == scene.water[water].name && e.to == scene.water[grids[i].water].name &&
          WaterPass::eye_may_be_in(camera, grids.subspan(i, 1)))
        out |= 1u << i;
  return out;
}

}  // namespace

WaterMeshPass::WaterMeshPass(const Scene& scene)
    : scene_(scene), reflections_(scene.render.of<ReflectionSettings>().reflections) {}

graph::Image WaterMeshPass::shade_sun(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                                      std::span<const SurfaceMesh> meshes) {
  if (meshes.empty() || camera.sun_direction.y < 0.02f) return {};
  auto scope = g.scope("water_mesh_shade");
  const graph::Extent size{sun_texels, sun_texels, 1};
  const graph::Image out = g.image("water_mesh/sun_through", {size, graph::Format::rgba16_float});
  const graph::Image thickness = g.image("water_mesh/sun_thickness", {size, graph::Format::r32_float});
  const graph::Image front = g.image("water_mesh/sun_front", {size, graph::Format::d32_float});
  const glm::mat4& m = camera.sun_matrix;
  SunThroughParams p{};
  p.world_from_sun = glm::inverse(m);
  // One sheet of light for all meshes: as if they were of one water.
  const deferred::WaterLook look = deferred::look_of(scene_, meshes.front().water);
  p.absorption = vec4(glm::vec3(look.absorption), static_cast<float>(look.ior));
  p.sunlit = 1 - deferred::fresnel_dielectric(camera.sun_direction.y, static_cast<float>(1 / look.ior));
  p.strength = static_cast<float>(look.caustics);
  const float texel = 2 / (glm::length(glm::vec3(m[0][0], m[1][0], m[2][0])) * static_cast<float>(size.x));
  // A droplet's radius is 0.3 of the spacing of particles: one and a half spacings.
  p.reach = std::clamp(static_cast<float>(5 * meshes.front().drop_radius) / texel, 1.0f, 48.0f);
  const float meters_per_depth = 1 / glm::length(glm::vec3(m[0][2], m[1][2], m[2][2]));
  graph::Raster add = deferred::no_depth;
  add.blend = graph::Blend::add;
  graph::Raster nearest;
  nearest.depth = graph::Compare::less;
  graph::Load load = graph::Load::clear;
  for (const SurfaceMesh& mesh : meshes) {
    g.draw("thickness", "water/mesh_sun.vert", "water/mesh_sun.frag")
        .uniform("camera", camera)
        .params(meters_per_depth)
        .read("vertices", mesh.vertices)
        .read("shadow", light.shadow, graph::Sampler::nearest_clamp)
        .indices(mesh.indices)
        .color(thickness, load)
        .raster(add)
        .indirect(mesh.arguments);
    g.draw("front", "water/mesh_sun.vert", "deferred/shadow.frag")
        .uniform("camera", camera)
        .read("vertices", mesh.vertices)
        .indices(mesh.indices)
        .depth(front, load, 1)
        .raster(nearest)
        .indirect(mesh.arguments);
    load = graph::Load::keep;
  }
  graph::Image focus;
  if (look.caustics > 0) {
    focus = g.image("water_mesh/sun_focus", {size, graph::Format::r16_float});
    load = graph::Load::clear;
    for (const SurfaceMesh& mesh : meshes) {
      // A droplet's radius is 0.3 of the spacing of particles.
      const MeshPhotonParams photon{static_cast<float>(mesh.drop_radius) / meters_per_depth, p.absorption.w};
      g.draw("photons", "water/mesh_photons.vert", "water/caustics_photons.frag")
          .uniform("camera", camera)
          .params(photon)
          .read("vertices", mesh.vertices)
          .read("thickness", thickness, graph::Sampler::nearest_clamp)
          .read("front", front, graph::Sampler::nearest_clamp)
          .indices(mesh.indices)
          .color(focus, load)
          .raster(add)
          .indirect(mesh.arguments);
      load = graph::Load::keep;
    }
  }
  deferred::fill(g, "through", "water/mesh_through.frag")
      .params(p)
      .read("thickness", thickness, graph::Sampler::nearest_clamp)
      .read("front", front, graph::Sampler::nearest_clamp)
      .optional("focus", focus, graph::Sampler::linear_clamp)
      .color(out, graph::Load::clear, {1, 1, 1, nowhere});
  return out;
}

WaterMeshPass::Drawn WaterMeshPass::draw(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                                         const Lit& lit, std::span<const SurfaceMesh> meshes,
                                         std::span<const SpraySet> spray, bool eye_near, SurfaceLight& shown,
                                         std::span<const SurfaceField> grids, const SurfaceLook& look_of_grids) const {
  if (meshes.empty()) return {lit, {}};
  auto scope = g.scope("water_mesh");
  WaterTargets targets = water_targets(g, "water_mesh", camera);
  start_color(g, "water_mesh", camera, lit, targets);
  const graph::Image thickness =
      g.image("water_mesh/thickness", {deferred::picture_extent(camera), graph::Format::r32_float});

  graph::Raster nearest;
  nearest.depth = graph::Compare::greater_equal;
  graph::Raster add = deferred::no_depth;
  add.blend = graph::Blend::add;
  graph::Load load = graph::Load::clear, ways = graph::Load::clear, sheets = graph::Load::clear;
  graph::Image sheet;
  MeshOptics optics{};
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const SurfaceMesh& mesh = meshes[i];
    const deferred::WaterLook look = deferred::look_of(scene_, mesh.water);
    const std::size_t index = optics_index(i);
    optics.of[index] = water_optics(look, camera.sun_direction.y);
    MeshSurfaceParams p{};
    p.code = static_cast<float>(index + 1);
    p.roughness = static_cast<float>(look.roughness);
    // Front and way through it, of the triangles and of the droplets.
    const std::uint32_t receivers = receivers_of(scene_, camera, grids, mesh.water);
    const SurfaceField* giver = nullptr;
    for (const SurfaceField& grid : grids) {
      if (!look_of_grids.flow_map || !falls_into(scene_, grid, mesh.water)) continue;
      if (!giver) giver = &grid;
      optics.nappes |= 1u << index;
      if (!sheet) sheet = g.image("water_mesh/sheet", {deferred::picture_extent(camera), graph::Format::r16_float});
      draw_surface(g, scene_, camera, lit.depth, grid, p.code, Shown::beyond, look_of_grids)
          .color(targets.normal, load)
          .color(sheet, sheets)
          .depth(targets.depth, load, 0);
      load = sheets = graph::Load::keep;
    }
    const auto begin = [&](const char* verb, const char* vertex, const char* fragment, bool carries = false) {
      auto node = g.draw(verb, vertex, fragment).variant("CARRIED", carries).variant("RECEIVED", bool(receivers));
      if (receivers) deferred::read_levels(node, light.levels).constant("receivers", receivers);
      return node;
    };
    const auto front = [&](const char* verb, const char* vertex, const char* fragment, bool carries = false) {
      auto node = begin(verb, vertex, fragment, carries);
      node.uniform("camera", camera)
          .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
          .color(targets.normal, load)
          .depth(targets.depth, load, 0)
          .raster(nearest);
      return node;
    };
    const auto through = [&](const char* verb, const char* vertex, const char* fragment) {
      auto node = begin(verb, vertex, fragment);
      node.uniform("camera", camera)
          .read("scene_depth", lit.depth, graph::Sampler::nearest_clamp)
          .color(thickness, ways)
          .raster(add);
      return node;
    };
    const auto triangles = [&](graph::DrawNode node) {
      return node.read("vertices", mesh.vertices).indices(mesh.indices).indirect(mesh.arguments);
    };
    if (giver) {
      p.from = field_params(*giver, 1, 1);
      p.ripple = ripple_strength(*giver, deferred::look_of(scene_, giver->water).ripples);
    }
    const auto carried = [&](graph::DrawNode node) {
      if (giver)
        node.read("flow", giver->flow, graph::Sampler::linear_repeat)
            .optional("traces", giver->traces, graph::Sampler::linear_repeat)
            .read("flow_map_image", look_of_grids.flow_map, graph::Sampler::linear_repeat);
      return node;
    };
    triangles(carried(front("surface", "water/mesh.vert", "water/mesh.frag", giver)).params(p));
    triangles(through("thickness", "water/mesh.vert", "water/mesh_thickness.frag"));
    load = ways = graph::Load::keep;
    if (!mesh.drops) continue;
    carried(front("drops", "water/drops.vert", "water/drops.frag", giver))
        .params(p)
        .read("drops", mesh.drops)
        .indirect(mesh.drop_draw);
    through("drops_thickness", "water/drops.vert", "water/drops_thickness.frag")
        .read("drops", mesh.drops)
        .indirect(mesh.drop_draw);
  }
  const graph::Image clumps = draw_clumps(g, "water_mesh", camera, targets.depth, spray);
  if (clumps) show_foam(g, "water_mesh", camera, targets, clumps);
  const graph::Image sunlit = draw_sunlit(g, "water_mesh", camera, light, targets, true);
  auto node = deferred::fill(g, "shade", "water/mesh_shade.frag");
  node.uniform("optics", optics).constant("screen_reflections", reflections_).constant("eye_may_be_in_water", eye_near);
  shade_water(node, camera, light, lit, targets, sunlit, eye_near);
  node.read("water_thickness", thickness, graph::Sampler::nearest_clamp)
      .optional("water_sheet", sheet, graph::Sampler::nearest_clamp)
      .optional("clumps", clumps, graph::Sampler::nearest_clamp);
  shown.write(node);
  WaterLampParams lit_by{};
  std::ranges::copy(optics.of, lit_by.optics);
  draw_lamps(g, camera, light, targets, lit_by, clumps, nullptr, {});
  return {{targets.color, join_depth(g, "water_mesh", camera, lit, targets)},
          {targets.normal, targets.depth, thickness}};
}

}  // namespace undine::water
