// A frame's commands as several submissions, so that none keeps the GPU for long: drivers reset a GPU whose work takes
// seconds, and a program that waits sees that the frame goes on. Where to cut follows from measured time.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/gpu/vulkan_types.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

// Nodes that go in one submission to one queue.
struct Part {
  std::uint32_t first = 0;  // node; the part ends where the next one begins
  std::uint32_t queue = 0;
  std::int32_t waits_for = -1;  // part of the other queue that has ended before this one begins; -1: none
};

// Parts of a plan in the order of submission, cut at `begins`, where the queue changes and before every wait. The first
// and the last one are of queue 0. Where a plan uses both queues the first one is the frame's beginning alone, for
// which queue 1 waits, and the last one waits for queue 1: frames follow each other whole.
void cut_queues(const graph::Plan& plan, std::span<const std::uint32_t> begins, std::vector<Part>& parts);

// What nodes took, by shader and size: part by part, shared out by what was known before.
class NodeCosts {
 public:
  using Key = std::uint64_t;
  static Key key(const graph::Node& node);
  explicit NodeCosts(double longest) : longest_(longest) {}
  // First nodes of the parts, of which each but single nodes is expected to take `longest` seconds at most; begins[0]
  // is 0. Nodes that nobody has measured count as a sixteenth of that.
  void cut(std::span<const Key> nodes, std::vector<std::uint32_t>& begins) const;
  void learn(std::span<const Key> part, double seconds);

 private:
  double expected(Key node) const;
  double longest_;
  std::unordered_map<Key, double> seconds_, shares_;  // shares_: scratch of learn()
};

// Two timestamps for each part of one frame in flight.
class PartTimers {
 public:
  explicit PartTimers(DeviceImpl& device) : d_(device) {}
  ~PartTimers();
  PartTimers(const PartTimers&) = delete;
  PartTimers& operator=(const PartTimers&) = delete;
  // Before all marks, in the first part. Does nothing on a queue without timestamps.
  void begin(VkCommandBuffer first, std::uint32_t parts);
  void mark(VkCommandBuffer cmd, std::uint32_t part, bool end);
  bool read(std::vector<double>& seconds);  // of a finished frame, by part; false: not measured

 private:
  DeviceImpl& d_;
  VkQueryPool pool_ = VK_NULL_HANDLE;
  std::uint32_t capacity_ = 0, parts_ = 0;
  std::vector<std::uint64_t> ticks_;
};

}  // namespace undine::gpu
