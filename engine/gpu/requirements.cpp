#include "engine/gpu/requirements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "engine/gpu/formats.h"
#include "engine/gpu/instance.h"
#include "engine/gpu/queues.h"

namespace undine::gpu {
namespace {

using Kind = Requirement::Kind;
using By = Requirement::By;

using namespace format_use;

constexpr Requirement table[] = {
    {Kind::version, "Vulkan", VK_API_VERSION_1_3, "1.2 serves with synchronization2, dynamic_rendering, maintenance4"},
    {Kind::queue, "graphics and compute", 0, "one queue for solvers and pictures"},
    {Kind::extension, VK_KHR_SWAPCHAIN_EXTENSION_NAME, 0, "windows", By::windows},
    {Kind::feature, "synchronization2", 0, "barriers and submissions"},
    {Kind::feature, "dynamicRendering", 0, "draw nodes"},
    {Kind::feature, "maintenance4", 0, "sizes of resources before they are made"},
    {Kind::feature, "timelineSemaphore", 0, "frames in flight"},
    {Kind::feature, "scalarBlockLayout", 0, "structs shared with shaders"},
    {Kind::feature, "shaderStorageImageExtendedFormats", 0, "ambient occlusion, traces, distances"},
    {Kind::feature, "independentBlend", 0, "draws to several targets, one of them blended"},
    {Kind::feature, "shaderClipDistance", 0, "ground under water"},
    {Kind::limit, "maxPushConstantsSize", 128, "parameters of a node"},
    {Kind::limit, "maxPerStageDescriptorStorageBuffers", 14, "buffers of a shader"},
    {Kind::limit, "maxPerStageDescriptorStorageImages", 4, "images that a shader writes"},
    {Kind::limit, "maxPerStageDescriptorSampledImages", 16, "images and texel buffers that a shader reads"},
    {Kind::limit, "maxPerStageDescriptorUniformBuffers", 12, "blocks of a shader"},
    {Kind::limit, "maxComputeSharedMemorySize", 16384, "bytes that a workgroup shares"},
    {Kind::limit, "maxComputeWorkGroupInvocations", 256, "threads of a workgroup"},
    {Kind::limit, "maxColorAttachments", 4, "targets of the deferred picture"},
    {Kind::limit, "maxImageDimension2D", 4096, "pictures, shadow maps"},
    {Kind::limit, "maxImageDimension3D", 256, "distance fields"},
    {Kind::limit, "maxTexelBufferElements", 65536, "grids; larger scenes ask for more"},
    {Kind::limit, "maxStorageBufferRange", 1u << 27, "grids and particles; larger scenes ask for more"},
    {Kind::format, "r8_unorm", filtered | drawn, "font, nearness of water", By::scenes},
    {Kind::format, "rg8_unorm", filtered | blended, "wetness", By::scenes},
    {Kind::format, "rgba8_unorm", filtered | stored | blended, "pictures, noise"},
    {Kind::format, "rgba8_srgb", filtered | drawn, "albedo, textures"},
    {Kind::format, "r16_float", filtered | blended, "photons", By::scenes},
    {Kind::format, "rg16_float", filtered | stored, "traces", By::scenes},
    {Kind::format, "rgba16_float", filtered | stored | blended, "radiance, normals, surfaces"},
    {Kind::format, "r32_float", stored | blended, "grounds, thickness", By::scenes},
    {Kind::format, "r32_float", filtered, "grounds", By::pictures},
    {Kind::format, "rg32_float", stored, "distances, occlusion", By::scenes},
    {Kind::format, "rg32_float", filtered, "distances", By::pictures},
    {Kind::format, "rgba32_float", stored | drawn, "surfaces of rivers, levels of waters", By::scenes},
    {Kind::format, "rgba32_float", filtered, "surfaces of rivers", By::pictures},
    {Kind::format, "d32_float", sampled | depth, "depth"},
};

std::string version_text(std::uint32_t v) {
  return fmt::format("{}.{}", VK_API_VERSION_MAJOR(v), VK_API_VERSION_MINOR(v));
}

VkFormatFeatureFlags flags_of(const DeviceFacts& facts, std::string_view format) {
  for (const auto& [f, flags] : facts.formats)
    if (graph::format_name(f) == format) return flags;
  return 0;
}

DeviceRequirement compare(const Requirement& r, const DeviceFacts& facts) {
  DeviceRequirement out{.name = std::string(r.name), .asked = "-", .has = "-", .purpose = std::string(r.purpose)};
  out.needed_by = r.by == By::scenes ? "some scenes" : r.by == By::pictures ? "smooth pictures" : "all";
  const auto there = [&](bool met) {
    out.met = met;
    out.has = met ? "yes" : "no";
  };
  switch (r.kind) {
    case Kind::version: {
      const bool extended =
          facts.version >= VK_API_VERSION_1_2 &&
          std::ranges::all_of(extensions_for_1_2, [&](const char* e) { return facts.extensions.contains(e); });
      out.asked = version_text(static_cast<std::uint32_t>(r.asked));
      out.has = version_text(facts.version);
      out.met = facts.version >= r.asked || extended;
      break;
    }
    case Kind::queue:
      there(facts.queue);
      break;
    case Kind::extension:
      there(facts.extensions.contains(r.name));
      break;
    case Kind::feature:
      there(facts.features.contains(r.name));
      break;
    case Kind::limit: {
      const auto found = facts.limits.find(r.name);
      const std::uint64_t has = found == facts.limits.end() ? 0 : found->second;
      out.asked = std::to_string(r.asked);
      out.has = std::to_string(has);
      out.met = has >= r.asked;
      break;
    }
    case Kind::format: {
      const auto asked = static_cast<VkFormatFeatureFlags>(r.asked), has = flags_of(facts, r.name);
      out.asked = format_text(asked);
      out.has = format_text(has & asked);
      out.met = (has & asked) == asked;
      break;
    }
  }
  return out;
}

// Visits every feature of the table with its Vulkan member.
template <class Visit>
void each_feature(AskedFeatures& f, Visit&& visit) {
  visit("synchronization2", f.synchronization.synchronization2);
  visit("dynamicRendering", f.rendering.dynamicRendering);
  visit("maintenance4", f.maintenance.maintenance4);
  visit("timelineSemaphore", f.of_12.timelineSemaphore);
  visit("scalarBlockLayout", f.of_12.scalarBlockLayout);
  visit("shaderStorageImageExtendedFormats", f.all.features.shaderStorageImageExtendedFormats);
  visit("independentBlend", f.all.features.independentBlend);
  visit("shaderClipDistance", f.all.features.shaderClipDistance);
}

void chain(AskedFeatures& f) {
  f.all = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &f.of_12, {}};
  f.of_12 = {};
  f.of_12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  f.of_12.pNext = &f.synchronization;
  f.synchronization = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, &f.rendering, VK_FALSE};
  f.rendering = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES, &f.maintenance, VK_FALSE};
  f.maintenance = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES, nullptr, VK_FALSE};
}

void read_limits(VkPhysicalDevice physical, bool pushes, DeviceFacts& facts) {
  VkPhysicalDevicePushDescriptorPropertiesKHR push{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR};
  VkPhysicalDeviceProperties2 p{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, pushes ? &push : nullptr};
  vkGetPhysicalDeviceProperties2(physical, &p);
  const VkPhysicalDeviceLimits& l = p.properties.limits;
  facts.limits = {{"maxPushConstantsSize", l.maxPushConstantsSize},
                  {"maxPushDescriptors", push.maxPushDescriptors},
                  {"maxPerStageDescriptorStorageBuffers", l.maxPerStageDescriptorStorageBuffers},
                  {"maxPerStageDescriptorStorageImages", l.maxPerStageDescriptorStorageImages},
                  {"maxPerStageDescriptorSampledImages", l.maxPerStageDescriptorSampledImages},
                  {"maxPerStageDescriptorUniformBuffers", l.maxPerStageDescriptorUniformBuffers},
                  {"maxComputeSharedMemorySize", l.maxComputeSharedMemorySize},
                  {"maxComputeWorkGroupInvocations", l.maxComputeWorkGroupInvocations},
                  {"maxColorAttachments", l.maxColorAttachments},
                  {"maxImageDimension2D", l.maxImageDimension2D},
                  {"maxImageDimension3D", l.maxImageDimension3D},
                  {"maxTexelBufferElements", l.maxTexelBufferElements},
                  {"maxStorageBufferRange", l.maxStorageBufferRange}};
}

}  // namespace

std::span<const Requirement> requirements() { return table; }

std::vector<DeviceRequirement> judge(const DeviceFacts& facts, bool window) {
  std::vector<DeviceRequirement> out;
  for (const Requirement& r : table)
    if (window || r.by != By::windows) out.push_back(compare(r, facts));
  return out;
}

std::string format_text(VkFormatFeatureFlags flags) {
  std::vector<std::string_view> out;
  const auto add = [&](VkFormatFeatureFlags flag, std::string_view name) {
    if (flags & flag) out.push_back(name);
  };
  add(VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, "sampled");
  add(VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT, "filtered");
  add(VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT, "storage");
  add(VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT, "color");
  add(VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT, "blend");
  add(VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT, "depth");
  return out.empty() ? "-" : fmt::format("{}", fmt::join(out, " "));
}

bool pushes_descriptors(const DeviceFacts& facts) {
  const auto most = facts.limits.find("maxPushDescriptors");
  return facts.extensions.contains(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME) && most != facts.limits.end() &&
         most->second >= most_bindings;
}

AskedFeatures::AskedFeatures() {
  chain(*this);
  each_feature(*this, [](std::string_view, VkBool32& on) { on = VK_TRUE; });
}

DeviceFacts device_facts(VkPhysicalDevice physical) {
  DeviceFacts facts;
  VkPhysicalDeviceProperties plain{};
  vkGetPhysicalDeviceProperties(physical, &plain);
  facts.version = plain.apiVersion;
  facts.queue = main_queue(queue_families(physical)).has_value();
  for (const VkExtensionProperties& e : device_extensions(physical)) facts.extensions.insert(e.extensionName);
  if (facts.version >= VK_API_VERSION_1_2) {
    AskedFeatures has;
    chain(has);
    vkGetPhysicalDeviceFeatures2(physical, &has.all);
    each_feature(has, [&](std::string_view name, const VkBool32& on) {
      if (on) facts.features.emplace(name);
    });
    read_limits(physical, facts.extensions.contains(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME), facts);
  }
  for (std::size_t i = 1; i < format_count; ++i) {
    const auto format = static_cast<graph::Format>(i);
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(physical, vk_format(format), &properties);
    facts.formats[format] = properties.optimalTilingFeatures;
  }
  if (const char* lacks = std::getenv("UNDINE_LACKS")) {
    if (table[0].name == lacks) facts.version = VK_API_VERSION_1_1;
    if (table[1].name == lacks) facts.queue = false;
    facts.features.erase(lacks);
    facts.extensions.erase(lacks);
    facts.limits.erase(lacks);
    for (auto& [format, flags] : facts.formats)
      if (graph::format_name(format) == lacks) flags = 0;
  }
  return facts;
}

}  // namespace undine::gpu
