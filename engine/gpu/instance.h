// The Vulkan instance, its debug messenger, and what each physical device offers.
#pragma once
#include <vector>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

void load_vulkan();  // Error(Exit::no_device) without a loader
VkInstance create_instance(const DeviceOptions& options, std::atomic<std::uint64_t>* messages,
                           VkDebugUtilsMessengerEXT* messenger);
std::vector<VkPhysicalDevice> physical_devices(VkInstance instance);

struct Candidate {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  DeviceInfo info;
  std::uint32_t family = 0;
  int rank = 0;  // smaller is better
};
std::vector<Candidate> candidates(VkInstance instance, bool window);

}  // namespace undine::gpu
