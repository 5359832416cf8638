#include "engine/core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace undine {
namespace {

TEST(ParallelFor, DoesEachOnce) {
  for (const std::size_t count : {0u, 1u, 2u, 3u, 1000u}) {
    std::vector<std::atomic<int>> times(count);
    parallel_for(count, [&](std::size_t i) { ++times[i]; });
    for (const auto& n : times) EXPECT_EQ(n, 1);
  }
}

TEST(ParallelEach, DoesEachOnceWhateverItTakes) {
  for (const std::size_t count : {0u, 1u, 3u, 200u}) {
    std::vector<std::atomic<int>> times(count);
    parallel_each(count, [&](std::size_t i) {
      if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ++times[i];
    });
    for (const auto& n : times) EXPECT_EQ(n, 1);
  }
}

TEST(ParallelFor, ExceptionsArriveAfterAllItemsEnd) {
  std::atomic<int> done = 0;
  const auto work = [&](std::size_t i) {
    if (i == 99) throw std::runtime_error("99");
    ++done;
  };
  EXPECT_THROW(parallel_for(100, work), std::runtime_error);
  EXPECT_EQ(done, 99);
}

}  // namespace
}  // namespace undine
