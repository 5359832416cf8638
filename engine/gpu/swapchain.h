// Implementation of gpu::Swapchain for the executor.
#pragma once
#include <array>
#include <vector>

#include "engine/gpu/executor.h"
#include "engine/gpu/memory.h"

namespace undine::gpu {

struct Swapchain::Impl {
  Impl(DeviceImpl& device, GLFWwindow* window, bool vsync);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  graph::Extent acquire();
  Object& image() { return images[current]; }
  VkSemaphore acquired_semaphore() const { return acquire_ring[ring]; }
  VkSemaphore drawn_semaphore() const { return drawn[current]; }
  void present();  // call after submitting the frame that draws to image()

  void make_surface();
  void make_chain();
  void drop_chain();
  void drop_images();

  DeviceImpl& d;
  // volk's globals are empty after another instance without surfaces was created (Device::list()).
  PFN_vkDestroySurfaceKHR destroy_surface = nullptr;
  PFN_vkGetPhysicalDeviceSurfaceSupportKHR surface_support = nullptr;
  PFN_vkGetPhysicalDeviceSurfaceFormatsKHR surface_formats = nullptr;
  PFN_vkGetPhysicalDeviceSurfacePresentModesKHR surface_modes = nullptr;
  PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR surface_capabilities = nullptr;
  GLFWwindow* window;
  bool vsync, acquired = false, stale = true;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  VkSwapchainKHR chain = VK_NULL_HANDLE;
  graph::Format format = graph::Format::bgra8_unorm;
  graph::Extent extent{0, 0, 0};
  std::vector<Object> images;
  std::vector<VkSemaphore> drawn;  // per image: signaled by its frame, waited for by its presentation
  // more than the frames in flight, so that a semaphore is not reused while pending
  std::array<VkSemaphore, 8> acquire_ring{};
  std::size_t ring = 0;
  std::uint32_t current = 0;
};

}  // namespace undine::gpu
