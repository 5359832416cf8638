// Bounded waits: log messages while the GPU is silent, then an Error. A software driver that computes does not count as
// silent. Every wait in engine/gpu is bounded. Silence counts from the last progress (DeviceImpl::life), so slow work
// does not time out.
#pragma once
#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

constexpr std::uint64_t wait_step_ns = 10'000'000'000ull;  // between messages

// pace: limits the frames in flight; not counted as a wait.
void wait_timeline(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value, bool pace = false);
void wait_queue(DeviceImpl& d);
// For destructors: does not throw, without fault injection. False: the GPU may still use submitted resources, which
// must not be destroyed.
[[nodiscard]] bool wait_timeline_quietly(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) noexcept;
[[nodiscard]] bool wait_queue_quietly(DeviceImpl& d) noexcept;

}  // namespace undine::gpu
