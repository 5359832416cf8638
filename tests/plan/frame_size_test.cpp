// Bounds on the size of a frame: the number of nodes determines the GPU's overhead between nodes, and the CPU's cost
// of declaring and recording them.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

constexpr unsigned most_nodes = 310, most_barriers = 600;  // cascade: 306 with the closure of submerged bodies

class FrameSize : public ::testing::TestWithParam<std::string> {};

// One clock step and its image.
TEST_P(FrameSize, IsBounded) {
  const auto outcome = test::undine({"graph", GetParam(), "--set", "clock.steps_per_frame=1"});
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  unsigned nodes = 0, culled = 0, resources = 0, barriers = 0;
  ASSERT_EQ(std::sscanf(outcome.out.c_str(), "%u nodes, %u culled, %u resources, %u barriers", &nodes, &culled,
                        &resources, &barriers),
            4);
  EXPECT_LE(nodes, most_nodes);
  EXPECT_LE(barriers, most_barriers);
}

INSTANTIATE_TEST_SUITE_P(Scenes, FrameSize, ::testing::ValuesIn(test::project_scenes()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

}  // namespace
}  // namespace undine
