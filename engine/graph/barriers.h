// Derives barriers and queue waits from hazards. Private to engine/graph.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "engine/graph/draft.h"

namespace undine::graph {

// State of a resource between two nodes. A layout change counts as a write.
struct Tracker {
  std::int32_t write_node = -1;  // index into the live nodes; -1: before this frame
  std::uint32_t write_queue = 0, write_stages = 0, write_access = 0;
  bool available = true;                    // the write has been flushed by some barrier or semaphore
  std::array<std::uint32_t, 10> visible{};  // per stage of write_queue: accesses that see the write
  struct Reads {
    std::uint32_t stages = 0;
    std::int32_t last = -1;
  };
  std::array<Reads, 2> reads{};  // per queue, since the write
  Layout layout = Layout::undefined;
  // The write was an accumulate. Then `visible` says who may join without a barrier, and nobody sees the result yet.
  bool accumulating = false;

  static Tracker from(const AccessState& entry);
  AccessState state() const;  // queues and nodes forgotten
  bool sees(std::uint32_t stages, std::uint32_t access) const;
};

// reached[n][q]: the last node on queue q that is known to be complete before node n starts; -1: none.
using Reached = std::vector<std::array<std::int32_t, 2>>;

struct Synchronized {
  std::vector<Tracker> end;  // per Draft resource, after its last use
  Reached reached;
};

// Fills barriers and wait_for of the draft's live nodes. Memory sharing is not looked at (alias_barriers).
Synchronized synchronize(Draft& draft);

}  // namespace undine::graph
