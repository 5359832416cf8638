#include "engine/gpu/breadcrumbs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace undine::gpu {

void Breadcrumbs::begin(std::uint64_t frame, const graph::Plan& plan, const graph::Graph& graph,
                        const ScopeWalk& scopes) {
  nodes_.clear();
  text_.clear();
  const std::uint64_t bytes = 8 * std::uint64_t{plan.nodes.size()};
  if (words_.bytes < bytes) {
    memory_.destroy(words_);
    words_ = memory_.staging("breadcrumbs", std::max<std::uint64_t>(2 * bytes, 4096), Memory::Host::read);
    std::memset(words_.mapped, 0, words_.bytes);
    vmaFlushAllocation(d_.vma, words_.allocation, 0, VK_WHOLE_SIZE);
  }
  stamp_ = static_cast<std::uint32_t>(frame % 0xffffffffu) + 1;
  paths_ = scopes.paths();
  auto step = scopes.steps().begin();
  open_.clear();
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    for (; step != scopes.steps().end() && step->node <= i; ++step) {
      if (step->open)
        open_.push_back(step->opening);
      else
        open_.pop_back();
    }
    nodes_.push_back({open_.back(), static_cast<std::uint32_t>(text_.size())});
    text_.append(graph.nodes()[plan.nodes[i].node].name);
    text_.push_back('\0');
  }
}

void Breadcrumbs::mark(VkCommandBuffer cmd, std::uint32_t word, bool ended) {
  const VkDeviceSize offset = 4 * VkDeviceSize{word};
  if (d_.buffer_markers) {
    d_.vk.vkCmdWriteBufferMarker2AMD(cmd, ended ? VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT : VK_PIPELINE_STAGE_2_NONE,
                                     words_.buffer, offset, stamp_);
    return;
  }
  if (ended) {
    VkMemoryBarrier2 order{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    order.srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    order.dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &order;
    d_.vk.vkCmdPipelineBarrier2(cmd, &info);
  }
  d_.vk.vkCmdFillBuffer(cmd, words_.buffer, offset, 4, stamp_);
}

std::string Breadcrumbs::path(std::size_t node) const {
  return fmt::format("{}/{}", (*paths_)[nodes_[node].opening], text_.c_str() + nodes_[node].name);
}

// May fail on a lost device: then the words are possibly stale.
void Breadcrumbs::refresh() const { vmaInvalidateAllocation(d_.vma, words_.allocation, 0, VK_WHOLE_SIZE); }

bool Breadcrumbs::marked(std::size_t word) const {
  std::uint32_t value = 0;
  std::memcpy(&value, words_.mapped + 4 * word, 4);
  return value == stamp_;
}

bool Breadcrumbs::ended() const {
  if (nodes_.empty()) return true;
  refresh();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!marked(2 * i + 1)) return false;
  return true;
}

std::string Breadcrumbs::report() const {
  if (nodes_.empty()) return {};
  refresh();
  constexpr std::size_t most = 6;
  std::size_t running = 0, last = nodes_.size();
  std::string begun;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const bool ended = marked(2 * i + 1);
    if (ended) last = i;
    if (ended || !marked(2 * i) || ++running > most) continue;
    begun += fmt::format("{}{} (node {} of {})", begun.empty() ? "" : ", ", path(i), i + 1, nodes_.size());
  }
  if (running > most) begun += fmt::format(" and {} more", running - most);
  if (last == nodes_.size() && running == 0) return "none of its nodes had begun";
  const std::string ended = last == nodes_.size() ? "none had ended" : path(last) + " was the last to end";
  if (running > 0) return fmt::format("{} had begun and not ended; {}", begun, ended);
  return fmt::format("no node was under way; {}{}", ended, last + 1 == nodes_.size() ? ", and of the frame" : "");
}

}  // namespace undine::gpu
