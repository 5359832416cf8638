// Parallel for over independent items.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace undine {

inline std::size_t threads_at_a_time() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls work(i) once for each i from 0 to count - 1, in contiguous ranges on all hardware threads. Rethrows an
// exception, the first range's first, after all ranges have ended. Results do not depend on the number of threads if
// work(i) writes only data of i.
template <class Work>
void parallel_for(std::size_t count, const Work& work) {
  const std::size_t parts = std::min<std::size_t>(threads_at_a_time(), count);
  const auto part = [&](std::size_t k) {
    for (std::size_t i = k * count / parts; i < (k + 1) * count / parts; ++i) work(i);
  };
  std::vector<std::future<void>> others;
  for (std::size_t k = 1; k < parts; ++k) others.push_back(std::async(std::launch::async, part, k));
  if (parts > 0) part(0);
  for (std::future<void>& one : others) one.get();
}

// Likewise for items of unequal cost: an idle thread takes the next item.
template <class Work>
void parallel_each(std::size_t count, const Work& work, std::size_t most_threads = threads_at_a_time()) {
  std::atomic<std::size_t> next{0};
  parallel_for(std::min({threads_at_a_time(), most_threads, count}), [&](std::size_t) {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  });
}

}  // namespace undine
