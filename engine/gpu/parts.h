// Splits a frame into submissions to stay below the driver's watchdog. A waiting program also sees progress. Measured
// times determine the cuts.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/gpu/vulkan_types.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

// Nodes of one submission to one queue.
struct Part {
  std::uint32_t first = 0;  // first node; the part ends at the next part's first node
  std::uint32_t queue = 0;
  std::int32_t waits_for = -1;  // part of the other queue that must finish first; -1: does not wait
};

// Splits a plan into parts in the order of submission: at `begins`, at changes of queue and at every wait. The first
// and the last part belong to queue 0. In plans with both queues, the first part is only the start of the frame, for
// which queue 1 waits. The last part waits for queue 1, so that frames do not overlap.
void cut_queues(const graph::Plan& plan, std::span<const std::uint32_t> begins, std::vector<Part>& parts);

// GPU time of nodes by shader and size. A part's measured time is distributed in proportion to earlier estimates.
class NodeCosts {
 public:
  using Key = std::uint64_t;
  static Key key(const graph::Node& node);
  explicit NodeCosts(double longest) : longest_(longest) {}
  // Returns the first node of each part, with begins[0] = 0. Parts of several nodes are expected to take at most
  // `longest` seconds. Unmeasured nodes count as a sixteenth of that.
  void cut(std::span<const Key> nodes, std::vector<std::uint32_t>& begins) const;
  void learn(std::span<const Key> part, double seconds);

 private:
  double expected(Key node) const;
  double longest_;
  std::unordered_map<Key, double> seconds_, shares_;  // shares_: scratch of learn()
};

// Two timestamps per part of one frame in flight.
class PartTimers {
 public:
  explicit PartTimers(DeviceImpl& device) : d_(device) {}
  ~PartTimers();
  PartTimers(const PartTimers&) = delete;
  PartTimers& operator=(const PartTimers&) = delete;
  // Call before all marks, in the first part. No effect on queues without timestamps.
  void begin(VkCommandBuffer first, std::uint32_t parts);
  void mark(VkCommandBuffer cmd, std::uint32_t part, bool end);
  bool read(std::vector<double>& seconds);  // times of a finished frame's parts; false: not measured

 private:
  DeviceImpl& d_;
  VkQueryPool pool_ = VK_NULL_HANDLE;
  std::uint32_t capacity_ = 0, parts_ = 0;
  std::vector<std::uint64_t> ticks_;
};

}  // namespace undine::gpu
