// GPU objects of graph::State: one per live entry, created and zero-filled on first use, freed after release.
#pragma once
#include <span>
#include <vector>

#include "engine/gpu/memory.h"
#include "engine/graph/state.h"

namespace undine::gpu {

class Persistent {
 public:
  Persistent(DeviceImpl& device, Memory& memory) : d_(device), memory_(memory) {}
  ~Persistent();
  Persistent(const Persistent&) = delete;
  Persistent& operator=(const Persistent&) = delete;
  void check(const graph::State& state) const;  // limits of entries without an object
  // last_frame: newest submitted frame; objects of released entries live until it has finished.
  void sync(const graph::State& state, std::uint64_t last_frame);
  Object& at(graph::Resource resource) { return slots_[resource.index()].object; }
  void record_fills(VkCommandBuffer cmd);  // zeroes for new objects; images end in Layout::general
  void filled() { unfilled_.clear(); }     // the commands of record_fills() were submitted
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Slot {
    std::uint64_t serial = ~std::uint64_t{0};
    Object object;
  };
  DeviceImpl& d_;
  Memory& memory_;
  std::vector<Slot> slots_;  // by Resource::index()
  std::vector<std::uint32_t> unfilled_;
  std::uint64_t revision_ = ~std::uint64_t{0}, bytes_ = 0;
};

}  // namespace undine::gpu
