// Bounded waits: ten seconds at a time, a message for each, then an Error. Nothing in engine/gpu waits without end.
#pragma once
#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

constexpr std::uint64_t wait_step_ns = 10'000'000'000ull;
constexpr int wait_steps = 12;

void wait_timeline(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value);
void wait_queue(DeviceImpl& d);
// For destructors: no exception, no fault injection; gives up after the same time.
void wait_timeline_quietly(DeviceImpl& d, VkSemaphore semaphore, std::uint64_t value) noexcept;
void wait_queue_quietly(DeviceImpl& d) noexcept;

}  // namespace undine::gpu
