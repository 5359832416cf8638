#include "engine/gpu/parts.h"

#include <algorithm>

#include "engine/core/hash.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {

NodeCosts::Key NodeCosts::key(const graph::Node& node) {
  Hash hash;
  hash.word(static_cast<std::uint64_t>(node.kind));
  hash.text(node.shader);
  hash.text(node.fragment);
  hash.word(std::uint64_t{node.size.x} << 32 | node.size.y);
  hash.word(node.size.z);
  return hash.value();
}

double NodeCosts::expected(Key node) const {
  auto known = seconds_.find(node);
  return known == seconds_.end() ? longest_ / 16 : known->second;
}

void NodeCosts::cut(std::span<const Key> nodes, std::vector<std::uint32_t>& begins) const {
  begins.assign(1, 0);
  double sum = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const double next = expected(nodes[i]);
    if (i > begins.back() && sum + next > longest_) {
      begins.push_back(i);
      sum = 0;
    }
    sum += next;
  }
}

void NodeCosts::learn(std::span<const Key> part, double seconds) {
  double before = 0;
  for (Key node : part) before += expected(node);
  if (part.empty()) return;
  const double even = seconds / static_cast<double>(part.size());
  constexpr std::size_t most = 1 << 16;  // kinds of nodes: bounds the map if sizes keep changing
  if (seconds_.size() > most) seconds_.clear();
  const double ratio = before > 0 ? seconds / before : 0;
  // Assigns a tenth of the time evenly, so that a node with zero cost can grow again. Nodes of one kind may occur
  // several times in a part; their cost is updated once, from the earlier estimate.
  shares_.clear();
  for (Key node : part) shares_.try_emplace(node, 0.9 * expected(node) * ratio + 0.1 * even);
  for (auto [node, share] : shares_) {
    auto [known, fresh] = seconds_.try_emplace(node, share);
    if (!fresh) known->second += 0.5 * (share - known->second);
  }
}

void cut_queues(const graph::Plan& plan, std::span<const std::uint32_t> begins, std::vector<Part>& parts) {
  parts.assign(1, Part{});
  const auto count = static_cast<std::uint32_t>(plan.nodes.size());
  const bool both = std::ranges::any_of(plan.nodes, [](const graph::PlannedNode& n) { return n.queue == 1; });
  const auto part_of = [&](std::uint32_t node) {
    const auto after = std::ranges::upper_bound(parts, node, {}, &Part::first);
    return static_cast<std::int32_t>(after - parts.begin()) - 1;
  };
  std::int32_t reached = -1, last = -1;  // parts of queue 1: last one that queue 0 has waited for, and the newest
  auto begin = begins.begin();
  for (std::uint32_t i = 0; i < count; ++i) {
    const graph::PlannedNode& node = plan.nodes[i];
    while (begin != begins.end() && *begin < i) ++begin;
    std::int32_t wait = -1;
    for (std::uint32_t other : node.wait_for) wait = std::max(wait, part_of(other));
    if (node.queue == 1 && last < 0) wait = std::max(wait, 0);
    const bool planned = begin != begins.end() && *begin == i && i > 0;
    if (planned || wait >= 0 || node.queue != parts.back().queue || (both && i == 0))
      parts.push_back({i, node.queue, wait});
    const auto now = static_cast<std::int32_t>(parts.size()) - 1;
    if (node.queue == 1)
      last = now;
    else
      reached = std::max(reached, wait);
  }
  if (last > reached) parts.push_back({count, 0, last});
}

PartTimers::~PartTimers() { d_.vk.vkDestroyQueryPool(d_.device, pool_, nullptr); }

void PartTimers::begin(VkCommandBuffer first, std::uint32_t parts) {
  parts_ = 0;
  if (d_.timestamp_bits == 0) return;
  if (2 * parts > capacity_) {
    d_.vk.vkDestroyQueryPool(d_.device, pool_, nullptr);
    pool_ = VK_NULL_HANDLE;
    capacity_ = 0;
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = std::max(16u, 4 * parts);
    UNDINE_CHECK(d_.vk.vkCreateQueryPool(d_.device, &info, nullptr, &pool_), "timers");
    capacity_ = info.queryCount;
    ticks_.resize(capacity_);
    name_object(d_, VK_OBJECT_TYPE_QUERY_POOL, pool_, "timers of parts");
  }
  d_.vk.vkCmdResetQueryPool(first, pool_, 0, 2 * parts);
  parts_ = parts;
}

void PartTimers::mark(VkCommandBuffer cmd, std::uint32_t part, bool end) {
  if (part < parts_)
    d_.vk.vkCmdWriteTimestamp2(cmd, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool_, 2 * part + (end ? 1 : 0));
}

bool PartTimers::read(std::vector<double>& seconds) {
  if (parts_ == 0) return false;
  VkResult result = attempt("vkGetQueryPoolResults", [&] {
    return d_.vk.vkGetQueryPoolResults(d_.device, pool_, 0, 2 * parts_, ticks_.size() * sizeof(std::uint64_t),
                                       ticks_.data(), sizeof(std::uint64_t), VK_QUERY_RESULT_64_BIT);
  });
  if (result == VK_NOT_READY) return false;
  if (result != VK_SUCCESS) fail(result, "vkGetQueryPoolResults", "timers of parts");
  const std::uint64_t mask = d_.timestamp_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << d_.timestamp_bits) - 1;
  const double tick = static_cast<double>(d_.properties.limits.timestampPeriod) * 1e-9;
  seconds.resize(parts_);
  for (std::uint32_t i = 0; i < parts_; ++i)
    seconds[i] = static_cast<double>((ticks_[2 * i + 1] - ticks_[2 * i]) & mask) * tick;
  return true;
}

}  // namespace undine::gpu
