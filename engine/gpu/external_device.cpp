#include "engine/gpu/external_device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/core/error.h"
#include "engine/gpu/instance.h"
#include "engine/gpu/queues.h"
#include "engine/gpu/requirements.h"

namespace undine::gpu {

struct DeviceNeeds::Impl {
  AskedFeatures features;
  std::vector<const char*> extensions;
  std::uint32_t family = 0;
};

DeviceNeeds::DeviceNeeds(VkInstance instance, VkPhysicalDevice physical, PFN_vkGetInstanceProcAddr load)
    : impl_(std::make_unique<Impl>()) {
  load_vulkan(instance, load);
  const Candidate found = candidate(physical);
  if (!found.info.missing.empty())
    throw Error(Exit::no_device, "device " + found.info.name,
                fmt::format("lacks {}", fmt::join(found.info.missing, ", ")), "take another");
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical, &properties);
  impl_->extensions = needed_extensions(physical, properties.apiVersion, found.pushes);
  impl_->family = main_queue(found.families)->family;
}
DeviceNeeds::~DeviceNeeds() = default;

const std::vector<const char*>& DeviceNeeds::extensions() const { return impl_->extensions; }
const VkPhysicalDeviceFeatures2* DeviceNeeds::features() const { return &impl_->features.all; }
std::uint32_t DeviceNeeds::queue_family() const { return impl_->family; }

}  // namespace undine::gpu
