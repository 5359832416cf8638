// Workgroups over columns: each column has a thread, and few threads are idle, even on narrow grids.
#include "passes/columns/packing.h"

#include <gtest/gtest.h>

namespace undine::test {
namespace {

TEST(Packing, FewThreadsHaveNothingToDo) {
  for (const glm::uvec2 group : {glm::uvec2{64, 4}, glm::uvec2{64, 1}, glm::uvec2{8, 8}})
    for (const glm::uvec2 owned : {glm::uvec2{200, 4}, glm::uvec2{4, 200}, glm::uvec2{1, 800}, glm::uvec2{800, 1},
                                   glm::uvec2{5, 201}, glm::uvec2{28, 28}, glm::uvec2{65, 65}, glm::uvec2{256, 256},
                                   glm::uvec2{1, 1}, glm::uvec2{16384, 3}, glm::uvec2{3, 16384}}) {
      SCOPED_TRACE(testing::Message() << owned.x << " x " << owned.y << " by " << group.x << " x " << group.y);
      const columns::Packing p = columns::packing_of(owned, group);
      const std::uint64_t threads = std::uint64_t{p.groups.x} * p.groups.y * group.x * group.y,
                          count = std::uint64_t{owned.x} * owned.y, size = std::uint64_t{group.x} * group.y;
      EXPECT_GE(threads, count);
      EXPECT_LE(4 * threads, 5 * ((count + size - 1) / size * size));
      EXPECT_TRUE(p.row == 0 || (p.row == owned.x && p.groups.y == 1));
    }
  EXPECT_EQ(columns::packing_of({256, 256}, {64, 4}).row, 0u);
  EXPECT_EQ(columns::packing_of({4, 200}, {64, 4}).row, 4u);
  EXPECT_LE(columns::packing_of({16384, 16384}, {64, 4}).groups.x, 65535u);
}

}  // namespace
}  // namespace undine::test
