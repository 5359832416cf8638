#include "engine/gpu/wait.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <optional>
#include <thread>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/gpu/errors.h"

namespace undine::gpu {
namespace {

std::atomic<bool> some_left_behind{false};

std::uint64_t life_of(DeviceImpl& d) {
  std::uint64_t sum = 0;
  for (VkSemaphore lane : d.life) {
    std::uint64_t value = 0;
    if (lane) d.vk.vkGetSemaphoreCounterValue(d.device, lane, &value);
    sum += value;
  }
  return sum;
}

// Computes the seconds of silence in a wait of `waited` seconds that timed out. A software driver that computes in
// threads of this process is not silent. Its passes may take as much CPU time as a GPU's take real time.
class Silence {
 public:
  explicit Silence(const DeviceImpl& d) : software_(d.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {}
  double of(double waited) {
    const std::clock_t now = std::clock();
    const double computed = static_cast<double>(now - std::exchange(before_, now)) / CLOCKS_PER_SEC;
    works_ = software_ && computed > 0.001 * waited;
    return works_ ? std::min(waited, computed / std::max(1u, std::thread::hardware_concurrency())) : waited;
  }
  bool works() const { return works_; }

 private:
  bool software_, works_ = false;
  std::clock_t before_ = std::clock();
};

// wait: takes a timeout in ns. A device that was silent before gets a timeout of 0. Progress is checked only after a
// wait has timed out.
template <class F>
VkResult wait_while_alive(DeviceImpl& d, F&& wait) {
  if (d.silent) return wait(std::uint64_t{0});
  const auto step = static_cast<std::uint64_t>(std::min(static_cast<double>(wait_step_ns), d.patience * 1e9 / 4));
  double silence = 0;
  Silence last(d);
  std::optional<std::uint64_t> life;
  while (silence < d.patience) {
    const VkResult result = wait(step);
    if (result != VK_TIMEOUT) return result;
    silence += last.of(static_cast<double>(step) * 1e-9);
    if (const std::uint64_t now = life_of(d); !life || now != *life) {
      life = now;
      silence = 0;
    } else if (!last.works()) {
      log::warning("the GPU has given no sign of life for {:.3g} s", silence);
    }
  }
  d.silent = true;
  return VK_TIMEOUT;
}

void judge(DeviceImpl& d, VkResult result, const char* call) {
  if (result == VK_SUCCESS) return;
  if (result == VK_TIMEOUT)
    throw Error(Exit::failure, "Vulkan",
                fmt::format("the GPU made no progress for {:.3g} s; {}", d.patience, reached()),
                "one pass is more than this GPU can do in that time: use fewer cells or particles or a smaller picture "
                "(--size); or a kernel does not end: --breadcrumbs names it");
  fail(result, call);
}

VkResult wait_semaphore(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) {
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &semaphore;
  info.pValues = &value;
  return wait_while_alive(d, [&](std::uint64_t ns) { return d.vk.vkWaitSemaphores(d.device, &info, ns); });
}

VkResult wait_for_fence(DeviceImpl& d, VkQueue queue) {
  VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkFence fence = VK_NULL_HANDLE;
  VkResult result = d.vk.vkCreateFence(d.device, &info, nullptr, &fence);
  if (result != VK_SUCCESS) return result;
  result = d.vk.vkQueueSubmit2(queue, 0, nullptr, fence);
  if (result == VK_SUCCESS)
    result =
        wait_while_alive(d, [&](std::uint64_t ns) { return d.vk.vkWaitForFences(d.device, 1, &fence, VK_TRUE, ns); });
  if (result != VK_TIMEOUT) d.vk.vkDestroyFence(d.device, fence, nullptr);
  return result;
}

VkResult wait_for_queues(DeviceImpl& d) {
  const VkResult result = wait_for_fence(d, d.lanes[0].queue);
  const bool one = d.lanes[1].queue == d.lanes[0].queue;
  return result != VK_SUCCESS || one ? result : wait_for_fence(d, d.lanes[1].queue);
}

bool idle(VkResult result) {
  if (result == VK_TIMEOUT) some_left_behind = true;
  return result != VK_TIMEOUT;
}

}  // namespace

bool left_behind() { return some_left_behind; }

void wait_timeline(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value, bool pace) {
  if (!pace) ++d.waits;
  judge(d, attempt("vkWaitSemaphores", [&] { return wait_semaphore(d, semaphore, value); }), "vkWaitSemaphores");
}
void wait_queue(DeviceImpl& d) {
  ++d.waits;
  judge(d, attempt("vkWaitForFences", [&] { return wait_for_queues(d); }), "vkWaitForFences");
}
bool wait_timeline_quietly(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) noexcept {
  return idle(wait_semaphore(d, semaphore, value));
}
bool wait_queue_quietly(DeviceImpl& d) noexcept { return !d.lanes[0].queue || idle(wait_for_queues(d)); }

}  // namespace undine::gpu
