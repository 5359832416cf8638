#include "engine/gpu/persistent.h"

#include <algorithm>

#include "engine/gpu/formats.h"
#include "engine/gpu/limits.h"

namespace undine::gpu {

Persistent::~Persistent() {
  for (Slot& slot : slots_) memory_.destroy(slot.object);
}

void Persistent::check(const graph::State& state) const {
  if (state.revision() == revision_) return;
  for (std::size_t i = 0; i < state.entries().size(); ++i) {
    const graph::State::Entry& e = state.entries()[i];
    if (!e.live || (i < slots_.size() && slots_[i].serial == e.serial)) continue;
    if (e.image)
      check_limits(d_, e.name, e.texture);
    else
      check_limits(d_, e.name, e.buffer);
  }
}

void Persistent::sync(const graph::State& state, std::uint64_t last_frame) {
  if (state.revision() == revision_) return;
  slots_.resize(std::max(slots_.size(), state.entries().size()));
  for (std::size_t i = 0; i < state.entries().size(); ++i) {
    const graph::State::Entry& e = state.entries()[i];
    Slot& slot = slots_[i];
    if (slot.object && (!e.live || slot.serial != e.serial)) {
      bytes_ -= slot.object.bytes;
      std::erase(unfilled_, static_cast<std::uint32_t>(i));
      memory_.retire(slot.object, last_frame);
    }
    if (!e.live || slot.object) continue;
    slot.object = e.image ? memory_.image(e.name, e.texture) : memory_.buffer(e.name, e.buffer);
    slot.serial = e.serial;
    bytes_ += slot.object.bytes;
    unfilled_.push_back(static_cast<std::uint32_t>(i));
  }
  revision_ = state.revision();
}

void Persistent::record_fills(VkCommandBuffer cmd) {
  if (unfilled_.empty()) return;
  std::vector<VkImageMemoryBarrier2> before;
  for (std::uint32_t i : unfilled_) {
    Object& o = slots_[i].object;
    if (!o.image) continue;
    VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = o.image;
    barrier.subresourceRange = {aspect_of(o.format), 0, o.texture.mips, 0, o.texture.layers};
    before.push_back(barrier);
  }
  VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  info.imageMemoryBarrierCount = static_cast<std::uint32_t>(before.size());
  info.pImageMemoryBarriers = before.data();
  if (!before.empty()) d_.vk.vkCmdPipelineBarrier2(cmd, &info);
  for (std::uint32_t i : unfilled_) {
    Object& o = slots_[i].object;
    if (o.buffer) {
      d_.vk.vkCmdFillBuffer(cmd, o.buffer, 0, VK_WHOLE_SIZE, 0);
      continue;
    }
    VkImageSubresourceRange range{aspect_of(o.format), 0, o.texture.mips, 0, o.texture.layers};
    VkClearValue zero = clear_value(o.format, {});
    if (graph::is_depth(o.format))
      d_.vk.vkCmdClearDepthStencilImage(cmd, o.image, VK_IMAGE_LAYOUT_GENERAL, &zero.depthStencil, 1, &range);
    else
      d_.vk.vkCmdClearColorImage(cmd, o.image, VK_IMAGE_LAYOUT_GENERAL, &zero.color, 1, &range);
  }
  VkMemoryBarrier2 done{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
  done.srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
  done.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
  done.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  done.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
  VkDependencyInfo last{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  last.memoryBarrierCount = 1;
  last.pMemoryBarriers = &done;
  d_.vk.vkCmdPipelineBarrier2(cmd, &last);
}

}  // namespace undine::gpu
