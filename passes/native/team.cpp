#include "passes/native/team.h"

#include <algorithm>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace undine::reference {

Team::Team(unsigned threads) : size_(threads ? threads : std::max(1u, std::thread::hardware_concurrency())) {
  for (unsigned t = 1; t < size_; ++t) pool_.emplace_back([this, t] { serve(t); });
}

Team::~Team() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (auto& thread : pool_) thread.join();
}

void Team::run(std::function<void(unsigned)> job) {
  {
    std::lock_guard lock(mutex_);
    job_ = std::move(job);
    ++count_;
  }
  wake_.notify_all();
  job_(0);
  meet();
}

// Yields when another thread is not running.
void Team::meet() {
  if (size_ == 1) return;
  const std::uint64_t mine = phase_.load(std::memory_order_relaxed);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
    arrived_.store(0, std::memory_order_relaxed);
    phase_.store(mine + 1, std::memory_order_release);
    return;
  }
  for (int spin = 0; phase_.load(std::memory_order_acquire) == mine; ++spin) {
    if (spin > 20000) std::this_thread::yield();
#if defined(__x86_64__)
    else
      _mm_pause();
#endif
  }
}

void Team::serve(unsigned thread) {
  std::uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stop_ || count_ != seen; });
      if (stop_) return;
      seen = count_;
    }
    job_(thread);
    meet();
  }
}

}  // namespace undine::reference
