// What one frame in flight owns. Re-used when the frame that used it last has finished.
#pragma once
#include <vector>

#include "engine/gpu/breadcrumbs.h"
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
  // The slot's last frame has finished; the next one has so many parts, each with a command buffer that is begun here.
  void begin(std::uint32_t parts);

  DeviceImpl& d;
  VkCommandPool pool = VK_NULL_HANDLE;
  std::vector<VkCommandBuffer> commands;  // at least as many as the frame has parts
  std::uint32_t parts = 0;
  std::vector<NodeCosts::Key> keys;   // of the frame's nodes
  std::vector<std::uint32_t> begins;  // first nodes of the parts
  UploadRing uploads;
  Timers timers;
  PartTimers part_timers;
  Breadcrumbs crumbs;
  std::vector<Readback> readbacks;
  std::uint64_t frame = 0;  // last submitted with this slot; 0: none
  std::uint64_t step = 0;   // clock steps done by its end
  bool collected = true;    // its results were handed out

 private:
  void allocate(std::uint32_t count);
};

}  // namespace undine::gpu
