// Null resources for absent bindings (PlannedBinding::absent): filled with zeros, never written. Images stay in
// Layout::general. Bindings that are only read share one resource per kind. Bindings that a shader could write have one
// each, by their index within the frame. The plan has no barriers for absent resources, so concurrent nodes must not
// appear to write the same one.
#pragma once
#include <vector>

#include "engine/gpu/persistent.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

class NullResources {
 public:
  NullResources(DeviceImpl& device, Memory& memory) : d_(device), objects_(device, memory) {}
  struct Bound {
    Object* object = nullptr;
    VkDeviceSize offset = 0;  // storage buffers: range of bytes_of_one
  };
  static constexpr VkDeviceSize bytes_of_one = 256;  // largest alignment that a device may require
  // place: 0 for bindings that are read; from 1 on for bindings that may be written.
  // call before recording the frame that binds it
  void want(const graph::PlannedBinding& binding, std::uint32_t place);
  Bound at(const graph::PlannedBinding& binding, std::uint32_t place);  // resource requested by want()
  void record_fills(VkCommandBuffer cmd) { objects_.record_fills(cmd); }
  void filled() { objects_.filled(); }

 private:
  struct Known {
    graph::BindingKind kind;
    graph::Texels texels;
    std::uint32_t place = 0;  // storage buffers: first place of the block
    graph::Resource resource;
  };
  static constexpr std::uint32_t places = 256;  // per storage buffer
  const Known* find(const graph::PlannedBinding& binding, std::uint32_t place) const;
  DeviceImpl& d_;
  graph::State state_;
  Persistent objects_;
  std::vector<Known> known_;
};

}  // namespace undine::gpu
