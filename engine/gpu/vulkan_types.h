// The device as engine/gpu sees it. Only .cpp files of engine/gpu include this header.
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
constexpr std::uint32_t most_bindings = 32;  // of a node: what every device with push descriptors can push

struct Lane {  // one of a plan's queues
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t family = 0;
};

struct DeviceImpl {
  VkInstance instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  std::array<Lane, 2> lanes;          // the first draws and presents; two may be one queue
  std::uint32_t queues = 1;           // lanes in use
  std::vector<std::uint32_t> shared;  // families among which resources are shared; empty: one has them all
  VmaAllocator vma = VK_NULL_HANDLE;
  // Device functions live in a table, not in volk's globals: two devices may be alive in one process.
  VolkDeviceTable vk{};
  PFN_vkSetDebugUtilsObjectNameEXT set_name = nullptr;
  PFN_vkCmdBeginDebugUtilsLabelEXT begin_label = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT end_label = nullptr;

  DeviceInfo info;
  Limits limits;
  VkPhysicalDeviceProperties properties{};
  std::array<VkFormatFeatureFlags, format_count> features{};
  bool pushes = false;               // VK_KHR_push_descriptor; else descriptor sets (descriptor_sets.h)
  std::uint32_t timestamp_bits = 0;  // of all lanes; 0: no timestamps
  bool buffer_markers = false;       // VK_AMD_buffer_marker
  // The validation layer puts its own code into shader modules. Up to 1.3.261 it numbers them without a lock: of two
  // made at once, one's messages are looked up in the other, and come out empty (Vulkan-ValidationLayers #6367).
  bool layer_changes_shaders = false;
  bool software = false, labels = false, window = false;
  bool borrowed = false;  // instance, device and queue are another program's (borrowed.h)
  std::atomic<std::uint64_t> messages{0};
  // Timelines of the lanes, which rise with every submission that has finished: while one does, the GPU is alive. None:
  // no frames yet.
  std::array<VkSemaphore, 2> life{};
  bool silent = false;      // it did not answer within `patience`: what it may still work on must not be destroyed
  double patience = 120;    // seconds without a sign of life
  std::uint64_t waits = 0;  // of the CPU on the GPU, those that keep to the frames in flight not counted

  DeviceImpl() = default;
  DeviceImpl(const DeviceImpl&) = delete;
  DeviceImpl& operator=(const DeviceImpl&) = delete;
  ~DeviceImpl();

  VkFormatFeatureFlags features_of(graph::Format format) const { return features[static_cast<std::size_t>(format)]; }
};

}  // namespace undine::gpu
