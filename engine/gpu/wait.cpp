#include "engine/gpu/wait.h"

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/gpu/errors.h"

namespace undine::gpu {
namespace {

template <class F>
VkResult wait_in_steps(F&& wait) {
  VkResult result = VK_TIMEOUT;
  for (int step = 1; step <= wait_steps; ++step) {
    result = wait();
    if (result != VK_TIMEOUT) return result;
    log::warning("the GPU has not answered for {} s", step * 10);
  }
  return result;
}

void judge(VkResult result, const char* call) {
  if (result == VK_SUCCESS) return;
  if (result == VK_TIMEOUT)
    throw Error(Exit::failure, "Vulkan", fmt::format("the GPU did not finish within {} s", wait_steps * 10),
                "a kernel may not end; try --validation or a smaller scene");
  fail(result, call);
}

VkResult wait_semaphore(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) {
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &semaphore;
  info.pValues = &value;
  return wait_in_steps([&] { return d.vk.vkWaitSemaphores(d.device, &info, wait_step_ns); });
}

VkResult wait_for_fence(DeviceImpl& d) {
  VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkFence fence = VK_NULL_HANDLE;
  VkResult result = d.vk.vkCreateFence(d.device, &info, nullptr, &fence);
  if (result != VK_SUCCESS) return result;
  result = d.vk.vkQueueSubmit2(d.queue, 0, nullptr, fence);
  if (result == VK_SUCCESS)
    result = wait_in_steps([&] { return d.vk.vkWaitForFences(d.device, 1, &fence, VK_TRUE, wait_step_ns); });
  if (result != VK_TIMEOUT) d.vk.vkDestroyFence(d.device, fence, nullptr);
  return result;
}

}  // namespace

void wait_timeline(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) {
  judge(attempt([&] { return wait_semaphore(d, semaphore, value); }), "vkWaitSemaphores");
}
void wait_queue(DeviceImpl& d) {
  judge(attempt([&] { return wait_for_fence(d); }), "vkWaitForFences");
}
void wait_timeline_quietly(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) noexcept {
  wait_semaphore(d, semaphore, value);
}
void wait_queue_quietly(DeviceImpl& d) noexcept {
  if (d.queue) wait_for_fence(d);
}

}  // namespace undine::gpu
