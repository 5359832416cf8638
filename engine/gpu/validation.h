// The validation layer: its checks and the destination of its messages.
#pragma once
#include <vector>

#include "engine/gpu/device.h"
#include "engine/gpu/volk.h"

namespace undine::gpu {

// Checks of --validation: synchronization in addition to the layer's defaults. UNDINE_VALIDATION=gpu or best_practices
// in the environment replaces it; other words: Error(Exit::bad_input).
std::vector<VkValidationFeatureEnableEXT> validation_checks();
// True if the layer instruments shaders: for their messages, or with UNDINE_VALIDATION=gpu.
bool layer_changes_shaders(const DeviceOptions& options);
// user: an std::atomic<std::uint64_t> that counts messages. Logs the first few of each kind.
VKAPI_ATTR VkBool32 VKAPI_CALL on_validation_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                     VkDebugUtilsMessageTypeFlagsEXT types,
                                                     const VkDebugUtilsMessengerCallbackDataEXT* data, void* user);

}  // namespace undine::gpu
