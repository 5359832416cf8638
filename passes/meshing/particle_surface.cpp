#include "passes/meshing/particle_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "engine/core/round.h"
#include "passes/meshing/meshing_shapes.h"
#include "passes/meshing/particle_surface_params.h"
#include "passes/sort/counting_sort.h"

namespace undine::meshing {
namespace {

constexpr double reach_in_spacings = 2;
constexpr double full_share = 0.55;  // share of the particles that a bin holds at rest
constexpr double wall_share = 0.25;  // depth of the mesh in a wall, in cells
constexpr double drop_share = 0.3;   // the largest droplet's radius over the spacing: most visible droplets are spray

std::uint32_t product(const ivec3& n) { return static_cast<std::uint32_t>(n.x * n.y * n.z); }

ParticleParams params_of(const ParticleSet& set) {
  const ParticleSkin& skin = set.skin;
  ParticleParams p{};
  const double reach = reach_in_spacings * set.spacing, cell = skin.cell * set.spacing;
  const glm::dvec3 extent = glm::max(set.high - set.low, glm::dvec3(1e-6));
  const glm::dvec3 bins = glm::max(glm::floor(extent / reach), glm::dvec3(1));
  p.low = vec3(set.low);
  p.high = vec3(set.high);
  p.bins = ivec3(bins);
  p.bins_per_meter = vec3(bins / extent);
  const glm::dvec3 margin(wall_share * cell + 4 * cell);
  p.origin = vec3(set.low - margin);
  p.blocks = ivec3(glm::ceil((extent + 2.0 * margin) / (cell * block_side)));
  p.cell = static_cast<float>(cell);
  p.reach = static_cast<float>(reach);
  p.volume = static_cast<float>(8 / std::numbers::pi * std::pow(set.spacing / reach, 3));
  p.smoothing = static_cast<float>(skin.round ? 0 : skin.smooth);
  p.iso = static_cast<float>(skin.iso);
  const glm::dvec3 in_bin = extent / bins / set.spacing;
  p.full = static_cast<float>(full_share * in_bin.x * in_bin.y * in_bin.z);
  p.wall = static_cast<float>(wall_share * cell);
  p.capacity = set.capacity;
  // A block of water that is at least a few particles thick holds 8³ · 0.7³ = 175 of them.
  p.slots = std::min({product(p.blocks), 256 + set.capacity / 16, 65535u});
  // A square meter of surface has about two cells per square of the cell's side, each with two triangles and a vertex.
  p.vertices = 32768 + 3 * set.capacity;
  p.triangles = 2 * p.vertices;
  p.drop_radius = static_cast<float>(drop_share * set.spacing);
  return p;
}

}  // namespace

ParticleSurface particle_surface(graph::Graph& g, const ParticleSet& set, graph::Buffer cases) {
  auto scope = g.scope("particle_surface", true);
  const ParticleParams p = params_of(set);
  const std::uint32_t bins = product(p.bins), blocks = product(p.blocks), n = p.capacity;
  const auto uints = [&](std::string_view name, std::uint64_t count) {
    return g.buffer(name, {count * 4, graph::Format::r32_uint});
  };
  const auto vectors = [&](std::string_view name, std::uint64_t count) { return g.buffer(name, {count * 16}); };
  const auto made = [&](std::string_view prefix) {
    return [&g, prefix](std::string_view name, graph::BufferDesc desc) {
      return g.buffer(g.name(fmt::format("particle_surface/{}{}", prefix, name)), desc);
    };
  };
  const sort::CountingSort in_bins(made(""), bins, n);
  const graph::Buffer starts = in_bins.scan.starts;
  const graph::Buffer sorted = vectors("particle_surface/sorted", n);
  const graph::Buffer order = uints("particle_surface/order", n);
  const graph::Buffer deep = uints("particle_surface/deep", bins);
  const graph::Buffer shapes = vectors("particle_surface/shapes", std::uint64_t{3} * n);
  const graph::Buffer packed =
      g.buffer("particle_surface/packed", {std::uint64_t{padded(n, 4)} * 4, graph::Format::rgba32_uint});
  const sort::Scan marks(made("block_"), blocks + 1), lonely(made("lonely_"), n + 1);
  const graph::Buffer table = uints("particle_surface/table", blocks);
  const graph::Buffer list = uints("particle_surface/blocks", p.slots + 4);
  const graph::Buffer work = uints("particle_surface/work", 4);
  const auto samples = [&](std::string_view name) {
    return g.buffer(name, {std::uint64_t{p.slots} * block_samples * 4, graph::Format::r32_float});
  };
  const graph::Buffer values = samples("particle_surface/values");
  const auto node = [&](std::string_view verb, std::string_view shader) { return g.compute(verb, shader).params(p); };
  const graph::Shapes& known = g.state().shapes();
  const graph::Shape walk = known.of(marching_shapes, {p.slots * block_words, 1, 1});
  const graph::Shape each = known.of(field_shapes, {p.slots * block_samples, 1, 1});

  g.clear("clear_bins", in_bins.scan.counts);
  node("count", "meshing/particle_count.comp")
      .read("position", set.position)
      .read("count", set.count)
      .accumulate("counts", in_bins.scan.counts)
      .write("slots", in_bins.slots)
      .over({n});
  in_bins.scan.declare(g);
  in_bins.place(g, set.count).over({n});
  node("sort", "meshing/particle_sort.comp")
      .read("position", set.position)
      .read("slots", in_bins.slots)
      .read("count", set.count)
      .read("starts", starts)
      .read("arrived", in_bins.arrived)
      .write("sorted", sorted)
      .write("order", order)
      .over({n});
  g.clear("clear_marks", marks.counts);
  node("find_deep", "meshing/particle_deep.comp")
      .read("starts", starts)
      .write("deep", deep)
      .accumulate("marks", marks.counts)
      .over({bins});
  g.clear("clear_lonely", lonely.counts);
  node("shape", "meshing/particle_shape.comp")
      .read("sorted", sorted)
      .read("starts", starts)
      .read("deep", deep)
      .write("shapes", shapes)
      .write("packed", packed)
      .accumulate("marks", marks.counts)
      .modify("lonely", lonely.counts)
      .read("order", order)
      .read("velocity", set.velocity)
      .constant("anisotropic", !set.skin.round)
      .over({n});
  marks.declare(g);
  lonely.declare(g);
  node("list_blocks", "meshing/particle_blocks.comp")
      .read("marks", marks.starts)
      .write("table", table)
      .write("list", list)
      .write("work", work)
      .constant("group_blocks", marching_group_blocks(walk))
      .over({blocks});
  node("field", "meshing/particle_field.comp")
      .shape(each)
      .read("shapes", shapes)
      .read("packed", packed)
      .read("starts", starts)
      .read("deep", deep)
      .read("list", list)
      .write("values", values)
      .indirect(work);
  const graph::Buffer smoothed = samples("particle_surface/smoothed");
  const auto smooth = [&](graph::Buffer from, graph::Buffer to, bool walled) {
    node("smooth", "meshing/particle_smooth.comp")
        .shape(each)
        .read("list", list)
        .read("table", table)
        .read("values", from)
        .write("smoothed", to)
        .constant("walled", walled)
        .indirect(work);
  };
  smooth(values, smoothed, false);
  smooth(smoothed, values, true);

  ParticleSurface out;
  out.field.values = values;
  out.field.samples = glm::uvec3(p.blocks) * static_cast<std::uint32_t>(block_side);
  out.field.origin = glm::dvec3(p.origin);
  out.field.cell = static_cast<double>(p.cell);
  out.field.table = table;
  out.field.blocks = list;
  out.field.slots = p.slots;
  out.mesh = marching_cubes(g, out.field, set.skin.iso, {p.vertices, p.triangles}, cases);
  out.mesh.drops = g.buffer("particle_surface/drops", {std::uint64_t{most_drops} * n * sizeof(ParticleDrop)});
  out.mesh.drop_draw = uints("particle_surface/drop_draw", 4);
  out.mesh.drop_radius = static_cast<double>(p.drop_radius);
  out.mesh.figures = g.buffer("particle_surface/figures", {sizeof(SurfaceFigures)});
  node("gather_drops", "meshing/particle_drops.comp")
      .read("sorted", sorted)
      .read("order", order)
      .read("position", set.position)
      .read("velocity", set.velocity)
      .read("lonely", lonely.starts)
      .read("work", work)
      .read("mesh", out.mesh.arguments)
      .write("drops", out.mesh.drops)
      .write("draw", out.mesh.drop_draw)
      .write("figures", out.mesh.figures)
      .read("shapes", shapes)
      .over({n});
  return out;
}

SurfaceMesh particle_mesh(graph::Graph& g, const ParticleSet& particles) { return particle_surface(g, particles).mesh; }

}  // namespace undine::meshing
