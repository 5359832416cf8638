#include "engine/gpu/queues.h"

namespace undine::gpu {
namespace {

template <class Fits>
std::optional<QueuePlace> first(std::span<const VkQueueFamilyProperties> families, Fits&& fits) {
  for (std::uint32_t i = 0; i < families.size(); ++i)
    if (families[i].queueCount > 0 && fits(i, families[i].queueFlags)) return QueuePlace{i, 0};
  return {};
}

}  // namespace

std::optional<QueuePlace> main_queue(std::span<const VkQueueFamilyProperties> families) {
  constexpr VkQueueFlags both = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  return first(families, [](std::uint32_t, VkQueueFlags flags) { return (flags & both) == both; });
}

std::optional<QueuePlace> second_queue(std::span<const VkQueueFamilyProperties> families, QueuePlace main) {
  const auto apart = first(families, [](std::uint32_t, VkQueueFlags flags) {
    return (flags & VK_QUEUE_COMPUTE_BIT) && !(flags & VK_QUEUE_GRAPHICS_BIT);
  });
  if (apart) return apart;
  if (families[main.family].queueCount > main.index + 1) return QueuePlace{main.family, main.index + 1};
  return first(families,
               [&](std::uint32_t i, VkQueueFlags flags) { return i != main.family && (flags & VK_QUEUE_COMPUTE_BIT); });
}

}  // namespace undine::gpu
