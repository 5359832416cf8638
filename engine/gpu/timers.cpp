#include "engine/gpu/timers.h"

#include <algorithm>

#include "engine/gpu/errors.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {

Timers::~Timers() { d_.vk.vkDestroyQueryPool(d_.device, pool_, nullptr); }

void Timers::begin(VkCommandBuffer cmd, const ScopePaths& paths) {
  paths_.reset();
  if (d_.timestamp_bits == 0) return;
  auto queries = static_cast<std::uint32_t>(2 * paths->size());
  if (queries > capacity_) {
    d_.vk.vkDestroyQueryPool(d_.device, pool_, nullptr);
    pool_ = VK_NULL_HANDLE;
    capacity_ = 0;
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = std::max(64u, queries * 2);
    UNDINE_CHECK(d_.vk.vkCreateQueryPool(d_.device, &info, nullptr, &pool_), "timers");
    capacity_ = info.queryCount;
    ticks_.resize(capacity_);
    name_object(d_, VK_OBJECT_TYPE_QUERY_POOL, pool_, "timers");
  }
  d_.vk.vkCmdResetQueryPool(cmd, pool_, 0, queries);
  paths_ = paths;
}

bool Timers::read(FrameTimes& times) {
  if (!paths_) return false;
  auto count = static_cast<std::uint32_t>(paths_->size());
  VkResult result = attempt("vkGetQueryPoolResults", [&] {
    return d_.vk.vkGetQueryPoolResults(d_.device, pool_, 0, 2 * count, ticks_.size() * sizeof(std::uint64_t),
                                       ticks_.data(), sizeof(std::uint64_t), VK_QUERY_RESULT_64_BIT);
  });
  if (result == VK_NOT_READY) return false;
  if (result != VK_SUCCESS) fail(result, "vkGetQueryPoolResults", "timers");
  std::uint64_t mask = d_.timestamp_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << d_.timestamp_bits) - 1;
  double to_ms = static_cast<double>(d_.properties.limits.timestampPeriod) * 1e-6;
  times.scopes.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    times.scopes[i].path = (*paths_)[i];
    times.scopes[i].begin_ms = static_cast<double>((ticks_[2 * i] - ticks_[0]) & mask) * to_ms;
    times.scopes[i].end_ms = static_cast<double>((ticks_[2 * i + 1] - ticks_[0]) & mask) * to_ms;
  }
  return true;
}

std::string Timers::last_finished() const {
  if (!paths_) return {};
  std::string path;
  std::uint64_t latest = 0;
  for (std::uint32_t i = 0; i < paths_->size(); ++i) {
    std::uint64_t value[2] = {0, 0};  // ticks, availability; the call may itself report the loss
    d_.vk.vkGetQueryPoolResults(d_.device, pool_, 2 * i + 1, 1, sizeof(value), value, sizeof(value),
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    if (value[1] && value[0] >= latest) {
      latest = value[0];
      path = (*paths_)[i];
    }
  }
  return path;
}

}  // namespace undine::gpu
