// Host data of one frame: uniform blocks and uploads. One per frame in flight; reset when that frame has finished.
#pragma once
#include <span>
#include <vector>

#include "engine/gpu/memory.h"

namespace undine::gpu {

class UploadRing {
 public:
  struct Slice {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;
    std::byte* data = nullptr;
  };
  UploadRing(DeviceImpl& device, Memory& memory);
  ~UploadRing();
  UploadRing(UploadRing&&) = delete;
  void reset();
  Slice take(std::uint64_t bytes);  // aligned for uniform blocks and texel copies
  Slice put(std::span<const std::byte> data);
  std::uint64_t bytes() const;

 private:
  static constexpr std::uint64_t chunk_bytes = 1u << 20;  // larger requests get a separate buffer for this frame
  Memory& memory_;
  std::uint64_t alignment_;
  std::vector<Object> chunks_, large_;
  std::size_t chunk_ = 0;
  std::uint64_t used_ = 0;
};

}  // namespace undine::gpu
