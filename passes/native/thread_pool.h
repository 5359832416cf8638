// Thread pool with a barrier, for the native twins.
#pragma once
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace undine::reference {

class ThreadPool {
 public:
  explicit ThreadPool(unsigned threads);  // 0: one for each core
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  unsigned size() const { return size_; }
  // Runs the job on all threads, the caller's is number 0, and returns when all are done.
  void run(std::function<void(unsigned thread)> job);
  void wait() { barrier_.arrive_and_wait(); }  // inside a job, on all threads

 private:
  unsigned size_;
  std::function<void(unsigned)> job_;
  bool stop_ = false;
  std::barrier<> barrier_;
  std::vector<std::jthread> threads_;
};

}  // namespace undine::reference
