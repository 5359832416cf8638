// Bounded waits: messages while the GPU is silent (not while a software driver computes), then an Error. Nothing in
// engine/gpu waits without end. Silence counts from the last sign of life (DeviceImpl::life): work that is slow and
// goes on is waited for.
#pragma once
#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

constexpr std::uint64_t wait_step_ns = 10'000'000'000ull;  // between messages

// pace: the wait keeps to the frames in flight, and is not counted.
void wait_timeline(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value, bool pace = false);
void wait_queue(DeviceImpl& d);
// For destructors: no exception, no fault injection. False: the GPU may still be at work on what was submitted, and
// nothing of it may be destroyed.
[[nodiscard]] bool wait_timeline_quietly(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) noexcept;
[[nodiscard]] bool wait_queue_quietly(DeviceImpl& d) noexcept;

}  // namespace undine::gpu
