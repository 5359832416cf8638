// The steady frame's plan of every scene, against the committed text. A change of passes changes these files: read the
// difference, then UNDINE_UPDATE_GOLDEN=1 tools/test -R GoldenPlan and commit.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
const fs::path root = UNDINE_SOURCE_DIR;

std::vector<std::string> scenes() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "scenes")) {
    const auto file = entry.path();
    if (file.extension() == ".json" && file.filename() != "scene.schema.json") names.push_back(file.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenPlan : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenPlan, TextIsTheCommittedOne) {
  // No driver: the plan must not need one.
  const test::RunOptions no_driver{.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}};
  const auto outcome =
      test::undine({"graph", (root / "scenes" / (GetParam() + ".json")).string(), "--format", "text"}, no_driver);
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const fs::path file = root / "tests/plan/golden" / (GetParam() + ".txt");
  if (std::getenv("UNDINE_UPDATE_GOLDEN")) std::ofstream(file) << outcome.out;
  std::ifstream in(file);
  const std::string wanted{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(outcome.out, wanted);
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenPlan, ::testing::ValuesIn(scenes()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace undine
