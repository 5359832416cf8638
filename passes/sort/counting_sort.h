// Counting sort: things in the order of their cells, and within a cell in the order that they had, the same every time.
// A kernel of the caller counts them into cells and notes for each its cell and how many had arrived there; after the
// scan and place(), another one moves what belongs to a thing to its sorted_place() (shaders/sort/sorted.glsl).
#ifndef PASSES_SORT_COUNTING_SORT_H
#define PASSES_SORT_COUNTING_SORT_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::sort)

const uint scan_tile = 1024u;         // numbers that a workgroup of the scan adds up
const uint in_no_cell = 0xffffffffu;  // things that are left out

SHARED_END

#ifdef __cplusplus
#include <functional>
#include <string_view>

#include "engine/graph/graph.h"

namespace undine::sort {

// A buffer of this name: of the frame, or one that stays.
using MakeBuffer = std::function<graph::Buffer(std::string_view name, graph::BufferDesc desc)>;

// Counts, 32-bit and zero where nothing was counted, and of each the sum of those before it, below 2^32.
struct Scan {
  Scan() = default;
  Scan(const MakeBuffer& make, std::uint32_t numbers);
  // Sums up, and makes the counts zero again. `arguments`: a dispatch of `tiles` groups, or of none.
  void declare(graph::Graph& g, graph::Buffer arguments = {}, std::uint64_t offset = 0) const;
  // The same where `totals` has been counted too: the sum of every tile of scan_tile counts.
  void declare_counted(graph::Graph& g, graph::Buffer arguments = {}, std::uint64_t offset = 0) const;
  std::uint32_t tiles = 0;
  graph::Buffer counts, starts, totals;
};

struct CountingSort {
  CountingSort() = default;
  // Cell c holds the things [starts[c], starts[c + 1]) of the order: the counts are one more than the cells.
  CountingSort(const MakeBuffer& make, std::uint32_t cells, std::uint32_t capacity);
  // Fills `arrived` after `slots` are written and `scan` has summed up. The caller says how many threads the node has;
  // `count`: of things, a uint.
  graph::ComputeNode place(graph::Graph& g, graph::Buffer count) const;
  Scan scan;
  std::uint32_t things = 0;  // room for them
  graph::Buffer slots;       // uvec2 of a thing: its cell, or in_no_cell, and how many had arrived there before
  graph::Buffer arrived;     // things in the order of cells, within a cell in any order
};

}  // namespace undine::sort
#endif
#endif
