// The five samplers of graph::Sampler. `shadow` compares: 1 if the reference is <= the stored depth (a shadow map with
// the smallest depth from the light). It filters, and returns lit outside the map.
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
  // Formats that the device cannot filter (integers) use the nearest texel instead.
  VkSampler get(graph::Sampler sampler, graph::Format format) const;

 private:
  DeviceImpl& d_;
  std::array<VkSampler, 8> all_{};  // five kinds, then repeat, mirror and shadow without filtering
};

}  // namespace undine::gpu
