// The validation layer: what it is asked to look for, and where its messages go.
#pragma once
#include <vector>

#include "engine/gpu/device.h"
#include "engine/gpu/volk.h"

namespace undine::gpu {

// Of --validation: synchronization beside what the layer always looks at. UNDINE_VALIDATION=gpu or best_practices in
// the environment: that in its place; other words: Error(Exit::bad_input).
std::vector<VkValidationFeatureEnableEXT> validation_checks();
// Whether the layer puts code into shaders: for their messages, or with UNDINE_VALIDATION=gpu.
bool layer_changes_shaders(const DeviceOptions& options);
// user: an std::atomic<std::uint64_t> that counts messages. They are logged, the first few of each kind.
VKAPI_ATTR VkBool32 VKAPI_CALL on_validation_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                     VkDebugUtilsMessageTypeFlagsEXT types,
                                                     const VkDebugUtilsMessengerCallbackDataEXT* data, void* user);

}  // namespace undine::gpu
