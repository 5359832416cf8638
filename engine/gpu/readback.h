// Host-visible buffers for results of frames; receivers get them when the frame has finished.
#pragma once
#include <vector>

#include "engine/gpu/memory.h"

namespace undine::gpu {

struct Readback {
  Object buffer;
  std::uint64_t bytes = 0;
  graph::ReadbackDone done;
};

class ReadbackPool {
 public:
  ReadbackPool(DeviceImpl& device, Memory& memory) : d_(device), memory_(memory) {}
  ~ReadbackPool();
  ReadbackPool(const ReadbackPool&) = delete;
  ReadbackPool& operator=(const ReadbackPool&) = delete;
  Object take(std::uint64_t bytes);
  void give(Object& buffer);         // returns it to the pool
  void deliver(Readback& readback);  // calls done, then returns the buffer
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t keep = 16;  // limit of pooled buffers
  DeviceImpl& d_;
  Memory& memory_;
  std::vector<Object> free_;
  std::uint64_t bytes_ = 0;
};

}  // namespace undine::gpu
