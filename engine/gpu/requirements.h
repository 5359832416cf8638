// Requirements of Undine on a Vulkan device, in one table. It selects or refuses devices, enables features, and gives
// `undine devices` its report. Names are the specification's.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

// Capabilities of a device. Tests also use published profiles.
struct DeviceFacts {
  std::uint32_t version = 0;                      // VK_MAKE_API_VERSION()
  bool queue = false;                             // a queue with graphics and compute
  std::set<std::string, std::less<>> extensions;  // device extensions
  std::set<std::string, std::less<>> features;    // "scalarBlockLayout"
  std::map<std::string, std::uint64_t, std::less<>> limits;
  std::map<graph::Format, VkFormatFeatureFlags> formats;  // features of optimal tiling
};

// Features that uses of a format need.
namespace format_use {
constexpr VkFormatFeatureFlags sampled = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT,
                               filtered = sampled | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT,
                               stored = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT,
                               drawn = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT,
                               blended = drawn | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT,
                               depth = VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
}
std::string format_text(VkFormatFeatureFlags flags);  // "sampled filtered storage"

struct Requirement {
  enum class Kind : std::uint8_t { version, queue, extension, feature, limit, format } kind;
  std::string_view name;  // for formats: graph::format_name()
  std::uint64_t asked;    // version, minimum of a limit, VkFormatFeatureFlags; else 0
  std::string_view purpose;
  // scenes: without it, scenes that need it are refused. pictures: without it they are coarser.
  enum class By : std::uint8_t { everything, windows, scenes, pictures } by = By::everything;
};
std::span<const Requirement> requirements();

// Results in the table's order; requirements of windows only if `window`.
std::vector<DeviceRequirement> judge(const DeviceFacts& facts, bool window);

DeviceFacts device_facts(VkPhysicalDevice physical);
bool pushes_descriptors(const DeviceFacts& facts);  // as many as a node may bind; else descriptor sets
// All features of the table, chained for vkCreateDevice(). The object must not move.
struct AskedFeatures {
  AskedFeatures();
  AskedFeatures(const AskedFeatures&) = delete;
  AskedFeatures& operator=(const AskedFeatures&) = delete;
  VkPhysicalDeviceFeatures2 all;
  VkPhysicalDeviceVulkan12Features of_12;
  VkPhysicalDeviceSynchronization2Features synchronization;
  VkPhysicalDeviceDynamicRenderingFeatures rendering;
  VkPhysicalDeviceMaintenance4Features maintenance;
};

}  // namespace undine::gpu
