#include "passes/meshing/marching_cubes.h"

#include <algorithm>
#include <cstddef>

#include "engine/core/round.h"
#include "passes/meshing/marching_cubes_table.h"
#include "passes/meshing/meshing_shapes.h"

namespace undine::meshing {

constexpr graph::BufferDesc cases_desc{sizeof marching::packed_cases, graph::Format::rg32_uint};

graph::Buffer make_cases(graph::State& state) { return state.buffer("marching_cubes/cases", cases_desc); }

void upload_cases(graph::Graph& g, graph::Buffer cases) {
  g.upload("upload_cases", cases, std::as_bytes(std::span(marching::packed_cases)));
}

SurfaceMesh marching_cubes(graph::Graph& g, const ScalarField& field, double iso, const MeshLimits& limits,
                           graph::Buffer cases) {
  SurfaceMesh mesh;
  mesh.vertices = g.buffer("marching_cubes/vertices", {std::max(1u, limits.vertices) * std::uint64_t{32}});
  mesh.indices = g.buffer("marching_cubes/indices", {std::max(1u, limits.triangles) * std::uint64_t{12}});
  mesh.arguments = g.buffer("marching_cubes/arguments", {sizeof(MarchingFigures)});
  marching_cubes(g, field, iso, limits, mesh, cases);
  return mesh;
}

void marching_cubes(graph::Graph& g, const ScalarField& field, double iso, const MeshLimits& limits,
                    const SurfaceMesh& into, graph::Buffer cases) {
  auto scope = g.scope("marching_cubes");
  const bool sparse = static_cast<bool>(field.table);
  MarchingParams p{};
  p.samples = ivec3(field.samples);
  p.blocks = groups_of(p.samples, ivec3(block_side));
  p.origin = vec3(field.origin);
  p.cell = static_cast<float>(field.cell);
  p.iso = static_cast<float>(iso);
  p.outside = static_cast<float>(field.outside);
  p.slots = sparse ? field.slots : static_cast<uint>(p.blocks.x * p.blocks.y * p.blocks.z);
  p.vertex_capacity = limits.vertices;
  p.triangle_capacity = limits.triangles;
  const std::uint64_t words = std::uint64_t{p.slots} * block_words;
  const graph::Shape shape = g.state().shapes().of(marching_shapes, {p.slots * block_words, 1, 1});
  const std::uint32_t group_blocks = marching_group_blocks(shape), groups = groups_of(p.slots, group_blocks);

  if (!cases) {
    cases = g.buffer("marching_cubes/cases", cases_desc);
    upload_cases(g, cases);
  }
  const graph::Buffer signs = g.buffer("marching_cubes/signs", {words * 4, graph::Format::r32_uint});
  const graph::Buffer cuts = g.buffer("marching_cubes/cuts", {words * 24, graph::Format::rg32_uint});
  const std::uint64_t threads_of_groups = std::uint64_t{std::max(groups, 1u)} * shape.group_x;
  const graph::Buffer threads =
      g.buffer("marching_cubes/threads", {threads_of_groups * 16, graph::Format::rgba32_uint});
  const graph::Buffer totals = g.buffer("marching_cubes/totals", {std::max(groups, 1u) * std::uint64_t{16}});
  const graph::Buffer work = g.buffer("marching_cubes/work", {sizeof(MarchingWork)});
  const graph::Buffer vertex_records = g.buffer(
      "marching_cubes/vertex_records", {std::max(1u, limits.vertices) * std::uint64_t{4}, graph::Format::r32_uint});
  const graph::Buffer cell_records = g.buffer(
      "marching_cubes/cell_records", {std::max(1u, limits.triangles) * std::uint64_t{8}, graph::Format::rg32_uint});
  const auto node = [&](std::string_view verb, std::string_view shader) {
    auto n = g.compute(verb, shader);
    n.params(p).optional("blocks", field.blocks).optional("table", field.table);
    return n;
  };
  const auto over_blocks = [&](std::string_view verb, std::string_view shader, graph::Buffer listed) {
    auto n = node(verb, shader);
    n.shape(shape);
    if (listed) {
      n.indirect(listed);
    } else {
      n.groups({groups});
    }
    return n;
  };
  over_blocks("find_inside", "meshing/marching_signs.comp", field.blocks)
      .read("values", field.values)
      .write("signs", signs);
  // On a dense grid only blocks that hold the surface are counted.
  graph::Buffer found;
  if (!sparse) {
    const graph::Buffer seen =
        g.buffer("marching_cubes/seen", {std::max(1u, p.slots) * std::uint64_t{4}, graph::Format::r32_uint});
    found = g.buffer("marching_cubes/found", {(p.slots + 4) * std::uint64_t{4}});
    node("look_around", "meshing/marching_seen.comp").read("signs", signs).write("seen", seen).over({p.slots, 1, 1});
    node("list_blocks", "meshing/marching_list.comp")
        .constant("group_blocks", group_blocks)
        .read("seen", seen)
        .write("list", found)
        .groups({1});
  }
  const graph::Buffer listed = sparse ? field.blocks : found;
  over_blocks("count", "meshing/marching_count.comp", listed)
      .optional("found", found)
      .read("signs", signs)
      .read("cases", cases)
      .write("threads", threads)
      .write("totals", totals);
  node("scan", "meshing/marching_scan.comp")
      .constant("group_blocks", group_blocks)
      .optional("found", found)
      .modify("totals", totals)
      .write("figures", into.arguments)
      .write("work", work)
      .groups({1});
  over_blocks("place", "meshing/marching_place.comp", listed)
      .optional("found", found)
      .read("signs", signs)
      .read("cases", cases)
      .modify("threads", threads)
      .read("totals", totals)
      .write("cuts", cuts)
      .write("vertex_records", vertex_records)
      .write("cell_records", cell_records);
  node("make_vertices", "meshing/marching_vertices.comp")
      .read("values", field.values)
      .read("figures", into.arguments)
      .read("records", vertex_records)
      .write("vertices", into.vertices)
      .indirect(work, offsetof(MarchingWork, vertices));
  node("make_triangles", "meshing/marching_triangles.comp")
      .read("cases", cases)
      .read("work", work)
      .read("records", cell_records)
      .read("cuts", cuts)
      .read("threads", threads)
      .constant("thread_words", shape.across)
      .write("indices", into.indices)
      .indirect(work, offsetof(MarchingWork, triangles));
}

}  // namespace undine::meshing
