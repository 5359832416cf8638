// Surfaces of windows: surface_glfw.cpp by GLFW, surface_none.cpp for builds without windows.
#pragma once
#include <span>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

// Instance extensions for surfaces; empty if no display is available.
std::span<const char* const> surface_extensions();
VkResult create_surface(VkInstance instance, GLFWwindow* window, VkSurfaceKHR* surface);
VkExtent2D framebuffer_size(GLFWwindow* window);  // pixels; 0 x 0 while minimized

}  // namespace undine::gpu
