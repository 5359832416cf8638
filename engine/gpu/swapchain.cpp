#include "engine/gpu/swapchain.h"

#include <algorithm>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/labels.h"
#include "engine/gpu/surface.h"
#include "engine/gpu/wait.h"

namespace undine::gpu {

Swapchain::Impl::Impl(DeviceImpl& device, GLFWwindow* target, bool wanted) : d(device), window(target), vsync(wanted) {
  auto load = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(vkGetInstanceProcAddr(d.instance, name));
    if (!function)
      throw Error(Exit::no_device, "window", "the device was made without a window", "DeviceOptions::window");
  };
  load(destroy_surface, "vkDestroySurfaceKHR");
  load(surface_support, "vkGetPhysicalDeviceSurfaceSupportKHR");
  load(surface_formats, "vkGetPhysicalDeviceSurfaceFormatsKHR");
  load(surface_modes, "vkGetPhysicalDeviceSurfacePresentModesKHR");
  load(surface_capabilities, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
  try {
    make_surface();
    for (VkSemaphore& semaphore : acquire_ring) {
      VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
      UNDINE_CHECK(d.vk.vkCreateSemaphore(d.device, &info, nullptr, &semaphore), "window");
    }
    const VkExtent2D size = framebuffer_size(window);
    if (size.width > 0 && size.height > 0) make_chain();
  } catch (...) {
    drop_chain();
    for (VkSemaphore semaphore : acquire_ring) d.vk.vkDestroySemaphore(d.device, semaphore, nullptr);
    if (surface) destroy_surface(d.instance, surface, nullptr);
    throw;
  }
}

Swapchain::Impl::~Impl() {
  drop_chain();
  for (VkSemaphore semaphore : acquire_ring) d.vk.vkDestroySemaphore(d.device, semaphore, nullptr);
  if (surface) destroy_surface(d.instance, surface, nullptr);
}

void Swapchain::Impl::make_surface() {
  if (surface) destroy_surface(d.instance, surface, nullptr);
  surface = VK_NULL_HANDLE;
  UNDINE_CHECK(create_surface(d.instance, window, &surface), "window");
  VkBool32 supported = VK_FALSE;
  UNDINE_CHECK(surface_support(d.physical, d.lanes[0].family, surface, &supported), "window");
  if (!supported)
    throw Error(Exit::no_device, "device " + d.info.name, "cannot present to this window", "choose another with --gpu");
}

void Swapchain::Impl::drop_images() {
  for (Object& image : images) d.vk.vkDestroyImageView(d.device, image.view, nullptr);
  for (VkSemaphore semaphore : drawn) d.vk.vkDestroySemaphore(d.device, semaphore, nullptr);
  images.clear();
  drawn.clear();
}

void Swapchain::Impl::drop_chain() {
  drop_images();
  if (chain) d.vk.vkDestroySwapchainKHR(d.device, chain, nullptr);
  chain = VK_NULL_HANDLE;
}

void Swapchain::Impl::make_chain() {
  std::uint32_t count = 0;
  UNDINE_CHECK(surface_formats(d.physical, surface, &count, nullptr), "window");
  std::vector<VkSurfaceFormatKHR> formats(count);
  UNDINE_CHECK(surface_formats(d.physical, surface, &count, formats.data()), "window");
  auto offers = [&](VkFormat f) {
    return std::any_of(formats.begin(), formats.end(),
                       [&](auto& s) { return s.format == f && s.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR; });
  };
  if (offers(VK_FORMAT_B8G8R8A8_UNORM))
    format = graph::Format::bgra8_unorm;
  else if (offers(VK_FORMAT_R8G8B8A8_UNORM))
    format = graph::Format::rgba8_unorm;
  else
    throw Error(Exit::no_device, "window", "offers neither BGRA8 nor RGBA8", "choose another device with --gpu");

  std::uint32_t modes = 0;
  UNDINE_CHECK(surface_modes(d.physical, surface, &modes, nullptr), "window");
  std::vector<VkPresentModeKHR> present(modes);
  UNDINE_CHECK(surface_modes(d.physical, surface, &modes, present.data()), "window");
  auto has = [&](VkPresentModeKHR m) { return std::find(present.begin(), present.end(), m) != present.end(); };
  VkSurfaceCapabilitiesKHR caps{};
  UNDINE_CHECK(surface_capabilities(d.physical, surface, &caps), "window");
  const VkExtent2D pixels = framebuffer_size(window);
  VkExtent2D size = caps.currentExtent;
  if (size.width == 0xffffffffu)
    size = {std::clamp(pixels.width, caps.minImageExtent.width, caps.maxImageExtent.width),
            std::clamp(pixels.height, caps.minImageExtent.height, caps.maxImageExtent.height)};
  extent = {0, 0, 0};
  if (size.width == 0 || size.height == 0) return;

  VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
  info.surface = surface;
  info.minImageCount = std::max(caps.minImageCount, 3u);
  if (caps.maxImageCount) info.minImageCount = std::min(info.minImageCount, caps.maxImageCount);
  info.imageFormat = vk_format(format);
  info.imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
  info.imageExtent = size;
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                    (caps.supportedUsageFlags & (VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT));
  info.preTransform = caps.currentTransform;
  info.compositeAlpha = caps.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                            ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                            : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
  info.presentMode = vsync                                ? VK_PRESENT_MODE_FIFO_KHR
                     : has(VK_PRESENT_MODE_MAILBOX_KHR)   ? VK_PRESENT_MODE_MAILBOX_KHR
                     : has(VK_PRESENT_MODE_IMMEDIATE_KHR) ? VK_PRESENT_MODE_IMMEDIATE_KHR
                                                          : VK_PRESENT_MODE_FIFO_KHR;
  info.clipped = VK_TRUE;
  info.oldSwapchain = chain;
  if (chain) wait_queue(d);
  VkSwapchainKHR fresh = VK_NULL_HANDLE;
  VkResult result =
      attempt("vkCreateSwapchainKHR", [&] { return d.vk.vkCreateSwapchainKHR(d.device, &info, nullptr, &fresh); });
  drop_chain();
  if (result != VK_SUCCESS) fail(result, "vkCreateSwapchainKHR", "window");
  chain = fresh;

  UNDINE_CHECK(d.vk.vkGetSwapchainImagesKHR(d.device, chain, &count, nullptr), "window");
  std::vector<VkImage> handles(count);
  UNDINE_CHECK(d.vk.vkGetSwapchainImagesKHR(d.device, chain, &count, handles.data()), "window");
  images.resize(count);
  drawn.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    Object& o = images[i];
    o.image = handles[i];
    o.format = format;
    o.texture = {{size.width, size.height, 1}, format, 1, 1};
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = o.image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = vk_format(format);
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    UNDINE_CHECK(d.vk.vkCreateImageView(d.device, &view, nullptr, &o.view), "window");
    VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    UNDINE_CHECK(d.vk.vkCreateSemaphore(d.device, &semaphore, nullptr, &drawn[i]), "window");
    name_object(d, VK_OBJECT_TYPE_IMAGE, o.image, "window/picture");
    name_object(d, VK_OBJECT_TYPE_IMAGE_VIEW, o.view, "window/picture");
  }
  extent = {size.width, size.height, 1};
  stale = false;
}

graph::Extent Swapchain::Impl::acquire() {
  if (acquired) return extent;
  constexpr int attempts = 4;
  for (int i = 0; i < attempts; ++i) {
    const VkExtent2D pixels = framebuffer_size(window);
    if (pixels.width == 0 || pixels.height == 0) return {0, 0, 0};
    bool resized = extent.x != pixels.width || extent.y != pixels.height;
    // If the surface dictates its size, the window's may lag: then the acquisition reports an outdated swapchain.
    if (!chain || stale || (resized && i == 0)) make_chain();
    if (!chain || extent.x == 0) return {0, 0, 0};
    std::size_t next = (ring + 1) % acquire_ring.size();
    VkResult result = attempt("vkAcquireNextImageKHR", [&] {
      return d.vk.vkAcquireNextImageKHR(d.device, chain, wait_step_ns, acquire_ring[next], VK_NULL_HANDLE, &current);
    });
    if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR) {
      ring = next;
      acquired = true;
      stale = result == VK_SUBOPTIMAL_KHR;  // draw once more, and recreate before the next frame
      return extent;
    }
    if (result == VK_TIMEOUT || result == VK_NOT_READY) return {0, 0, 0};  // e.g. fully covered: skip the frame
    if (result == VK_ERROR_SURFACE_LOST_KHR) {
      wait_queue(d);
      drop_chain();
      make_surface();
    } else if (result != VK_ERROR_OUT_OF_DATE_KHR) {
      fail(result, "vkAcquireNextImageKHR", "window");
    }
    stale = true;
  }
  return {0, 0, 0};
}

void Swapchain::Impl::present() {
  acquired = false;
  VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &drawn[current];
  info.swapchainCount = 1;
  info.pSwapchains = &chain;
  info.pImageIndices = &current;
  VkResult result = attempt("vkQueuePresentKHR", [&] { return d.vk.vkQueuePresentKHR(d.lanes[0].queue, &info); });
  if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR) {
    stale = true;
  } else if (result == VK_ERROR_SURFACE_LOST_KHR) {
    wait_queue(d);
    drop_chain();
    make_surface();
    stale = true;
  } else if (result != VK_SUCCESS) {
    fail(result, "vkQueuePresentKHR", "window");
  }
}

Swapchain::Swapchain(Device& device, GLFWwindow* window, bool vsync)
    : impl_(std::make_unique<Impl>(device.impl(), window, vsync)) {}
Swapchain::~Swapchain() {
  if (!wait_queue_quietly(impl_->d)) impl_.release();
}
graph::Extent Swapchain::acquire() { return impl_->acquire(); }
graph::Format Swapchain::format() const { return impl_->format; }
void Swapchain::set_vsync(bool vsync) {
  if (impl_->vsync != vsync) impl_->stale = true;
  impl_->vsync = vsync;
}

}  // namespace undine::gpu
