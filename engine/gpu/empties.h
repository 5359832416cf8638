// What stands for absent resources (PlannedBinding::absent): one of each kind, all zeros, that nobody writes. Images
// stay in Layout::general.
#pragma once
#include <vector>

#include "engine/gpu/persistent.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

class Empties {
 public:
  Empties(DeviceImpl& device, Memory& memory) : d_(device), objects_(device, memory) {}
  void want(const graph::PlannedBinding& binding);   // before the frame that binds it is recorded
  Object& at(const graph::PlannedBinding& binding);  // that was wanted
  void record_fills(VkCommandBuffer cmd) { objects_.record_fills(cmd); }
  void filled() { objects_.filled(); }

 private:
  struct Known {
    graph::BindingKind kind;
    graph::Texels texels;
    graph::Resource resource;
  };
  const Known* find(const graph::PlannedBinding& binding) const;
  DeviceImpl& d_;
  graph::State state_;
  Persistent objects_;
  std::vector<Known> known_;
};

}  // namespace undine::gpu
