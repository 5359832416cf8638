#include "passes/sort/counting_sort.h"

#include "engine/core/round.h"
#include "passes/sort/sort_shapes.h"

namespace undine::sort {

Scan::Scan(const MakeBuffer& make, std::uint32_t numbers)
    : tiles(groups_of(numbers, scan_tile)),
      counts(make("counts", {.bytes = 4ull * tiles * scan_tile, .texel = graph::Format::rgba32_uint})),
      starts(make("starts", {.bytes = 4ull * tiles * scan_tile, .texel = graph::Format::r32_uint})),
      totals(make("sums", {.bytes = 4ull * tiles, .texel = graph::Format::r32_uint})) {}

namespace {

graph::ComputeNode pass(graph::Graph& g, std::string_view verb, std::string_view shader, std::uint32_t tiles,
                        graph::Buffer arguments, std::uint64_t offset) {
  graph::ComputeNode made = g.compute(verb, shader);
  made.shape(g.state().shapes().of(scan_shapes, {tiles * scan_tile, 1, 1}));
  return arguments ? made.indirect(arguments, offset) : made.groups({tiles, 1, 1});
}

}  // namespace

void Scan::declare(graph::Graph& g, graph::Buffer arguments, std::uint64_t offset) const {
  pass(g, "add_up", "sort/scan_sum.comp", tiles, arguments, offset).read("counts", counts).write("sums", totals);
  declare_counted(g, arguments, offset);
}

void Scan::declare_counted(graph::Graph& g, graph::Buffer arguments, std::uint64_t offset) const {
  pass(g, "scan", "sort/scan.comp", tiles, arguments, offset)
      .modify("counts", counts)
      .read("sums", totals)
      .write("starts", starts);
}

CountingSort::CountingSort(const MakeBuffer& make, std::uint32_t cells, std::uint32_t capacity)
    : scan(make, cells + 1),
      things(capacity),
      slots(make("slots", {.bytes = 8ull * capacity, .texel = graph::Format::rg32_uint})),
      arrived(make("arrived", {.bytes = 4ull * capacity, .texel = graph::Format::r32_uint})) {}

graph::ComputeNode CountingSort::place(graph::Graph& g, graph::Buffer count) const {
  return g.compute("place", "sort/place.comp")
      .read("slots", slots)
      .read("starts", scan.starts)
      .read("count", count)
      .write("arrived", arrived)
      .params(things);
}

}  // namespace undine::sort
