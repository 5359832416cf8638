// Descriptor sets of one frame in flight, for devices without push descriptors.
#pragma once
#include <vector>

#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

// One set per node; the pools are reset when the frame has finished.
class DescriptorSets {
 public:
  explicit DescriptorSets(DeviceImpl& device) : d_(device) {}
  ~DescriptorSets();
  DescriptorSets(const DescriptorSets&) = delete;
  DescriptorSets& operator=(const DescriptorSets&) = delete;
  void reset();  // requires that no unfinished frame uses these sets
  VkDescriptorSet take(VkDescriptorSetLayout layout);

 private:
  void add_pool();
  DeviceImpl& d_;
  std::vector<VkDescriptorPool> pools_;
  std::size_t current_ = 0;  // earlier pools are full
};

}  // namespace undine::gpu
