#include <algorithm>

#include "engine/gpu/surface.h"
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace undine::gpu {

std::span<const char* const> surface_extensions() {
  std::uint32_t count = 0;
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  return {names, names ? count : 0};
}

VkResult create_surface(VkInstance instance, GLFWwindow* window, VkSurfaceKHR* surface) {
  return glfwCreateWindowSurface(instance, window, nullptr, surface);
}

VkExtent2D framebuffer_size(GLFWwindow* window) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  return {static_cast<std::uint32_t>(std::max(width, 0)), static_cast<std::uint32_t>(std::max(height, 0))};
}

}  // namespace undine::gpu
