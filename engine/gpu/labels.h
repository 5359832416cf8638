// Object names and label regions for RenderDoc, validation messages and driver tools. No-ops unless Device enables
// them.
#pragma once
#include <string>
#include <string_view>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

void name_object(DeviceImpl& d, VkObjectType type, std::uint64_t handle, std::string_view name);

template <class Handle>
void name_object(DeviceImpl& d, VkObjectType type, Handle handle, std::string_view name) {
  if (d.labels) name_object(d, type, reinterpret_cast<std::uint64_t>(handle), name);
}

void open_label(DeviceImpl& d, VkCommandBuffer cmd, std::string_view text, bool scope);
inline void begin_label(DeviceImpl& d, VkCommandBuffer cmd, std::string_view text, bool scope) {
  if (d.labels) open_label(d, cmd, text, scope);
}
inline void end_label(DeviceImpl& d, VkCommandBuffer cmd) {
  if (d.labels) d.end_label(cmd);
}

// Labels cost CPU time in every frame, so they are enabled only if a tool can show them.
bool capture_tool_present();

}  // namespace undine::gpu
