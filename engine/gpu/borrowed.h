// For programs that have a Vulkan device of their own and want water in their pictures: what such a device must have,
// and the ways to hand it, its queue and an image over. docs/embedding.md shows them in use.
#pragma once  // public
#include <vulkan/vulkan_core.h>

#include <memory>
#include <vector>

#include "engine/gpu/device.h"

namespace undine::gpu {

// What vkCreateDevice() must be given for Undine to work: version 1.3 of the API (or 1.2 with extensions), these
// extensions, and these features, a chain for VkDeviceCreateInfo::pNext that lives as long as this object does. A
// program adds its own. Error(Exit::no_device) names what `physical` lacks.
class DeviceNeeds {
 public:
  // load: null for that of libvulkan.so.1. instance: made for version 1.3 (the loader's; a device may have less).
  DeviceNeeds(VkInstance instance, VkPhysicalDevice physical, PFN_vkGetInstanceProcAddr load = nullptr);
  ~DeviceNeeds();
  DeviceNeeds(const DeviceNeeds&) = delete;
  DeviceNeeds& operator=(const DeviceNeeds&) = delete;
  const std::vector<const char*>& extensions() const;
  const VkPhysicalDeviceFeatures2* features() const;
  std::uint32_t queue_family() const;  // one that draws and computes

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All stays the caller's and outlives what is made of it. While a call to Undine runs, no other thread may use the
// queue.
struct BorrowedDevice {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;  // made with DeviceNeeds
  std::uint32_t queue_family = 0;
  VkQueue queue = VK_NULL_HANDLE;            // draws and computes
  PFN_vkGetInstanceProcAddr load = nullptr;  // null: that of libvulkan.so.1
};
// Error(Exit::bad_input) names a handle that is null; Error(Exit::no_device) what the physical device lacks.
std::unique_ptr<Device> borrow(const BorrowedDevice& device);

// An image to draw the picture to: of the colour aspect, one mip and layer, made for
// VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT. What it held is lost.
struct BorrowedImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VkFormat format = VK_FORMAT_B8G8R8A8_UNORM;             // or VK_FORMAT_R8G8B8A8_UNORM
  VkExtent2D size{};                                      // pixels
  VkImageLayout after = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;  // in which it is left
  VkSemaphore ready = VK_NULL_HANDLE;  // binary; waited for before the frame's work; null: the image is free
  VkSemaphore drawn = VK_NULL_HANDLE;  // binary; signalled when the picture is there; null: wait by Executor::finish()
};

}  // namespace undine::gpu
