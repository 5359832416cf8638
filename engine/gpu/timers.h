// Two timestamps per scope of one frame in flight.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu/executor.h"
#include "engine/gpu/vulkan_types.h"

namespace undine::gpu {

using ScopePaths = std::shared_ptr<const std::vector<std::string>>;  // one path per opening, in order

class Timers {
 public:
  explicit Timers(DeviceImpl& device) : d_(device) {}
  ~Timers();
  Timers(Timers&&) = delete;
  // Call outside of rendering, before the first mark. No effect on queues without timestamps.
  void begin(VkCommandBuffer cmd, const ScopePaths& paths);
  void open(VkCommandBuffer cmd, std::uint32_t scope) { mark(cmd, 2 * scope); }
  void close(VkCommandBuffer cmd, std::uint32_t scope) { mark(cmd, 2 * scope + 1); }
  bool read(FrameTimes& times);       // times of a finished frame; false: not measured
  std::string last_finished() const;  // path of the last scope that ended, even on a lost device; empty: unknown
  void forget() { paths_.reset(); }

 private:
  void mark(VkCommandBuffer cmd, std::uint32_t query) {
    if (paths_) d_.vk.vkCmdWriteTimestamp2(cmd, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool_, query);
  }
  DeviceImpl& d_;
  VkQueryPool pool_ = VK_NULL_HANDLE;
  std::uint32_t capacity_ = 0;
  ScopePaths paths_;
  std::vector<std::uint64_t> ticks_;
};

}  // namespace undine::gpu
