// The steady frame's plan of every scene, against the committed text. A change of passes changes these files: read the
// difference, then UNDINE_UPDATE_GOLDEN=1 tools/test -R GoldenPlan and commit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
const fs::path tests_folder = UNDINE_TESTS_DIR;

class GoldenPlan : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenPlan, TextIsTheCommittedOne) {
  const std::string name = fs::path(GetParam()).stem().string();
  // No driver: the plan must not need one.
  const test::RunOptions no_driver{.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}};
  const auto outcome = test::undine({"graph", GetParam(), "--format", "text"}, no_driver);
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const fs::path file = tests_folder / "plan/golden" / (name + ".txt");
  if (std::getenv("UNDINE_UPDATE_GOLDEN")) std::ofstream(file) << outcome.out;
  std::ifstream in(file);
  const std::string wanted{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(outcome.out, wanted);
}

// The names that --view NODE.BINDING, traces and captures show: a verb, words joined by underscores.
TEST_P(GoldenPlan, NodesAreNamedByVerbs) {
  const auto outcome = test::undine({"graph", GetParam(), "--format", "json", "--frame", "first"});
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const auto plan = nlohmann::json::parse(outcome.out);
  const std::regex verb("[a-z][a-z0-9_]*");
  ASSERT_FALSE(plan.at("nodes").empty());
  for (const auto& node : plan.at("nodes")) {
    const std::string path = node.at("path");
    EXPECT_TRUE(std::regex_match(path.substr(path.rfind('/') + 1), verb)) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenPlan, ::testing::ValuesIn(test::project_scenes()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

}  // namespace
}  // namespace undine
