#include "engine/gpu/record.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/labels.h"
#include "engine/gpu/limits.h"

namespace undine::gpu {
namespace {

std::span<const std::byte> bytes_of_block(const graph::Graph& graph, const graph::Block& block) {
  return graph.data().subspan(block.offset, block.size);
}

const graph::Block* params_of(const graph::Node& node) {
  for (const graph::Block& block : node.blocks)
    if (block.name == "params") return &block;
  return nullptr;
}

VkExtent3D vk_extent(const graph::Extent& e) { return {e.x, e.y, e.z}; }

VkBufferImageCopy packed_copy(const Object& image, std::uint32_t mip, VkDeviceSize offset) {
  VkBufferImageCopy region{};
  region.bufferOffset = offset;
  region.imageSubresource = {aspect_of(image.format), mip, 0, image.texture.layers};
  region.imageExtent = vk_extent(graph::mip_extent(image.texture, mip));
  return region;
}

}  // namespace

void Recorder::record(Frame& f, const ScopeWalk& scopes) {
  bound_ = VK_NULL_HANDLE;
  part_ = 0;
  labels_.clear();
  auto step = scopes.steps().begin(), end = scopes.steps().end();
  const auto advance = [&](std::uint32_t node, auto&& wanted) {
    for (; step != end && step->node <= node && wanted(*step); ++step) {
      if (step->open) labels_.push_back(step->name);
      if (step->open) begin_label(d_, f.cmd, labels_.back(), true);
      if (f.timers && step->open) f.timers->open(f.cmd, step->opening);
      if (f.timers && !step->open) f.timers->close(f.cmd, step->opening);
      if (!step->open) end_label(d_, f.cmd);
      if (!step->open) labels_.pop_back();
    }
  };
  // A scope opens in the part of its first node and closes in the part of its last one. The frame's scope spans all
  // parts.
  const auto inner = [](const ScopeWalk::Step& s) { return !s.open && s.opening != 0; };
  const auto any = [](const ScopeWalk::Step&) { return true; };
  const auto enter = [&](std::uint32_t node) {
    advance(node, inner);
    while (part_ + 1 < f.parts.size() && f.parts[part_ + 1].first == node) next_part(f);
    advance(node, any);
  };
  advance(0, [](const ScopeWalk::Step& s) { return s.open && s.opening == 0; });
  if (f.before_part) f.before_part(0);
  for (std::uint32_t i = 0; i < f.plan.nodes.size(); ++i) {
    enter(i);
    const graph::PlannedNode& planned = f.plan.nodes[i];
    graph::Node& node = f.graph.nodes()[planned.node];
    const ReplayNode& replay = f.replay.nodes[i];
    begin_label(d_, f.cmd, node.name, false);
    barriers(f, replay);
    if (f.crumbs) f.crumbs->open(f.cmd, i);
    switch (node.kind) {
      case graph::NodeKind::compute:
        compute(f, planned, node, replay);
        break;
      case graph::NodeKind::draw:
        draw(f, planned, node, replay);
        break;
      case graph::NodeKind::copy:
        copy(f, planned, node);
        break;
      case graph::NodeKind::clear:
        clear(f, planned, node);
        break;
      case graph::NodeKind::upload:
        upload(f, planned, node);
        break;
      case graph::NodeKind::readback:
        readback(f, planned, node);
        break;
      case graph::NodeKind::present:
        break;  // only its barrier is needed
    }
    if (f.crumbs) f.crumbs->close(f.cmd, i);
    end_label(d_, f.cmd);
  }
  enter(static_cast<std::uint32_t>(f.plan.nodes.size()));
}

// Labels cannot span command buffers, so reopen them.
void Recorder::next_part(Frame& f) {
  for (std::size_t i = 0; i < labels_.size(); ++i) end_label(d_, f.cmd);
  f.cmd = f.commands[++part_];
  if (f.before_part) f.before_part(static_cast<std::uint32_t>(part_));
  for (std::string_view label : labels_) begin_label(d_, f.cmd, label, true);
  bound_ = VK_NULL_HANDLE;
}

void Recorder::barriers(Frame& f, const ReplayNode& replay) {
  if (!replay.has_memory && replay.image_count == 0) return;
  for (std::uint32_t i = replay.images; i < replay.images + replay.image_count; ++i)
    f.replay.images[i].image = f.objects[f.replay.image_resource[i]]->image;
  if (f.replay.last - replay.images < replay.image_count)
    f.replay.images[f.replay.last].newLayout = f.objects[f.replay.image_resource[f.replay.last]]->presented;
  VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  info.memoryBarrierCount = replay.has_memory ? 1 : 0;
  info.pMemoryBarriers = &replay.memory;
  info.imageMemoryBarrierCount = replay.image_count;
  info.pImageMemoryBarriers = f.replay.images.data() + replay.images;
  vk_.vkCmdPipelineBarrier2(f.cmd, &info);
}

void Recorder::bind(Frame& f, const graph::PlannedNode& planned, const graph::Node& node, const ReplayNode& replay,
                    VkPipelineBindPoint point) {
  const Pipeline& pipeline = *replay.pipeline;
  if (bound_ != pipeline.handle) {
    vk_.vkCmdBindPipeline(f.cmd, point, pipeline.handle);
    bound_ = pipeline.handle;
  }
  VkWriteDescriptorSet writes[most_bindings];
  union {
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    VkBufferView texels;
  } infos[most_bindings];
  std::uint32_t count = 0, place = replay.first_empty;
  for (const graph::PlannedBinding& b : planned.bindings) {
    auto& info = infos[count];
    VkWriteDescriptorSet& w = writes[count];
    w = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, nullptr, VK_NULL_HANDLE, b.slot, 0, 1,
         VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,      nullptr, nullptr,        nullptr};
    const bool absent = b.resource == graph::PlannedBinding::absent;
    NullResources::Bound empty;
    if (absent) empty = null_resources_.at(b, node.uses[b.use].verb == graph::Verb::read ? 0 : place++);
    Object* o = b.kind == graph::BindingKind::uniform_buffer ? nullptr : absent ? empty.object : f.objects[b.resource];
    switch (b.kind) {
      case graph::BindingKind::storage_buffer: {
        info.buffer = {o->buffer, empty.offset, absent ? NullResources::bytes_of_one : o->bytes};
        w.pBufferInfo = &info.buffer;
        break;
      }
      case graph::BindingKind::uniform_buffer: {
        const graph::Block& block = node.blocks[b.use];
        UploadRing::Slice slice = f.uploads.put(bytes_of_block(f.graph, block));
        info.buffer = {slice.buffer, slice.offset, block.size};
        w.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        w.pBufferInfo = &info.buffer;
        break;
      }
      case graph::BindingKind::texel_buffer: {
        if (std::ranges::find(pipeline.long_texels, b.slot, &LongTexels::slot) != pipeline.long_texels.end()) {
          info.buffer = {o->buffer, 0, o->bytes};
          w.pBufferInfo = &info.buffer;
          break;
        }
        info.texels = memory_.texel_view(*o, absent ? "empty" : std::string_view(f.plan.resources[b.resource].name));
        w.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
        w.pTexelBufferView = &info.texels;
        break;
      }
      case graph::BindingKind::storage_image: {
        info.image = {VK_NULL_HANDLE, o->view, VK_IMAGE_LAYOUT_GENERAL};
        w.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
        w.pImageInfo = &info.image;
        break;
      }
      case graph::BindingKind::sampled_image: {
        info.image = {samplers_.get(node.uses[b.use].sampler, o->format), o->view, vk_layout(b.layout)};
        w.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        w.pImageInfo = &info.image;
        break;
      }
    }
    ++count;
  }
  if (count == 0) return;
  if (d_.pushes)
    vk_.vkCmdPushDescriptorSetKHR(f.cmd, point, pipeline.layout, 0, count, writes);
  else
    bind_set(f, {writes, count}, pipeline, point);
}

void Recorder::bind_set(Frame& f, std::span<VkWriteDescriptorSet> writes, const Pipeline& pipeline,
                        VkPipelineBindPoint point) {
  const VkDescriptorSet set = f.sets.take(pipeline.set);
  for (VkWriteDescriptorSet& w : writes) w.dstSet = set;
  vk_.vkUpdateDescriptorSets(d_.device, static_cast<std::uint32_t>(writes.size()), writes.data(), 0, nullptr);
  vk_.vkCmdBindDescriptorSets(f.cmd, point, pipeline.layout, 0, 1, &set, 0, nullptr);
}

void Recorder::push(Frame& f, const Pipeline& pipeline, const graph::Block& block) {
  vk_.vkCmdPushConstants(f.cmd, pipeline.layout, pipeline.push_stages, 0, std::min(block.size, pipeline.push_bytes),
                         f.graph.data().data() + block.offset);
}

void Recorder::compute(Frame& f, const graph::PlannedNode& planned, const graph::Node& node, const ReplayNode& replay) {
  const Pipeline& pipeline = *replay.pipeline;
  bind(f, planned, node, replay, VK_PIPELINE_BIND_POINT_COMPUTE);
  if (pipeline.push_bytes)
    if (const graph::Block* params = params_of(node)) push(f, pipeline, *params);
  if (node.indirect) {
    vk_.vkCmdDispatchIndirect(f.cmd, f.objects[static_cast<std::size_t>(planned.indirect)]->buffer,
                              node.indirect_offset);
    return;
  }
  graph::Extent groups = node.size;
  if (!node.by_groups) {
    const graph::Extent& local = pipeline.local_size;
    groups = {(node.size.x + local.x - 1) / local.x, (node.size.y + local.y - 1) / local.y,
              (node.size.z + local.z - 1) / local.z};
  }
  if (std::max({groups.x, groups.y, groups.z}) > d_.limits.groups) check_groups(d_, f.graph, node, groups);
  vk_.vkCmdDispatch(f.cmd, groups.x, groups.y, groups.z);
}

void Recorder::draw(Frame& f, const graph::PlannedNode& planned, const graph::Node& node, const ReplayNode& replay) {
  constexpr std::size_t most_colors = 8;
  VkRenderingAttachmentInfo colors[most_colors], depth{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
  graph::Extent extent{1, 1, 1};
  auto attach = [&](const graph::Attachment& a, const Object& o, VkImageLayout layout) {
    VkRenderingAttachmentInfo info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    info.imageView = o.view;
    info.imageLayout = layout;
    info.loadOp = a.load == graph::Load::clear  ? VK_ATTACHMENT_LOAD_OP_CLEAR
                  : a.load == graph::Load::keep ? VK_ATTACHMENT_LOAD_OP_LOAD
                                                : VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    info.storeOp = a.write ? VK_ATTACHMENT_STORE_OP_STORE : VK_ATTACHMENT_STORE_OP_NONE;
    if (!a.write) info.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    info.clearValue = clear_value(o.format, a.clear);
    extent = o.texture.extent;
    return info;
  };
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.layerCount = 1;
  std::size_t color_count = std::min(planned.colors.size(), most_colors);
  for (std::size_t i = 0; i < color_count; ++i)
    colors[i] = attach(node.colors[i], *f.objects[planned.colors[i]], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
  rendering.colorAttachmentCount = static_cast<std::uint32_t>(color_count);
  rendering.pColorAttachments = colors;
  if (planned.depth >= 0) {
    depth = attach(node.depth, *f.objects[static_cast<std::size_t>(planned.depth)],
                   node.depth.write ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL
                                    : VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL);
    rendering.pDepthAttachment = &depth;
  }
  rendering.renderArea.extent = {extent.x, extent.y};

  const Pipeline& pipeline = *replay.pipeline;
  vk_.vkCmdBeginRendering(f.cmd, &rendering);
  bind(f, planned, node, replay, VK_PIPELINE_BIND_POINT_GRAPHICS);
  // Negative height: y points up in clip space, and counter-clockwise triangles stay so in the picture.
  auto width = static_cast<float>(extent.x), height = static_cast<float>(extent.y);
  VkViewport viewport{0, height, width, -height, 0, 1};
  VkRect2D scissor{{0, 0}, {extent.x, extent.y}};
  vk_.vkCmdSetViewport(f.cmd, 0, 1, &viewport);
  vk_.vkCmdSetScissor(f.cmd, 0, 1, &scissor);
  if (pipeline.push_bytes)
    if (const graph::Block* params = params_of(node)) push(f, pipeline, *params);
  bool indexed = planned.indices >= 0;
  if (indexed)
    vk_.vkCmdBindIndexBuffer(f.cmd, f.objects[static_cast<std::size_t>(planned.indices)]->buffer, 0,
                             VK_INDEX_TYPE_UINT32);
  for (const graph::DrawCall& call : node.draws) {
    if (call.params.size) push(f, pipeline, call.params);
    const graph::Draw& c = call.draw;
    if (indexed)
      vk_.vkCmdDrawIndexed(f.cmd, c.vertices, c.instances, c.first_vertex, c.vertex_offset, c.first_instance);
    else
      vk_.vkCmdDraw(f.cmd, c.vertices, c.instances, c.first_vertex, c.first_instance);
  }
  if (node.indirect) {
    VkBuffer arguments = f.objects[static_cast<std::size_t>(planned.indirect)]->buffer;
    if (indexed)
      vk_.vkCmdDrawIndexedIndirect(f.cmd, arguments, node.indirect_offset, 1, 0);
    else
      vk_.vkCmdDrawIndirect(f.cmd, arguments, node.indirect_offset, 1, 0);
  }
  vk_.vkCmdEndRendering(f.cmd);
}

void Recorder::copy(Frame& f, const graph::PlannedNode& planned, const graph::Node& node) {
  const Object& from = *f.objects[static_cast<std::size_t>(planned.source)];
  const Object& to = *f.objects[static_cast<std::size_t>(planned.target)];
  if (from.buffer && to.buffer) {
    std::uint64_t bytes =
        node.bytes ? node.bytes : std::min(from.bytes - node.source_offset, to.bytes - node.target_offset);
    VkBufferCopy region{node.source_offset, node.target_offset, bytes};
    vk_.vkCmdCopyBuffer(f.cmd, from.buffer, to.buffer, 1, &region);
  } else if (to.buffer) {
    VkBufferImageCopy region = packed_copy(from, 0, node.target_offset);
    vk_.vkCmdCopyImageToBuffer(f.cmd, from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.buffer, 1, &region);
  } else {
    for (std::uint32_t mip = 0; mip < std::min(from.texture.mips, to.texture.mips); ++mip) {
      VkImageCopy region{};
      region.srcSubresource = {aspect_of(from.format), mip, 0, from.texture.layers};
      region.dstSubresource = {aspect_of(to.format), mip, 0, to.texture.layers};
      region.extent = vk_extent(graph::mip_extent(from.texture, mip));
      vk_.vkCmdCopyImage(f.cmd, from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.image,
                         VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    }
  }
}

void Recorder::clear(Frame& f, const graph::PlannedNode& planned, const graph::Node& node) {
  const Object& to = *f.objects[static_cast<std::size_t>(planned.target)];
  if (to.buffer) {
    vk_.vkCmdFillBuffer(f.cmd, to.buffer, 0, VK_WHOLE_SIZE, node.fill);
    return;
  }
  VkImageSubresourceRange range{aspect_of(to.format), 0, to.texture.mips, 0, to.texture.layers};
  VkClearValue value = clear_value(to.format, node.fill_color);
  if (graph::is_depth(to.format))
    vk_.vkCmdClearDepthStencilImage(f.cmd, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value.depthStencil, 1,
                                    &range);
  else
    vk_.vkCmdClearColorImage(f.cmd, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value.color, 1, &range);
}

void Recorder::upload(Frame& f, const graph::PlannedNode& planned, const graph::Node& node) {
  const Object& to = *f.objects[static_cast<std::size_t>(planned.target)];
  if (node.payload.size == 0) return;
  UploadRing::Slice from = f.uploads.put(bytes_of_block(f.graph, node.payload));
  if (to.buffer) {
    VkBufferCopy region{from.offset, node.target_offset, node.payload.size};
    vk_.vkCmdCopyBuffer(f.cmd, from.buffer, to.buffer, 1, &region);
    return;
  }
  VkDeviceSize offset = from.offset;
  for (std::uint32_t mip = 0; mip < to.texture.mips; ++mip) {
    VkBufferImageCopy region = packed_copy(to, mip, offset);
    vk_.vkCmdCopyBufferToImage(f.cmd, from.buffer, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    const VkExtent3D& e = region.imageExtent;
    offset += VkDeviceSize{e.width} * e.height * e.depth * to.texture.layers * graph::bytes_per_texel(to.format);
  }
}

void Recorder::readback(Frame& f, const graph::PlannedNode& planned, graph::Node& node) {
  const Object& from = *f.objects[static_cast<std::size_t>(planned.source)];
  const graph::Extent& e = from.texture.extent;
  std::uint64_t bytes =
      from.buffer ? from.bytes
                  : std::uint64_t{e.x} * e.y * e.z * from.texture.layers * graph::bytes_per_texel(from.format);
  f.readbacks.push_back({pool_.take(bytes), bytes, std::move(node.done)});
  VkBuffer to = f.readbacks.back().buffer.buffer;
  if (from.buffer) {
    VkBufferCopy region{0, 0, bytes};
    vk_.vkCmdCopyBuffer(f.cmd, from.buffer, to, 1, &region);
  } else {
    VkBufferImageCopy region = packed_copy(from, 0, 0);
    vk_.vkCmdCopyImageToBuffer(f.cmd, from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to, 1, &region);
  }
}

}  // namespace undine::gpu
