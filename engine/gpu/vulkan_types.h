// Internal view of the device. Only .cpp files of engine/gpu include this header.
#pragma once
#include "engine/gpu/volk.h"
#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_DYNAMIC_VULKAN_FUNCTIONS 1
#include <vk_mem_alloc.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/gpu/device.h"
#include "engine/graph/resource.h"

namespace undine::gpu {

constexpr std::size_t format_count = 17;     // values of graph::Format
constexpr std::uint32_t most_bindings = 32;  // bindings per node that every device with push descriptors supports

struct Lane {  // one of a plan's queues
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t family = 0;
};

struct DeviceImpl {
  VkInstance instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  std::array<Lane, 2> lanes;          // the first supports graphics and presentation; both may be one queue
  std::uint32_t queues = 1;           // lanes in use
  std::vector<std::uint32_t> shared;  // families that share resources; empty: a single family
  VmaAllocator vma = VK_NULL_HANDLE;
  // Device functions live in a table instead of volk's globals: a process may have two devices.
  VolkDeviceTable vk{};
  PFN_vkSetDebugUtilsObjectNameEXT set_name = nullptr;
  PFN_vkCmdBeginDebugUtilsLabelEXT begin_label = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT end_label = nullptr;

  DeviceInfo info;
  Limits limits;
  VkPhysicalDeviceProperties properties{};
  std::array<VkFormatFeatureFlags, format_count> features{};
  bool pushes = false;               // VK_KHR_push_descriptor; else descriptor sets (descriptor_sets.h)
  std::uint32_t timestamp_bits = 0;  // valid bits in all lanes; 0: timestamps not supported
  bool buffer_markers = false;       // VK_AMD_buffer_marker
  // The validation layer instruments shader modules. Up to 1.3.261 it numbers them without a lock: of two created
  // concurrently, one's messages are looked up in the other and come out empty (Vulkan-ValidationLayers #6367).
  bool layer_changes_shaders = false;
  bool software = false, labels = false, window = false;
  bool external = false;  // instance, device and queue belong to another program (external_device.h)
  std::atomic<std::uint64_t> messages{0};
  // Timelines of the lanes, which rise with every finished submission. A rising timeline shows that the GPU is alive.
  // Null: before the first frame.
  std::array<VkSemaphore, 2> life{};
  bool silent = false;      // the GPU did not answer within `patience`: resources that it may use must not be destroyed
  double patience = 120;    // seconds without progress
  std::uint64_t waits = 0;  // waits of the CPU on the GPU, except those that limit the frames in flight

  DeviceImpl() = default;
  DeviceImpl(const DeviceImpl&) = delete;
  DeviceImpl& operator=(const DeviceImpl&) = delete;
  ~DeviceImpl();

  VkFormatFeatureFlags features_of(graph::Format format) const { return features[static_cast<std::size_t>(format)]; }
};

}  // namespace undine::gpu
