#include "engine/gpu/replay.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/limits.h"

namespace undine::gpu {
namespace {

const graph::ImageDesc& description(const graph::Graph& graph, graph::Resource image) {
  return image.persistent() ? graph.state().at(image).texture : graph.transients()[image.index()].texture;
}

void add_barrier(Replay& replay, ReplayNode& node, const graph::Barrier& b, const graph::Graph& graph,
                 std::span<const graph::Resource> resources) {
  VkPipelineStageFlags2 from = vk_stages(b.from_stages), to = vk_stages(b.to_stages);
  VkAccessFlags2 from_access = vk_access(b.from_access), to_access = vk_access(b.to_access);
  // A buffer longer than the limit for texel views is read as a storage buffer.
  if (b.resource < 0 && (to_access & VK_ACCESS_2_SHADER_SAMPLED_READ_BIT) && replay.long_texels)
    to_access |= VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
  if (b.resource < 0) {
    node.has_memory = true;
    node.memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, from, from_access, to, to_access};
    return;
  }
  const graph::ImageDesc& desc = description(graph, resources[static_cast<std::size_t>(b.resource)]);
  VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
  barrier.srcStageMask = from;
  barrier.srcAccessMask = from_access;
  barrier.dstStageMask = to;
  barrier.dstAccessMask = to_access;
  barrier.oldLayout = vk_layout(b.from_layout);
  barrier.newLayout = vk_layout(b.to_layout);
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.subresourceRange = {aspect_of(desc.format), 0, desc.mips, 0, desc.layers};
  replay.images.push_back(barrier);
  replay.image_resource.push_back(static_cast<std::uint32_t>(b.resource));
  ++node.image_count;
}

}  // namespace

bool has_pipeline(const graph::Node& node) {
  return node.kind == graph::NodeKind::compute || node.kind == graph::NodeKind::draw;
}

Replays::~Replays() {
  for (auto& replay : replays_)
    for (Object& object : replay->transients) memory_.destroy(object);
  memory_.destroy(heap_);
}

graph::MemoryNeed Replays::need(const graph::Transient& transient) {
  if (transient.external >= 0) return {0, 1};
  if (transient.image)
    check_limits(d_, transient.name, transient.texture);
  else
    check_limits(d_, transient.name, transient.buffer);
  VkMemoryRequirements r = transient.image ? memory_.need(transient.texture) : memory_.need(transient.buffer);
  if ((type_bits_ & r.memoryTypeBits) == 0)
    throw Error(Exit::failure, "resource " + std::string(transient.name),
                "no memory type of the device suits this and the other transients");
  type_bits_ &= r.memoryTypeBits;
  return {r.size, std::max<std::uint64_t>({r.alignment, 256, d_.properties.limits.bufferImageGranularity})};
}

Replay& Replays::get(const graph::Plan& plan, const graph::Graph& graph, std::span<const graph::Resource> resources,
                     bool fresh, std::uint64_t last_frame, bool bare) {
  ++clock_;
  auto known = std::find_if(replays_.begin(), replays_.end(), [&](auto& r) { return r->topology == plan.topology; });
  if (known != replays_.end() && !fresh) {
    (*known)->used = clock_;
    return **known;
  }
  auto made = std::make_unique<Replay>();
  build(*made, plan, graph, resources, bare);
  made->topology = plan.topology;
  made->used = clock_;
  if (known == replays_.end() && replays_.size() >= keep)
    known = std::min_element(replays_.begin(), replays_.end(), [](auto& a, auto& b) { return a->used < b->used; });
  if (known == replays_.end()) {
    replays_.push_back(std::move(made));
    return *replays_.back();
  }
  drop(**known, last_frame);
  *known = std::move(made);
  return **known;
}

std::vector<PipelineRequest> Replays::requests(const graph::Plan& plan, const graph::Graph& graph,
                                               std::span<const graph::Resource> resources) const {
  std::vector<PipelineRequest> all;
  for (const graph::PlannedNode& planned : plan.nodes) {
    const graph::Node& node = graph.nodes()[planned.node];
    if (!has_pipeline(node)) continue;
    PipelineRequest& one = all.emplace_back();
    one.node = &node;
    one.long_texels = long_texels(d_, planned, graph, resources);
    one.path = graph.path(node);
    for (const graph::Attachment& color : node.colors)
      one.targets.colors.push_back(description(graph, color.image).format);
    if (node.depth.image) {
      one.targets.depth = description(graph, node.depth.image).format;
      one.targets.depth_write = node.depth.write;
    }
  }
  return all;
}

void Replays::build(Replay& replay, const graph::Plan& plan, const graph::Graph& graph,
                    std::span<const graph::Resource> resources, bool bare) {
  check_limits(d_, plan, graph, resources);
  replay.long_texels = std::ranges::any_of(
      plan.nodes, [&](const auto& planned) { return !long_texels(d_, planned, graph, resources).empty(); });
  replay.nodes.resize(plan.nodes.size());
  if (!bare) put(replay, plan, graph, 0, pipelines_.make(requests(plan, graph, resources)));
  std::uint32_t nulls = 1;
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const graph::PlannedNode& planned = plan.nodes[i];
    const graph::Node& node = graph.nodes()[planned.node];
    ReplayNode& out = replay.nodes[i];
    out.images = static_cast<std::uint32_t>(replay.images.size());
    for (const graph::Barrier& b : graph::joined(planned)) add_barrier(replay, out, b, graph, resources);
    out.first_empty = nulls;
    for (const graph::PlannedBinding& b : planned.bindings)
      if (b.resource == graph::PlannedBinding::absent)
        null_resources_.want(b, node.uses[b.use].verb == graph::Verb::read ? 0 : nulls++);
    if (node.kind == graph::NodeKind::present) {
      replay.presents = true;
      if (out.image_count) replay.last = out.images + out.image_count - 1;
    }
  }
  replay.transients.resize(plan.resources.size());
  for (const graph::PlannedResource& r : plan.resources) replay.external |= r.external;
}

std::uint32_t Replays::put(Replay& replay, const graph::Plan& plan, const graph::Graph& graph, std::uint32_t node,
                           std::span<const Pipeline* const> pipelines) {
  for (auto next = pipelines.begin(); next != pipelines.end(); ++node)
    if (has_pipeline(graph.nodes()[plan.nodes[node].node])) replay.nodes[node].pipeline = *next++;
  return node;
}

void Replays::place(Replay& replay, const graph::Plan& plan, const graph::Graph& graph, std::uint64_t last_frame) {
  if (plan.heap_bytes > heap_.bytes) {
    for (auto& other : replays_)
      for (Object& object : other->transients) memory_.retire(object, last_frame);
    memory_.retire(heap_, last_frame);
    ++generation_;
    heap_ = memory_.heap((plan.heap_bytes + 0xffff) / 0x10000 * 0x10000, type_bits_);
  }
  if (replay.heap_generation == generation_) return;
  for (std::size_t i = 0; i < plan.resources.size(); ++i) {
    const graph::PlannedResource& r = plan.resources[i];
    if (r.persistent || r.external || replay.transients[i]) continue;
    const graph::Transient& t = graph.transients()[r.resource.index()];
    replay.transients[i] = r.image ? memory_.placed_image(t.name, t.texture, heap_, r.offset)
                                   : memory_.placed_buffer(t.name, t.buffer, heap_, r.offset);
  }
  replay.heap_generation = generation_;
}

void Replays::drop(Replay& replay, std::uint64_t last_frame) {
  for (Object& object : replay.transients) memory_.retire(object, last_frame);
}

void Replays::clear(std::uint64_t last_frame) {
  for (auto& replay : replays_) drop(*replay, last_frame);
  replays_.clear();
}

}  // namespace undine::gpu
