#include "engine/gpu/frame.h"

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {

FrameSlot::FrameSlot(DeviceImpl& device, Memory& memory)
    : d(device), uploads(device, memory), timers(device), part_timers(device), crumbs(device, memory) {
  VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  info.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  info.queueFamilyIndex = d.family;
  UNDINE_CHECK(d.vk.vkCreateCommandPool(d.device, &info, nullptr, &pool), "frame");
  try {
    allocate(1);
  } catch (const Error&) {
    d.vk.vkDestroyCommandPool(d.device, pool, nullptr);
    throw;
  }
  name_object(d, VK_OBJECT_TYPE_COMMAND_POOL, pool, "frame");
}

void FrameSlot::allocate(std::uint32_t count) {
  const std::size_t have = commands.size();
  if (count <= have) return;
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = count - static_cast<std::uint32_t>(have);
  std::vector<VkCommandBuffer> fresh(info.commandBufferCount);
  UNDINE_CHECK(d.vk.vkAllocateCommandBuffers(d.device, &info, fresh.data()), "frame");
  for (VkCommandBuffer one : fresh) name_object(d, VK_OBJECT_TYPE_COMMAND_BUFFER, one, "frame");
  commands.insert(commands.end(), fresh.begin(), fresh.end());
}

FrameSlot::~FrameSlot() { d.vk.vkDestroyCommandPool(d.device, pool, nullptr); }

void FrameSlot::begin(std::uint32_t count) {
  frame = 0;
  uploads.reset();
  timers.forget();
  crumbs.forget();
  UNDINE_CHECK(d.vk.vkResetCommandPool(d.device, pool, 0), "frame");
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  allocate(count);
  parts = count;
  for (std::uint32_t i = 0; i < parts; ++i) UNDINE_CHECK(d.vk.vkBeginCommandBuffer(commands[i], &info), "frame");
  part_timers.begin(commands[0], parts);
  for (std::uint32_t i = 0; i < parts; ++i) part_timers.mark(commands[i], i, false);
  // The heap of transients and the staging of results are shared by all frames: everything earlier comes first.
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
