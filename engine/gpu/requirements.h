// What Undine needs of a Vulkan device: one table, by which devices are chosen or refused, features are asked for, and
// which `undine devices` prints as met or not. Names are the specification's.
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

// What a device offers. A published profile is one, too (tests).
struct DeviceFacts {
  std::uint32_t version = 0;                      // VK_MAKE_API_VERSION()
  bool queue = false;                             // one that draws and computes
  std::set<std::string, std::less<>> extensions;  // of the device
  std::set<std::string, std::less<>> features;    // "scalarBlockLayout"
  std::map<std::string, std::uint64_t, std::less<>> limits;
  std::map<graph::Format, VkFormatFeatureFlags> formats;  // of optimal tiling
};

// What images of a format must be able to.
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
  std::string_view name;  // of a format: graph::format_name()
  std::uint64_t asked;    // version, least limit, VkFormatFeatureFlags; else 0
  std::string_view purpose;
  // scenes: some, which are refused. pictures: without it they are coarser.
  enum class By : std::uint8_t { everything, windows, scenes, pictures } by = By::everything;
};
std::span<const Requirement> requirements();

// In the table's order; those of windows only where there shall be one.
std::vector<DeviceRequirement> judge(const DeviceFacts& facts, bool window);

DeviceFacts device_facts(VkPhysicalDevice physical);
bool pushes_descriptors(const DeviceFacts& facts);  // as many as a node may bind; else descriptor sets
// All features of the table, chained for vkCreateDevice(). The object must stay where it is.
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
