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
