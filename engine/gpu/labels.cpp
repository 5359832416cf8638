#include "engine/gpu/labels.h"

#include <cstdlib>

#include "engine/core/system.h"

namespace undine::gpu {

void name_object(DeviceImpl& d, VkObjectType type, std::uint64_t handle, std::string_view name) {
  std::string text(name);
  VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
  info.objectType = type;
  info.objectHandle = handle;
  info.pObjectName = text.c_str();
  d.set_name(d.device, &info);
}

void open_label(DeviceImpl& d, VkCommandBuffer cmd, std::string_view text, bool scope) {
  std::array<char, 128> terminated{};
  text.copy(terminated.data(), terminated.size() - 1);
  VkDebugUtilsLabelEXT label{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
  label.pLabelName = terminated.data();
  if (scope) {
    label.color[0] = 0.2f;
    label.color[1] = 0.5f;
    label.color[2] = 0.9f;
    label.color[3] = 1.0f;
  }
  d.begin_label(cmd, &label);
}

bool capture_tool_present() {
  for (const char* variable : {"UNDINE_LABELS", "ENABLE_VULKAN_RENDERDOC_CAPTURE", "NVTX_INJECTION64_PATH",
                               "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"})
    if (const char* value = std::getenv(variable); value && *value && *value != '0') return true;
  return system::loaded_function("renderdoc", "RENDERDOC_GetAPI") != nullptr;
}

}  // namespace undine::gpu
