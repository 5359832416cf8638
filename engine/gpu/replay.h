// Objects for executing a plan: pipelines, translated barriers, transient objects. Created once per plan; a steady
// frame only looks them up.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "engine/gpu/memory.h"
#include "engine/gpu/null_resources.h"
#include "engine/gpu/pipelines.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

bool has_pipeline(const graph::Node& node);

struct ReplayNode {
  const Pipeline* pipeline = nullptr;  // compute and draw nodes
  bool has_memory = false;
  VkMemoryBarrier2 memory{};                  // all buffer barriers merged: drivers treat them alike
  std::uint32_t images = 0, image_count = 0;  // into Replay::images
  std::uint32_t first_empty = 0;              // place of the first absent binding that the node could write
};

struct Replay {
  std::uint64_t topology = 0, used = 0, heap_generation = 0;
  std::vector<ReplayNode> nodes;              // indexed like Plan::nodes
  std::vector<VkImageMemoryBarrier2> images;  // image handles are set while recording
  std::vector<std::uint32_t> image_resource;  // per barrier: index into Plan::resources
  std::vector<Object> transients;             // indexed like Plan::resources; empty for persistent or external ones
  bool external = false, presents = false;
  std::uint32_t last = ~0u;  // index into `images` of the barrier that releases the external image
  bool long_texels = false;  // some node has long texel buffers
};

class Replays {
 public:
  Replays(DeviceImpl& device, Memory& memory, Pipelines& pipelines, NullResources& nulls)
      : d_(device), memory_(memory), pipelines_(pipelines), null_resources_(nulls) {}
  ~Replays();
  Replays(const Replays&) = delete;
  Replays& operator=(const Replays&) = delete;
  graph::MemoryNeed need(const graph::Transient& transient);  // for compile(); throws over the device's limits
  // resources: of `graph`, in the plan's order. fresh: the plan was recompiled, so an older replay of it is invalid.
  // bare: builds a replay without pipelines, for put().
  Replay& get(const graph::Plan& plan, const graph::Graph& graph, std::span<const graph::Resource> resources,
              bool fresh, std::uint64_t last_frame, bool bare = false);
  // Adds pipelines to nodes from `node` on; returns the node after the last one that received a pipeline.
  static std::uint32_t put(Replay& replay, const graph::Plan& plan, const graph::Graph& graph, std::uint32_t node,
                           std::span<const Pipeline* const> pipelines);
  // Pipeline requests of the compute and draw nodes, in order. resources: of `graph`, in the plan's order.
  std::vector<PipelineRequest> requests(const graph::Plan& plan, const graph::Graph& graph,
                                        std::span<const graph::Resource> resources) const;
  // Places transient objects of `replay` in the shared heap, which grows to the largest plan.
  void place(Replay& replay, const graph::Plan& plan, const graph::Graph& graph, std::uint64_t last_frame);
  void clear(std::uint64_t last_frame);
  std::uint64_t heap_bytes() const { return heap_.bytes; }

 private:
  static constexpr std::size_t keep = 64;
  void build(Replay& replay, const graph::Plan& plan, const graph::Graph& graph,
             std::span<const graph::Resource> resources, bool bare);
  void drop(Replay& replay, std::uint64_t last_frame);
  DeviceImpl& d_;
  Memory& memory_;
  Pipelines& pipelines_;
  NullResources& null_resources_;
  std::vector<std::unique_ptr<Replay>> replays_;
  Object heap_;
  std::uint64_t generation_ = 1, clock_ = 0;
  std::uint32_t type_bits_ = ~0u;  // memory types that support every transient so far
};

}  // namespace undine::gpu
