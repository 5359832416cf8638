#include "engine/graph/packing.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace undine::graph {
namespace {

std::uint64_t align_up(std::uint64_t at, std::uint64_t alignment) {
  return alignment > 1 ? (at + alignment - 1) / alignment * alignment : at;
}

}  // namespace

std::uint64_t lay_in_a_row(std::vector<Block1D>& blocks) {
  std::uint64_t end = 0;
  for (Block1D& b : blocks) {
    b.offset = align_up(end, b.alignment);
    end = b.offset + b.bytes;
  }
  return end;
}

std::uint64_t pack(std::vector<Block1D>& blocks, const std::function<bool(std::size_t, std::size_t)>& may_share) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].bytes > blocks[b].bytes; });
  std::vector<std::size_t> placed, obstacles;
  std::uint64_t end = 0;
  for (std::size_t i : order) {
    obstacles.clear();
    for (std::size_t j : placed) {
      if (!may_share(i, j)) obstacles.push_back(j);
    }
    std::sort(obstacles.begin(), obstacles.end(),
              [&](std::size_t a, std::size_t b) { return blocks[a].offset < blocks[b].offset; });
    std::uint64_t free_from = 0, best = ~0ull, best_gap = ~0ull;
    for (std::size_t j : obstacles) {
      std::uint64_t at = align_up(free_from, blocks[i].alignment);
      if (at + blocks[i].bytes <= blocks[j].offset && blocks[j].offset - free_from < best_gap) {
        best = at;
        best_gap = blocks[j].offset - free_from;
      }
      free_from = std::max(free_from, blocks[j].offset + blocks[j].bytes);
    }
    blocks[i].offset = best != ~0ull ? best : align_up(free_from, blocks[i].alignment);
    end = std::max(end, blocks[i].offset + blocks[i].bytes);
    placed.push_back(i);
  }
  std::vector<Block1D> row = blocks;
  std::uint64_t row_end = lay_in_a_row(row);
  if (row_end < end) {
    blocks = row;
    return row_end;
  }
  return end;
}

MemoryNeed default_need(const Transient& transient) {
  return {transient.image ? bytes_of(transient.texture) : transient.buffer.bytes, 256};
}

namespace {

// Occupied ranges of the heap in the course of the frame.
class Occupants {
 public:
  // Calls back for each former holder of a part of [from, to), then makes `resource` the holder.
  template <class Former>
  void take(std::uint64_t from, std::uint64_t to, std::uint32_t resource, Former&& former) {
    split(from);
    split(to);
    auto first = parts_.lower_bound(from), last = parts_.lower_bound(to);
    for (auto it = first; it != last; ++it) former(it->second.resource);
    parts_.erase(first, last);
    parts_[from] = {to, resource};
  }

 private:
  struct Part {
    std::uint64_t to;
    std::uint32_t resource;
  };
  void split(std::uint64_t at) {
    auto it = parts_.upper_bound(at);
    if (it == parts_.begin()) return;
    --it;
    if (it->first == at || it->second.to <= at) return;
    parts_[at] = it->second;
    it->second.to = at;
  }
  std::map<std::uint64_t, Part> parts_;
};

struct Tenants {
  std::uint32_t queue = 0, stages = 0, access = 0;
};

void hand_over(Draft& draft, const Synchronized& sync, std::vector<PlannedResource>& resources) {
  Occupants occupants;
  std::vector<std::uint32_t> formers;
  // Stages and writes of all earlier tenants of a resource's memory. Barriers through the tenants between would order
  // them too, but synchronization validation (1.3.239) follows such chains within one image only, so they are spelled
  // out: the writes also, for what a former tenant wrote may never have been read.
  std::vector<Tenants> earlier(resources.size());
  for (std::size_t n = 0; n < draft.nodes.size(); ++n) {
    PlannedNode& planned = draft.nodes[n].planned;
    Barrier global;
    for (const Touch& touch : draft.nodes[n].touches) {
      const PlannedResource& r = resources[touch.resource];
      if (r.persistent || r.external || r.first != n || r.bytes == 0) continue;
      formers.clear();
      occupants.take(r.offset, r.offset + r.bytes, touch.resource, [&](std::uint32_t old) { formers.push_back(old); });
      Tenants before{.queue = planned.queue};
      for (std::uint32_t old : formers) {
        const Tracker& t = sync.end[old];
        before.stages |= t.reads[planned.queue].stages;
        if (t.write_queue != planned.queue) continue;
        before.stages |= t.write_stages;
        // A queue's barriers know its own stages alone; for the other one's nodes a semaphore has been waited.
        if (earlier[old].queue == planned.queue) {
          before.stages |= earlier[old].stages;
          before.access |= earlier[old].access;
        }
        if (!t.available) before.access |= t.write_access;
      }
      if (!before.stages) continue;
      earlier[touch.resource] = before;
      global.from_stages |= before.stages;
      global.from_access |= before.access;
      global.to_stages |= touch.stages;
      global.to_access |= touch.access;
      // The layout change of a new image must itself wait for the old tenant.
      for (Barrier& b : planned.barriers) {
        if (b.resource != static_cast<std::int32_t>(touch.resource)) continue;
        b.from_stages = before.stages;
        b.from_access = before.access;
      }
    }
    if (global.from_stages) planned.barriers.insert(planned.barriers.begin(), global);
  }
}

}  // namespace

void place_transients(Draft& draft, const Synchronized& sync, const CompileOptions& options,
                      std::vector<PlannedResource>& resources, std::uint64_t& heap_bytes,
                      std::uint64_t& unaliased_bytes) {
  std::vector<std::uint32_t> owners;  // block to resource
  std::vector<Block1D> blocks;
  for (std::uint32_t i = 0; i < resources.size(); ++i) {
    const PlannedResource& r = resources[i];
    if (r.persistent || r.external || r.usage == 0) continue;
    const Transient& transient = draft.graph.transients()[r.resource.index()];
    MemoryNeed need = options.need ? options.need(transient) : default_need(transient);
    owners.push_back(i);
    blocks.push_back({need.bytes, std::max<std::uint64_t>(need.alignment, 1), 0});
  }
  std::vector<std::array<std::int32_t, 2>> last(resources.size(), {-1, -1});  // last use per queue
  for (std::size_t n = 0; n < draft.nodes.size(); ++n) {
    for (const Touch& t : draft.nodes[n].touches) {
      last[t.resource][draft.nodes[n].planned.queue] = static_cast<std::int32_t>(n);
    }
  }
  // All of a is done before b begins. What follows b's first use depends on it, for that use writes b.
  auto precedes = [&](std::uint32_t a, std::uint32_t b) {
    std::int32_t start = static_cast<std::int32_t>(resources[b].first);
    std::uint32_t queue = draft.nodes[resources[b].first].planned.queue;
    for (std::uint32_t q = 0; q < 2; ++q) {
      std::int32_t known = q == queue ? start - 1 : sync.reached[resources[b].first][q];
      if (last[a][q] > known) return false;
    }
    return true;
  };
  auto may_share = [&](std::size_t i, std::size_t j) {
    return precedes(owners[i], owners[j]) || precedes(owners[j], owners[i]);
  };
  unaliased_bytes = lay_in_a_row(blocks);
  heap_bytes = options.alias ? pack(blocks, may_share) : unaliased_bytes;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    resources[owners[i]].offset = blocks[i].offset;
    resources[owners[i]].bytes = blocks[i].bytes;
  }
  if (options.alias) hand_over(draft, sync, resources);
}

}  // namespace undine::graph
