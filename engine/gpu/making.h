// Pipelines of a frame that are made while it is drawn: stretch by stretch in the order of its nodes, so that the
// device has work once the first few are there.
#pragma once
#include <functional>
#include <future>
#include <span>
#include <vector>

#include "engine/gpu/pipelines.h"

namespace undine::gpu {

// Requests at which a stretch begins, the first one's 0: each but the first has `most` words or a single request; the
// first one an eighth of that, for until it is there nothing else is done.
std::vector<std::size_t> cut_stretches(std::span<const std::size_t> words, std::size_t most);

class Making {
 public:
  // pipelines: asked for nothing else until this goes. begins: as above, of the requests. idle: whether the device has
  // done what it was given; while it has not, a thread is left to it, as software devices need.
  Making(Pipelines& pipelines, std::vector<PipelineRequest> requests, std::vector<std::size_t> begins,
         std::function<bool()> idle);
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;
  // Of the next stretch, in the order of its requests: waits until they are there, and throws what they fail with.
  std::vector<const Pipeline*> next();

 private:
  std::vector<PipelineRequest> requests_;
  std::vector<std::promise<std::vector<const Pipeline*>>> made_;  // of the stretches
  std::size_t taken_ = 0;
  std::future<void> work_;  // last: ends before the rest goes
};

}  // namespace undine::gpu
