// Threads that do one job together and meet in between, for the native twins: they spin, since a step of a small grid
// is shorter than a sleep.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace undine::reference {

class Team {
 public:
  explicit Team(unsigned threads);  // 0: all cores
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  unsigned size() const { return size_; }
  void run(std::function<void(unsigned thread)> job);  // on all threads, the caller's is 0; returns when all are done
  void meet();                                         // inside a job: waits until all threads are there

 private:
  void serve(unsigned thread);
  unsigned size_;
  std::vector<std::thread> pool_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::function<void(unsigned)> job_;
  std::uint64_t count_ = 0;
  bool stop_ = false;
  std::atomic<unsigned> arrived_{0};
  std::atomic<std::uint64_t> phase_{0};
};

}  // namespace undine::reference
