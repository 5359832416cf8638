// Interval packing: transients whose lifetimes do not overlap share memory. Private to engine/graph.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/graph/barriers.h"

namespace undine::graph {

struct Block1D {
  std::uint64_t bytes = 0, alignment = 1;
  std::uint64_t offset = 0;  // result
};

// Greedy best fit, largest first, ties by index: each block takes the smallest gap between the blocks that it may not
// overlap. Never larger than all blocks in a row. Returns the bytes of the heap.
std::uint64_t pack(std::vector<Block1D>& blocks, const std::function<bool(std::size_t, std::size_t)>& may_share);
std::uint64_t lay_in_a_row(std::vector<Block1D>& blocks);

MemoryNeed default_need(const Transient& transient);

// Places the plan's transients and adds the barriers by which one hands its memory to the next. resources of the plan
// are still counted as in the draft.
void place_transients(Draft& draft, const Synchronized& sync, const CompileOptions& options,
                      std::vector<PlannedResource>& resources, std::uint64_t& heap_bytes,
                      std::uint64_t& unaliased_bytes);

}  // namespace undine::graph
