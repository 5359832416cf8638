// Stable, deterministic counting sort of items by cell. A kernel of the caller counts the items of each cell. It
// writes each item's cell and the count found there to `slots`. After the scan and place(), another kernel moves each
// item's data to its sorted_place() (shaders/sort/sorted.glsl).
#ifndef PASSES_SORT_COUNTING_SORT_H
#define PASSES_SORT_COUNTING_SORT_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::sort)

const uint scan_tile = 1024u;         // numbers that a workgroup of the scan sums
const uint in_no_cell = 0xffffffffu;  // cell of items that the sort leaves out

SHARED_END

#ifdef __cplusplus
#include <functional>
#include <string_view>

#include "engine/graph/graph.h"

namespace undine::sort {

// Creates a buffer of this name, transient or persistent.
using MakeBuffer = std::function<graph::Buffer(std::string_view name, graph::BufferDesc desc)>;

// Exclusive prefix sum of 32-bit counts, below 2^32. The counts of empty cells must be zero.
struct Scan {
  Scan() = default;
  Scan(const MakeBuffer& make, std::uint32_t numbers);
  // Sums and resets the counts to zero. `arguments`: indirect dispatch of `tiles` groups, or of 0 groups.
  void declare(graph::Graph& g, graph::Buffer arguments = {}, std::uint64_t offset = 0) const;
  // As declare(), if `totals` already holds the sum of every tile of scan_tile counts.
  void declare_counted(graph::Graph& g, graph::Buffer arguments = {}, std::uint64_t offset = 0) const;
  std::uint32_t tiles = 0;
  graph::Buffer counts, starts, totals;
};

struct CountingSort {
  CountingSort() = default;
  // Cell c holds the items [starts[c], starts[c + 1]) of the order, so there is one count more than cells.
  CountingSort(const MakeBuffer& make, std::uint32_t cells, std::uint32_t capacity);
  // Fills `arrived`, after `slots` are written and `scan` is declared. The caller sets the node's number of threads.
  // `count`: number of items, a uint.
  graph::ComputeNode place(graph::Graph& g, graph::Buffer count) const;
  Scan scan;
  std::uint32_t things = 0;  // capacity, items
  graph::Buffer slots;       // uvec2 per item: its cell, or in_no_cell, and the number of earlier arrivals there
  graph::Buffer arrived;     // items in the order of cells, within a cell in any order
};

}  // namespace undine::sort
#endif
#endif
