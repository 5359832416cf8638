// What one frame in flight owns. Re-used when the frame that used it last has finished.
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
  // The slot's last frame has finished; the next one has these `parts`, each with a command buffer that is begun here.
  void begin();

  DeviceImpl& d;
  std::vector<VkCommandBuffer> commands;  // of the parts
  std::vector<NodeCosts::Key> keys;       // of the frame's nodes
  std::vector<std::uint32_t> begins;      // where their costs cut them
  std::vector<Part> parts;
  UploadRing uploads;
  DescriptorSets sets;
  Timers timers;
  PartTimers part_timers;
  Breadcrumbs crumbs;
  std::vector<Readback> readbacks;
  std::uint64_t frame = 0;  // last submitted with this slot; 0: none
  std::uint64_t step = 0;   // clock steps done by its end
  bool collected = true;    // its results were handed out

 private:
  struct Pool {
    VkCommandPool handle = VK_NULL_HANDLE;
    std::vector<VkCommandBuffer> buffers;
    std::size_t used = 0;
  };
  VkCommandBuffer take(Pool& pool);
  void destroy();
  std::array<Pool, 2> pools_;  // of the lanes
};

}  // namespace undine::gpu
