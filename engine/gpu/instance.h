// The Vulkan instance, its debug messenger, and capabilities of physical devices.
#pragma once
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

void load_vulkan();  // Error(Exit::no_device) without a loader
// Loads functions of an instance that another program created. load: null for the loader's.
void load_vulkan(VkInstance instance, PFN_vkGetInstanceProcAddr load);
VkInstance create_instance(const DeviceOptions& options, std::atomic<std::uint64_t>* messages,
                           VkDebugUtilsMessengerEXT* messenger);
std::vector<VkExtensionProperties> device_extensions(VkPhysicalDevice physical);
std::vector<VkQueueFamilyProperties> queue_families(VkPhysicalDevice physical);
bool has_device_extension(VkPhysicalDevice physical, std::string_view name);
std::vector<VkPhysicalDevice> physical_devices(VkInstance instance);

struct Candidate {
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  DeviceInfo info;
  std::vector<VkQueueFamilyProperties> families;          // queue families
  std::map<graph::Format, VkFormatFeatureFlags> formats;  // features of optimal tiling
  bool pushes = false;                                    // push descriptors for as many bindings as a node may have
  int rank = 0;                                           // smaller is better
};
// Extensions that a device of version 1.2 needs in addition.
inline constexpr std::array extensions_for_1_2{VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME,
                                               VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME,
                                               VK_KHR_MAINTENANCE_4_EXTENSION_NAME};
std::vector<Candidate> candidates(VkInstance instance, bool window);
Candidate candidate(VkPhysicalDevice physical, bool window = false);  // with index 0
// Extensions of every device that Undine creates or borrows.
std::vector<const char*> needed_extensions(VkPhysicalDevice physical, std::uint32_t version, bool pushes);

}  // namespace undine::gpu
