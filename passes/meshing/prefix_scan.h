// Sums of all numbers before each, in place: where things that were counted begin.
#pragma once
#include "engine/graph/graph.h"

namespace undine::meshing {

// numbers: at least `count` uints; those behind it up to the next multiple of scan_tile must exist (see padded_count).
// Each becomes the sum of those before it; sums stay below 2^32.
void prefix_scan(graph::Graph& g, std::string_view name, graph::Buffer numbers, std::uint32_t count);

constexpr std::uint32_t scan_tile = 1024;
constexpr std::uint32_t padded_count(std::uint32_t count) { return (count + scan_tile - 1) / scan_tile * scan_tile; }

}  // namespace undine::meshing
