#include "engine/gpu/pipeline_compiler.h"

#include <algorithm>
#include <exception>

namespace undine::gpu {

std::vector<std::size_t> cut_stretches(std::span<const std::size_t> words, std::size_t most) {
  std::vector<std::size_t> begins(1, 0);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (sum > 0 && words[i] > 0 && sum + words[i] > (begins.size() == 1 ? most / 8 : most)) {
      begins.push_back(i);
      sum = 0;
    }
    sum += words[i];
  }
  return begins;
}

PipelineCompiler::PipelineCompiler(Pipelines& pipelines, std::vector<PipelineRequest> requests,
                                   std::vector<std::size_t> begins, std::function<bool()> idle)
    : requests_(std::move(requests)), made_(begins.size()) {
  work_ = std::async(std::launch::async, [this, &pipelines, begins = std::move(begins), idle = std::move(idle)] {
    const std::size_t beside = std::max<std::size_t>(threads_at_a_time(), 2) - 1;
    std::exception_ptr failed;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : requests_.size();
      const std::span<const PipelineRequest> stretch(requests_.data() + begins[i], end - begins[i]);
      try {
        if (failed) std::rethrow_exception(failed);
        made_[i].set_value(pipelines.make(stretch, idle() ? threads_at_a_time() : beside));
      } catch (...) {
        failed = std::current_exception();
        made_[i].set_exception(failed);
      }
    }
  });
}

std::vector<const Pipeline*> PipelineCompiler::next() { return made_.at(taken_++).get_future().get(); }

}  // namespace undine::gpu
