// Progress of one frame in flight: the GPU writes into host memory when it begins and when it ends a node. Read only
// when the device is lost.
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
  // Call before the frame's nodes, outside of rendering. Copies the names, because the graph may be destroyed before
  // the report.
  void begin(std::uint64_t frame, const graph::Plan& plan, const graph::Graph& graph, const ScopeWalk& scopes);
  // Call around node i of the plan. Without VK_AMD_buffer_marker a node's end waits for all earlier work, so that
  // reported ends are true. Nodes that could overlap then do not.
  void open(VkCommandBuffer cmd, std::uint32_t node) { mark(cmd, 2 * node, false); }
  void close(VkCommandBuffer cmd, std::uint32_t node) { mark(cmd, 2 * node + 1, true); }
  void forget() { nodes_.clear(); }

  bool ended() const;  // all nodes ended; true for empty frames
  // Returns "frame/pool/step (node 3 of 17) had begun and not ended; frame/pool/poke was the last to end". Empty:
  // unknown. Works on a lost device.
  std::string report() const;

 private:
  struct Node {
    std::uint32_t opening;  // opening of its scope
    std::uint32_t name;     // offset of its name in text_
  };
  void mark(VkCommandBuffer cmd, std::uint32_t word, bool ended);
  std::string path(std::size_t node) const;
  void refresh() const;  // copies the GPU's writes to the host
  bool marked(std::size_t word) const;
  DeviceImpl& d_;
  Memory& memory_;
  Object words_;             // two per node, begun and ended; the current frame's hold stamp_
  std::uint32_t stamp_ = 0;  // unique per frame, so that words need not be cleared; never 0
  std::vector<Node> nodes_;
  std::string text_;  // zero-terminated names
  ScopePaths paths_;
  std::vector<std::uint32_t> open_;  // scratch memory of begin()
};

}  // namespace undine::gpu
