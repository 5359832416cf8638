// Resources of one frame in flight. Reused after the previous frame of the slot has finished.
#pragma once
#include <array>
#include <vector>

#include "engine/gpu/breadcrumbs.h"
#include "engine/gpu/descriptor_sets.h"
#include "engine/gpu/parts.h"
#include "engine/gpu/readback.h"
#include "engine/gpu/timers.h"
#include "engine/gpu/upload.h"

namespace undine::gpu {

struct FrameSlot {
  FrameSlot(DeviceImpl& device, Memory& memory);
  ~FrameSlot();
  FrameSlot(const FrameSlot&) = delete;
  FrameSlot& operator=(const FrameSlot&) = delete;
  // Starts the next frame after the slot's last one has finished. Begins a command buffer for each of its `parts`.
  void begin();

  DeviceImpl& d;
  std::vector<VkCommandBuffer> commands;  // one per part
  std::vector<NodeCosts::Key> keys;       // one per node of the frame
  std::vector<std::uint32_t> begins;      // nodes at which costs split the frame
  std::vector<Part> parts;
  UploadRing uploads;
  DescriptorSets sets;
  Timers timers;
  PartTimers part_timers;
  Breadcrumbs crumbs;
  std::vector<Readback> readbacks;
  std::uint64_t frame = 0;  // last frame submitted with this slot; 0: unused
  std::uint64_t step = 0;   // clock steps done by its end
  bool collected = true;    // its results were delivered

 private:
  struct Pool {
    VkCommandPool handle = VK_NULL_HANDLE;
    std::vector<VkCommandBuffer> buffers;
    std::size_t used = 0;
  };
  VkCommandBuffer take(Pool& pool);
  void destroy();
  std::array<Pool, 2> pools_;  // one per lane
};

}  // namespace undine::gpu
