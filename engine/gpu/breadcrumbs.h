// Where one frame in flight got to: the GPU writes into host memory when it begins a node and when it has ended it.
// Read only when the device is lost.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/memory.h"
#include "engine/gpu/scopes.h"

namespace undine::gpu {

class Breadcrumbs {
 public:
  Breadcrumbs(DeviceImpl& device, Memory& memory) : d_(device), memory_(memory) {}
  ~Breadcrumbs() { memory_.destroy(words_); }
  Breadcrumbs(const Breadcrumbs&) = delete;
  Breadcrumbs& operator=(const Breadcrumbs&) = delete;
  // Before the frame's nodes, outside of rendering. The names are copied: the graph may be gone when they are asked
  // for.
  void begin(std::uint64_t frame, const graph::Plan& plan, const graph::Graph& graph, const ScopeWalk& scopes);
  // Around node i of the plan. Without VK_AMD_buffer_marker a node's end waits for all work before it, so that what is
  // said to have ended has: nodes that could overlap do not.
  void open(VkCommandBuffer cmd, std::uint32_t node) { mark(cmd, 2 * node, false); }
  void close(VkCommandBuffer cmd, std::uint32_t node) { mark(cmd, 2 * node + 1, true); }
  void forget() { nodes_.clear(); }

  bool ended() const;  // all nodes; true where there are none
  // "frame/pool/step (node 3 of 17) had begun and not ended; frame/pool/poke was the last to end"; empty: nothing is
  // known. Works on a lost device.
  std::string report() const;

 private:
  struct Node {
    std::uint32_t opening;  // of its scope
    std::uint32_t name;     // where it begins in text_
  };
  void mark(VkCommandBuffer cmd, std::uint32_t word, bool ended);
  std::string path(std::size_t node) const;
  void refresh() const;  // what the GPU wrote
  bool marked(std::size_t word) const;
  DeviceImpl& d_;
  Memory& memory_;
  Object words_;             // two per node, begun and ended; what is of this frame holds stamp_
  std::uint32_t stamp_ = 0;  // differs from frame to frame, so that nothing has to be cleared; never 0
  std::vector<Node> nodes_;
  std::string text_;  // names, each ended by a zero
  ScopePaths paths_;
  std::vector<std::uint32_t> open_;  // scratch of begin()
};

}  // namespace undine::gpu
