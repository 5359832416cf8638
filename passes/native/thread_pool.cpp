#include "passes/native/thread_pool.h"

#include <algorithm>
#include <utility>

namespace undine::reference {

ThreadPool::ThreadPool(unsigned threads)
    : size_(threads ? threads : std::max(1u, std::thread::hardware_concurrency())), barrier_(size_) {
  for (unsigned t = 1; t < size_; ++t)
    threads_.emplace_back([this, t] {
      for (;;) {
        wait();
        if (stop_) return;
        job_(t);
        wait();
      }
    });
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  wait();
}

void ThreadPool::run(std::function<void(unsigned)> job) {
  job_ = std::move(job);
  wait();
  job_(0);
  wait();
}

}  // namespace undine::reference
