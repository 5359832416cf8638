// Descriptor sets of one frame in flight, where the device cannot push descriptors.
#pragma once
#include <vector>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

// Each node takes a set of its own; all go back at once when the frame has finished.
class DescriptorSets {
 public:
  explicit DescriptorSets(DeviceImpl& device) : d_(device) {}
  ~DescriptorSets();
  DescriptorSets(const DescriptorSets&) = delete;
  DescriptorSets& operator=(const DescriptorSets&) = delete;
  void reset();  // no unfinished frame uses a set of these
  VkDescriptorSet take(VkDescriptorSetLayout layout);

 private:
  void add_pool();
  DeviceImpl& d_;
  std::vector<VkDescriptorPool> pools_;
  std::size_t current_ = 0;  // the pools before it are full
};

}  // namespace undine::gpu
