// What one frame in flight owns. Re-used when the frame that used it last has finished.
#pragma once
#include <vector>

#include "engine/gpu/breadcrumbs.h"
#include "engine/gpu/readback.h"
#include "engine/gpu/timers.h"
#include "engine/gpu/upload.h"

namespace undine::gpu {

struct FrameSlot {
  FrameSlot(DeviceImpl& device, Memory& memory);
  ~FrameSlot();
  FrameSlot(const FrameSlot&) = delete;
  FrameSlot& operator=(const FrameSlot&) = delete;
  void begin();  // the slot's last frame has finished

  DeviceImpl& d;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  UploadRing uploads;
  Timers timers;
  Breadcrumbs crumbs;
  std::vector<Readback> readbacks;
  std::uint64_t frame = 0;  // last submitted with this slot; 0: none
  std::uint64_t step = 0;   // clock steps done by its end
  bool collected = true;    // its results were handed out
};

}  // namespace undine::gpu
