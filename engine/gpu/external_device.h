// Runs on an application's own Vulkan device, queue and images. docs/embedding.md shows the use.
#pragma once  // public
#include <vulkan/vulkan_core.h>

#include <memory>
#include <vector>

#include "engine/gpu/device.h"

namespace undine::gpu {

// Requirements of Undine for vkCreateDevice(): version 1.3 of the API (or 1.2 with extensions), these extensions, and
// these features. The features are a chain for VkDeviceCreateInfo::pNext that lives as long as this object. An
// application adds its own. Error(Exit::no_device) names what `physical` lacks.
class DeviceNeeds {
 public:
  // load: null for that of libvulkan.so.1. instance: created for version 1.3 (of the loader; a device may support
  // less).
  DeviceNeeds(VkInstance instance, VkPhysicalDevice physical, PFN_vkGetInstanceProcAddr load = nullptr);
  ~DeviceNeeds();
  DeviceNeeds(const DeviceNeeds&) = delete;
  DeviceNeeds& operator=(const DeviceNeeds&) = delete;
  const std::vector<const char*>& extensions() const;
  const VkPhysicalDeviceFeatures2* features() const;
  std::uint32_t queue_family() const;  // a family with graphics and compute

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The caller keeps ownership, and the handles must outlive every object created from them. During a call to Undine,
// other threads must not use the queue.
struct ExternalDevice {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;  // created with DeviceNeeds
  std::uint32_t queue_family = 0;
  VkQueue queue = VK_NULL_HANDLE;            // supports graphics and compute
  PFN_vkGetInstanceProcAddr load = nullptr;  // null: that of libvulkan.so.1
};
// Error(Exit::bad_input) names a null handle; Error(Exit::no_device) names missing requirements.
std::unique_ptr<Device> open_external(const ExternalDevice& device);

// Render target: color aspect, one mip and layer, created with VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT. Its old content is
// discarded.
struct ExternalImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VkFormat format = VK_FORMAT_B8G8R8A8_UNORM;             // or VK_FORMAT_R8G8B8A8_UNORM
  VkExtent2D size{};                                      // pixels
  VkImageLayout after = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;  // final layout
  VkSemaphore ready = VK_NULL_HANDLE;  // binary; waited for before the frame's work; null: the image is available
  // binary; signaled when the picture is complete; null: wait by Executor::finish()
  VkSemaphore drawn = VK_NULL_HANDLE;
};

}  // namespace undine::gpu
