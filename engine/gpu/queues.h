// Which queues of a device the two lanes of a plan use (PlannedNode::queue). Pure.
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

// The first family that draws and computes: pictures are presented from there.
std::optional<QueuePlace> main_queue(std::span<const VkQueueFamilyProperties> families);
// A second queue that computes, other than `main`: of a family that does not draw (hardware queues of their own), else
// of the main family, else of any. None: the device has one queue only.
std::optional<QueuePlace> second_queue(std::span<const VkQueueFamilyProperties> families, QueuePlace main);

}  // namespace undine::gpu
