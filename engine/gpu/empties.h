// What stands for absent resources (PlannedBinding::absent): all zeros, that nobody writes. Images stay in
// Layout::general. Bindings that are read share one of each kind. Those that a shader could write have one each, by
// their place among them in the frame: no barriers are planned for what is absent, and nodes side by side must not
// seem to write the same.
#pragma once
#include <vector>

#include "engine/gpu/persistent.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

class Empties {
 public:
  Empties(DeviceImpl& device, Memory& memory) : d_(device), objects_(device, memory) {}
  struct Bound {
    Object* object = nullptr;
    VkDeviceSize offset = 0;  // of a storage buffer, that has bytes_of_one
  };
  static constexpr VkDeviceSize bytes_of_one = 256;  // the largest alignment that a device may ask for
  // place: 0 where it is read; from 1 on of those that may be written.
  void want(const graph::PlannedBinding& binding, std::uint32_t place);  // before the frame that binds it is recorded
  Bound at(const graph::PlannedBinding& binding, std::uint32_t place);   // that was wanted
  void record_fills(VkCommandBuffer cmd) { objects_.record_fills(cmd); }
  void filled() { objects_.filled(); }

 private:
  struct Known {
    graph::BindingKind kind;
    graph::Texels texels;
    std::uint32_t place = 0;  // of a storage buffer: the first of its places
    graph::Resource resource;
  };
  static constexpr std::uint32_t places = 256;  // of a storage buffer
  const Known* find(const graph::PlannedBinding& binding, std::uint32_t place) const;
  DeviceImpl& d_;
  graph::State state_;
  Persistent objects_;
  std::vector<Known> known_;
};

}  // namespace undine::gpu
