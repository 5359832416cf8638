#include "engine/gpu/surface.h"

namespace undine::gpu {

std::span<const char* const> surface_extensions() { return {}; }
VkResult create_surface(VkInstance, GLFWwindow*, VkSurfaceKHR*) { return VK_ERROR_EXTENSION_NOT_PRESENT; }
VkExtent2D framebuffer_size(GLFWwindow*) { return {0, 0}; }

}  // namespace undine::gpu
