// Records one frame's plan into command buffers: one function per kind of node.
#pragma once
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/gpu/breadcrumbs.h"
#include "engine/gpu/descriptor_sets.h"
#include "engine/gpu/parts.h"
#include "engine/gpu/readback.h"
#include "engine/gpu/replay.h"
#include "engine/gpu/samplers.h"
#include "engine/gpu/scopes.h"
#include "engine/gpu/upload.h"

namespace undine::gpu {

class Recorder {
 public:
  struct Frame {                                // input of the recorder
    std::span<const VkCommandBuffer> commands;  // one per part
    std::span<const Part> parts;
    graph::Graph& graph;
    const graph::Plan& plan;
    Replay& replay;
    const std::vector<Object*>& objects;  // indexed like Plan::resources
    UploadRing& uploads;
    DescriptorSets& sets;
    Timers* timers;       // null: disabled
    Breadcrumbs* crumbs;  // null: disabled
    std::vector<Readback>& readbacks;
    std::function<void(std::uint32_t)> before_part = {};  // called when all earlier parts are recorded
    VkCommandBuffer cmd = commands[0];                    // command buffer of the current part
  };
  Recorder(DeviceImpl& device, Memory& memory, const Samplers& samplers, NullResources& nulls, ReadbackPool& readbacks)
      : d_(device), vk_(device.vk), memory_(memory), samplers_(samplers), null_resources_(nulls), pool_(readbacks) {}
  void record(Frame& frame, const ScopeWalk& scopes);

 private:
  void next_part(Frame& f);
  void barriers(Frame& f, const ReplayNode& replay);
  void bind_set(Frame& f, std::span<VkWriteDescriptorSet> writes, const Pipeline& pipeline, VkPipelineBindPoint point);
  void bind(Frame& f, const graph::PlannedNode& planned, const graph::Node& node, const ReplayNode& replay,
            VkPipelineBindPoint point);
  void push(Frame& f, const Pipeline& pipeline, const graph::Block& block);
  void compute(Frame& f, const graph::PlannedNode& planned, const graph::Node& node, const ReplayNode& replay);
  void draw(Frame& f, const graph::PlannedNode& planned, const graph::Node& node, const ReplayNode& replay);
  void copy(Frame& f, const graph::PlannedNode& planned, const graph::Node& node);
  void clear(Frame& f, const graph::PlannedNode& planned, const graph::Node& node);
  void upload(Frame& f, const graph::PlannedNode& planned, const graph::Node& node);
  void readback(Frame& f, const graph::PlannedNode& planned, graph::Node& node);

  DeviceImpl& d_;
  const VolkDeviceTable& vk_;
  Memory& memory_;
  const Samplers& samplers_;
  NullResources& null_resources_;
  ReadbackPool& pool_;
  VkPipeline bound_ = VK_NULL_HANDLE;
  std::size_t part_ = 0;
  std::vector<std::string_view> labels_;  // open scopes
};

}  // namespace undine::gpu
