// Assigns queues of a device to the two lanes of a plan (PlannedNode::queue). Pure functions.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "engine/gpu/volk.h"

namespace undine::gpu {

struct QueuePlace {
  std::uint32_t family = 0, index = 0;
  bool operator==(const QueuePlace&) const = default;
};

// The first family with graphics and compute; it also presents.
std::optional<QueuePlace> main_queue(std::span<const VkQueueFamilyProperties> families);
// A second compute queue, other than `main`: in a family without graphics (separate hardware queues), else in the main
// family, else in any. Empty: the device has only one queue.
std::optional<QueuePlace> second_queue(std::span<const VkQueueFamilyProperties> families, QueuePlace main);

}  // namespace undine::gpu
