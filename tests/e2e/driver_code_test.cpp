// Steps of a running scene do not generate code. Mesa's software driver generates code in every dispatch of a shader
// if its branches or loops depend on parameters only, and the values halve its length (docs/portability.md, "Code
// made anew").
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class DriverCode : public testing::TestWithParam<std::string> {};

TEST_P(DriverCode, IsMadeOnce) {
  TempFolder folder;
  bool software = false;
  const auto made = [&](const std::string& steps) {
    std::vector<std::string> command{"simulate", GetParam(), "--steps", steps};
    for (std::string& more : with_few_particles(GetParam())) command.push_back(std::move(more));
    const Outcome run = undine(
        command,
        {.env = {{"LD_PRELOAD", UNDINE_DRIVER_CODE}, {"UNDINE_CODE_COUNT", folder.file("count")}}, .timeout = 300});
    EXPECT_EQ(run.code, 0) << run.text();
    software = run.err.find("llvmpipe") != std::string::npos;
    return std::stol(folder.read("count"));
  };
  const long few = made("4"), more = made("12");
  if (!software) GTEST_SKIP() << "not Mesa's software driver";
  EXPECT_GT(few, 0) << "nothing was counted";
  EXPECT_LE(more - few, 3);  // for nodes that start later: if steps generated code, eight of them would generate eight
}

INSTANTIATE_TEST_SUITE_P(All, DriverCode, testing::ValuesIn(project_scenes()),
                         [](const auto& scene) { return std::filesystem::path(scene.param).stem().string(); });

}  // namespace
}  // namespace undine::test
