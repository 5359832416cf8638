// Compiles a frame's pipelines asynchronously, in batches in the order of its nodes, so that the device starts early.
#pragma once
#include <functional>
#include <future>
#include <span>
#include <vector>

#include "engine/gpu/pipelines.h"

namespace undine::gpu {

// Returns the first request of each batch, starting with 0. Each batch has at most `most` words or a single request.
// The first one has at most an eighth of that, because the device is idle until it is ready.
std::vector<std::size_t> cut_stretches(std::span<const std::size_t> words, std::size_t most);

class PipelineCompiler {
 public:
  // pipelines: must not be used otherwise during the lifetime of this. begins: first request of each batch. idle: true
  // if the device has finished its work; otherwise one thread is left to it, as software devices need.
  PipelineCompiler(Pipelines& pipelines, std::vector<PipelineRequest> requests, std::vector<std::size_t> begins,
                   std::function<bool()> idle);
  PipelineCompiler(const PipelineCompiler&) = delete;
  PipelineCompiler& operator=(const PipelineCompiler&) = delete;
  // Waits for the next batch and returns its pipelines in the order of its requests; throws its errors.
  std::vector<const Pipeline*> next();

 private:
  std::vector<PipelineRequest> requests_;
  std::vector<std::promise<std::vector<const Pipeline*>>> made_;  // one per batch
  std::size_t taken_ = 0;
  std::future<void> work_;  // last member: joins before the others are destroyed
};

}  // namespace undine::gpu
