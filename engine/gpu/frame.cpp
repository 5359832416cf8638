#include "engine/gpu/frame.h"

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {

FrameSlot::FrameSlot(DeviceImpl& device, Memory& memory)
    : d(device), uploads(device, memory), sets(device), timers(device), part_timers(device), crumbs(device, memory) {
  VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  info.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  try {
    for (std::uint32_t lane = 0; lane < d.queues; ++lane) {
      info.queueFamilyIndex = d.lanes[lane].family;
      UNDINE_CHECK(d.vk.vkCreateCommandPool(d.device, &info, nullptr, &pools_[lane].handle), "frame");
      name_object(d, VK_OBJECT_TYPE_COMMAND_POOL, pools_[lane].handle, "frame");
      take(pools_[lane]);
    }
  } catch (const Error&) {
    destroy();
    throw;
  }
}

VkCommandBuffer FrameSlot::take(Pool& pool) {
  if (pool.used == pool.buffers.size()) {
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool.handle;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer fresh = VK_NULL_HANDLE;
    UNDINE_CHECK(d.vk.vkAllocateCommandBuffers(d.device, &info, &fresh), "frame");
    name_object(d, VK_OBJECT_TYPE_COMMAND_BUFFER, fresh, "frame");
    pool.buffers.push_back(fresh);
  }
  return pool.buffers[pool.used++];
}

void FrameSlot::destroy() {
  for (Pool& pool : pools_) d.vk.vkDestroyCommandPool(d.device, pool.handle, nullptr);
}

FrameSlot::~FrameSlot() { destroy(); }

void FrameSlot::begin() {
  frame = 0;
  uploads.reset();
  sets.reset();
  timers.forget();
  crumbs.forget();
  for (Pool& pool : pools_) {
    if (pool.handle) UNDINE_CHECK(d.vk.vkResetCommandPool(d.device, pool.handle, 0), "frame");
    pool.used = 0;
  }
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  commands.clear();
  for (const Part& part : parts) {
    commands.push_back(take(pools_[part.queue]));
    UNDINE_CHECK(d.vk.vkBeginCommandBuffer(commands.back(), &info), "frame");
  }
  part_timers.begin(commands[0], static_cast<std::uint32_t>(parts.size()));
  // Parts on the other queue wait for this one, so their marks come later.
  for (std::uint32_t i = 0; i < parts.size(); ++i) part_timers.mark(commands[i], i, false);
  // All frames share the heap of transients and the staging of results, so order all earlier work first.
  VkMemoryBarrier2 all{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
  all.srcStageMask = all.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  all.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
  all.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
  VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  dependency.memoryBarrierCount = 1;
  dependency.pMemoryBarriers = &all;
  d.vk.vkCmdPipelineBarrier2(commands[0], &dependency);
}

}  // namespace undine::gpu
