// Descriptor and buffer accesses of shaders under GPU-assisted validation: this driver discards out-of-bounds writes,
// others do not. tools/validate does the same with whole scenes.
#include <gtest/gtest.h>

#include <map>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

const std::map<std::string, const char*> waters{
    {"wave", R"("cells": [13, 9], "size": [2, 2])"},
    {"pipes", R"("cells": [13, 9], "size": [2, 2], "initial": [{"shape": "level", "level": 0.2}])"},
    {"fluid", R"("cells": [13, 9], "size": [2, 2])"},
    {"sph", R"("spacing": 0.1, "fluid": [{"box": {"min": [0, 0, 0], "max": [0.5, 0.5, 0.2]}}])"}};

struct GpuChecks : ::testing::TestWithParam<const char*> {};

TEST_P(GpuChecks, AccessesStayWithinBuffers) {
  TempFolder folder;
  const std::string scene =
      folder.write("w.json", fmt::format(R"({{"version": 1, "name": "w", "clock": {{"step": 0.01}},
      "water": [{{"name": "w", "solver": "{}", {}}}]}})",
                                         GetParam(), waters.at(GetParam())));
  const RunOptions watched{.env = {{"UNDINE_VALIDATION", "gpu"}, {"UNDINE_LACKS", "VK_KHR_push_descriptor"}},
                           .timeout = 600};
  const Outcome run = undine({"simulate", scene, "--steps", "1", "--validation"}, watched);
  EXPECT_EQ(run.code, 0) << run.text();
}

INSTANTIATE_TEST_SUITE_P(Waters, GpuChecks, ::testing::Values("wave", "pipes", "fluid", "sph"),
                         [](const auto& p) { return std::string(p.param); });

TEST(GpuChecksWords, AreNamed) {
  TempFolder folder;
  const Outcome run = undine({"simulate", folder.write("s.json", small_scene), "--steps", "1", "--validation"},
                             {.env = {{"UNDINE_VALIDATION", "everything"}}});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("gpu, best_practices"), std::string::npos) << run.text();
}

}  // namespace
}  // namespace undine::test
