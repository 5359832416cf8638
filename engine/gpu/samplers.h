// The five samplers of graph::Sampler. `shadow` compares: 1 where the reference is <= the stored depth (a map that
// keeps the smallest depth seen from the light), filtered, and lit beyond its edge.
#pragma once
#include "engine/gpu/vulkan_types.h"
#include "engine/graph/resource.h"

namespace undine::gpu {

class Samplers {
 public:
  explicit Samplers(DeviceImpl& device);
  ~Samplers();
  Samplers(const Samplers&) = delete;
  Samplers& operator=(const Samplers&) = delete;
  // Formats that the device cannot filter (integers) get the nearest texel instead.
  VkSampler get(graph::Sampler sampler, graph::Format format) const;

 private:
  DeviceImpl& d_;
  std::array<VkSampler, 8> all_{};  // five kinds, then repeat and mirror and shadow without filtering
};

}  // namespace undine::gpu
