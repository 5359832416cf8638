#include "engine/gpu/device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/external_device.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/instance.h"
#include "engine/gpu/labels.h"
#include "engine/gpu/queues.h"
#include "engine/gpu/requirements.h"
#include "engine/gpu/validation.h"
#include "engine/gpu/wait.h"

namespace undine::gpu {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string listing(const std::vector<Candidate>& all) {
  std::string text;
  for (const Candidate& c : all)
    text += fmt::format("{}{} {} ({}){}", text.empty() ? "" : "; ", c.info.index, c.info.name, c.info.type,
                        c.info.missing.empty() ? "" : fmt::format(", lacks {}", fmt::join(c.info.missing, ", ")));
  return text;
}

const Candidate& choose(const std::vector<Candidate>& all, const std::string& wanted) {
  if (wanted.empty()) {
    const Candidate* best = nullptr;
    for (const Candidate& c : all)
      if (c.info.missing.empty() && (!best || c.rank < best->rank)) best = &c;
    if (!best) throw Error(Exit::no_device, "Vulkan", "no usable device: " + listing(all), "update the driver");
    return *best;
  }
  bool number = std::all_of(wanted.begin(), wanted.end(), [](unsigned char c) { return std::isdigit(c); });
  const Candidate* found = nullptr;
  for (const Candidate& c : all) {
    bool fits =
        number ? std::to_string(c.info.index) == wanted : lower(c.info.name).find(lower(wanted)) != std::string::npos;
    if (fits && (!found || (!found->info.missing.empty() && c.info.missing.empty()))) found = &c;
  }
  if (!found)
    throw Error(Exit::no_device, fmt::format("--gpu {}", wanted), "no such device", "there is: " + listing(all));
  if (!found->info.missing.empty())
    throw Error(Exit::no_device, fmt::format("device {}", found->info.name),
                fmt::format("lacks {}", fmt::join(found->info.missing, ", ")), "update its driver or choose another");
  return *found;
}

void lower_limit(const char* variable, auto& limit) {
  const char* text = std::getenv(variable);
  if (!text || !*text) return;
  auto value = std::strtoull(text, nullptr, 10);
  if (value < limit) limit = static_cast<std::remove_reference_t<decltype(limit)>>(value);
}

void read_limits(DeviceImpl& d) {
  VkPhysicalDeviceVulkan13Properties p13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
  VkPhysicalDeviceVulkan11Properties p11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, &p13};
  VkPhysicalDeviceProperties2 p{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &p11};
  vkGetPhysicalDeviceProperties2(d.physical, &p);
  d.properties = p.properties;
  VkPhysicalDeviceMemoryProperties memory{};
  vkGetPhysicalDeviceMemoryProperties(d.physical, &memory);
  const VkPhysicalDeviceLimits& l = d.properties.limits;
  Limits& out = d.limits;
  out.buffer_range = std::min<std::uint64_t>(l.maxStorageBufferRange, p13.maxBufferSize);
  out.texel_elements = l.maxTexelBufferElements;
  out.image_2d = l.maxImageDimension2D;
  out.image_3d = l.maxImageDimension3D;
  out.layers = l.maxImageArrayLayers;
  out.groups = *std::min_element(l.maxComputeWorkGroupCount, l.maxComputeWorkGroupCount + 3);
  out.shared_bytes = l.maxComputeSharedMemorySize;
  out.subgroup = p11.subgroupSize;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
      out.heap_bytes = std::max<std::uint64_t>(out.heap_bytes, memory.memoryHeaps[i].size);
  lower_limit("UNDINE_LIMIT_BUFFER", out.buffer_range);
  lower_limit("UNDINE_LIMIT_GROUPS", out.groups);
  lower_limit("UNDINE_LIMIT_TEXELS", out.texel_elements);
  lower_limit("UNDINE_LIMIT_IMAGE", out.image_2d);
  lower_limit("UNDINE_LIMIT_IMAGE", out.image_3d);
  if (const char* seconds = std::getenv("UNDINE_LIMIT_SECONDS"))
    d.patience = std::clamp(std::strtod(seconds, nullptr), 0.001, d.patience);
}

// Chooses the lanes' queues.
std::array<QueuePlace, 2> choose_queues(DeviceImpl& d, const std::vector<VkQueueFamilyProperties>& families,
                                        std::uint32_t wanted) {
  if (const char* text = std::getenv("UNDINE_QUEUES"); text && *text)
    wanted = static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
  const QueuePlace main = *main_queue(families);
  const auto second = second_queue(families, main);
  d.queues = std::clamp(wanted, 1u, 2u);
  const std::array<QueuePlace, 2> places{main, d.queues == 2 && second ? *second : main};
  d.timestamp_bits = families[main.family].timestampValidBits;
  for (std::size_t i = 0; i < places.size(); ++i) {
    d.lanes[i].family = places[i].family;
    d.timestamp_bits = std::min(d.timestamp_bits, families[places[i].family].timestampValidBits);
  }
  if (d.queues == 2 && !second) log::debug("the device has one queue: two are played on it");
  if (places[0].family != places[1].family) d.shared = {places[0].family, places[1].family};
  return places;
}

// Loads functions and creates the allocator of an existing device.
void use_device(DeviceImpl& d) {
  const bool core = d.properties.apiVersion >= VK_API_VERSION_1_3;
  volkLoadDeviceTable(&d.vk, d.device);
  if (!core) {
    d.vk.vkCmdPipelineBarrier2 = d.vk.vkCmdPipelineBarrier2KHR;
    d.vk.vkQueueSubmit2 = d.vk.vkQueueSubmit2KHR;
    d.vk.vkCmdWriteTimestamp2 = d.vk.vkCmdWriteTimestamp2KHR;
    d.vk.vkCmdBeginRendering = d.vk.vkCmdBeginRenderingKHR;
    d.vk.vkCmdEndRendering = d.vk.vkCmdEndRenderingKHR;
    d.vk.vkGetDeviceBufferMemoryRequirements = d.vk.vkGetDeviceBufferMemoryRequirementsKHR;
    d.vk.vkGetDeviceImageMemoryRequirements = d.vk.vkGetDeviceImageMemoryRequirementsKHR;
  }
  d.buffer_markers = d.buffer_markers && d.vk.vkCmdWriteBufferMarker2AMD;

  VmaVulkanFunctions functions{};
  functions.vkGetInstanceProcAddr = vkGetInstanceProcAddr;
  functions.vkGetDeviceProcAddr = vkGetDeviceProcAddr;
  VmaAllocatorCreateInfo vma{};
  vma.physicalDevice = d.physical;
  vma.device = d.device;
  vma.instance = d.instance;
  vma.vulkanApiVersion = core ? VK_API_VERSION_1_3 : VK_API_VERSION_1_2;
  vma.pVulkanFunctions = &functions;
  UNDINE_CHECK(vmaCreateAllocator(&vma, &d.vma), "device " + d.info.name);
}

void create_device(DeviceImpl& d, const std::array<QueuePlace, 2>& places) {
  AskedFeatures features;
  std::vector<const char*> extensions = needed_extensions(d.physical, d.properties.apiVersion, d.pushes);
  if (d.window) extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  d.buffer_markers = has_device_extension(d.physical, VK_AMD_BUFFER_MARKER_EXTENSION_NAME);
  if (d.buffer_markers) extensions.push_back(VK_AMD_BUFFER_MARKER_EXTENSION_NAME);
  constexpr float priorities[] = {1, 1};
  VkDeviceQueueCreateInfo queues[2] = {{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO},
                                       {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO}};
  for (std::size_t i = 0; i < 2; ++i) {
    queues[i].queueFamilyIndex = places[i].family;
    queues[i].queueCount = places[i].index + 1;
    queues[i].pQueuePriorities = priorities;
  }
  const bool one_family = d.shared.empty();
  if (one_family) queues[0].queueCount = places[1].index + 1;
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features.all};
  info.queueCreateInfoCount = one_family ? 1 : 2;
  info.pQueueCreateInfos = queues;
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  UNDINE_CHECK(vkCreateDevice(d.physical, &info, nullptr, &d.device), "device " + d.info.name);
  use_device(d);
  for (std::size_t i = 0; i < 2; ++i)
    d.vk.vkGetDeviceQueue(d.device, places[i].family, places[i].index, &d.lanes[i].queue);
}

void take_candidate(DeviceImpl& d, const Candidate& chosen) {
  d.physical = chosen.physical;
  d.info = chosen.info;
  d.software = chosen.info.type == "software";
  d.pushes = chosen.pushes;
  for (const auto& [format, features] : chosen.formats) d.features[static_cast<std::size_t>(format)] = features;
  read_limits(d);
}

// wanted: enables labels even without a capture tool.
void load_labels(DeviceImpl& d, bool allowed, bool wanted) {
  auto load = [&](const char* name) { return vkGetInstanceProcAddr(d.instance, name); };
  d.set_name = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(load("vkSetDebugUtilsObjectNameEXT"));
  d.begin_label = reinterpret_cast<PFN_vkCmdBeginDebugUtilsLabelEXT>(load("vkCmdBeginDebugUtilsLabelEXT"));
  d.end_label = reinterpret_cast<PFN_vkCmdEndDebugUtilsLabelEXT>(load("vkCmdEndDebugUtilsLabelEXT"));
  d.labels = allowed && d.set_name && d.begin_label && d.end_label && (wanted || capture_tool_present());
}

}  // namespace

DeviceImpl::~DeviceImpl() {
  if (device) {
    if (!wait_queue_quietly(*this)) return;
    if (vma) vmaDestroyAllocator(vma);
    if (!external) vk.vkDestroyDevice(device, nullptr);
  }
  if (external) return;
  if (messenger) vkDestroyDebugUtilsMessengerEXT(instance, messenger, nullptr);
  if (instance) vkDestroyInstance(instance, nullptr);
}

Device::Device(const DeviceOptions& options) : impl_(std::make_unique<DeviceImpl>()) {
  arm_faults();
  DeviceImpl& d = *impl_;
  d.window = options.window;
  d.instance = create_instance(options, &d.messages, &d.messenger);
  std::vector<Candidate> all = candidates(d.instance, options.window);
  const Candidate& chosen = choose(all, options.gpu);
  take_candidate(d, chosen);
  d.layer_changes_shaders = layer_changes_shaders(options);
  create_device(d, choose_queues(d, chosen.families, options.queues));
  load_labels(d, options.labels, options.validation);
  if (d.lanes[1].queue != d.lanes[0].queue) name_object(d, VK_OBJECT_TYPE_QUEUE, d.lanes[1].queue, "second queue");
  name_object(d, VK_OBJECT_TYPE_QUEUE, d.lanes[0].queue, "main queue");
  log::debug("device {}: {} ({})", d.info.index, d.info.name, d.info.driver);
}

Device::Device(External, std::unique_ptr<DeviceImpl> impl) : impl_(std::move(impl)) {}

std::unique_ptr<Device> open_external(const ExternalDevice& from) {
  const std::pair<const void*, const char*> handles[] = {
      {from.instance, "instance"}, {from.physical, "physical"}, {from.device, "device"}, {from.queue, "queue"}};
  for (const auto& [handle, name] : handles)
    if (!handle)
      throw Error(Exit::bad_input, fmt::format("ExternalDevice::{}", name), "is null",
                  "hand over what vkCreateDevice() was called with and returned");
  arm_faults();
  load_vulkan(from.instance, from.load);
  auto impl = std::make_unique<DeviceImpl>();
  DeviceImpl& d = *impl;
  d.external = true;
  d.instance = from.instance;
  const Candidate chosen = candidate(from.physical);
  if (!chosen.info.missing.empty())
    throw Error(Exit::no_device, "device " + chosen.info.name,
                fmt::format("lacks {}", fmt::join(chosen.info.missing, ", ")), "hand over another");
  if (from.queue_family >= chosen.families.size() || !main_queue(std::span(&chosen.families[from.queue_family], 1)))
    throw Error(Exit::bad_input, fmt::format("ExternalDevice::queue_family {}", from.queue_family),
                "does not support graphics and compute", "see DeviceNeeds::queue_family()");
  take_candidate(d, chosen);
  d.lanes.fill({from.queue, from.queue_family});
  d.timestamp_bits = chosen.families[from.queue_family].timestampValidBits;
  d.device = from.device;
  use_device(d);
  load_labels(d, true, false);
  log::debug("external device: {} ({})", d.info.name, d.info.driver);
  return std::unique_ptr<Device>(new Device(Device::External{}, std::move(impl)));
}

Device::~Device() {
  log::debug("{}", checked_calls_text());
  if (!wait_queue_quietly(*impl_)) impl_.release();
}

std::vector<DeviceInfo> Device::list() {
  arm_faults();
  DeviceImpl holder;
  holder.instance = create_instance({}, nullptr, nullptr);
  std::vector<DeviceInfo> infos;
  for (Candidate& c : candidates(holder.instance, false)) infos.push_back(std::move(c.info));
  return infos;
}

const DeviceInfo& Device::info() const { return impl_->info; }
const Limits& Device::limits() const { return impl_->limits; }
bool Device::software() const { return impl_->software; }
std::uint64_t Device::validation_messages() const { return impl_->messages; }
void Device::wait_idle() { wait_queue(*impl_); }
std::uint64_t Device::waits() const { return impl_->waits; }

}  // namespace undine::gpu
