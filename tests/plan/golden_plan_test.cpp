// Plan of every scene's steady frame, compared with the committed text: folded, and for three scenes with every node
// and hazard. Changes of passes change these files: review the difference, then run UNDINE_UPDATE_GOLDEN=1 tools/test
// -R GoldenPlan and commit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <vector>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
const fs::path tests_folder = UNDINE_TESTS_DIR;

// A wave grid, columns with their sub-steps on the GPU, and particles with their surface.
const std::set<std::string> listed_in_full{"pool", "river", "dam_break"};

class GoldenPlan : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenPlan, TextIsTheCommittedOne) {
  const std::string name = fs::path(GetParam()).stem().string();
  // Without a driver: planning must not need one.
  const test::RunOptions no_driver{.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}};
  std::vector<std::string> command{"graph", GetParam(), "--format", "text"};
  if (listed_in_full.contains(name)) command.push_back("--full");
  const auto outcome = test::undine(command, no_driver);
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const fs::path file = tests_folder / "plan/golden" / (name + ".txt");
  if (std::getenv("UNDINE_UPDATE_GOLDEN")) std::ofstream(file) << outcome.out;
  std::ifstream in(file);
  const std::string wanted{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(outcome.out, wanted);
}

// Counts the occurrences of each planned node in boxes, multiplied by the counts of nested boxes.
void count_boxes(const nlohmann::json& boxes, std::size_t times, std::vector<int>& seen) {
  for (const auto& box : boxes) {
    const std::size_t repeats = times * box.value("repeats", std::size_t{1});
    if (box.contains("inside")) {
      EXPECT_FALSE(box["inside"].empty());
      count_boxes(box["inside"], repeats, seen);
      continue;
    }
    EXPECT_EQ(box.at("nodes").size(), repeats) << box;
    for (const std::size_t n : box["nodes"]) ++seen.at(n);
  }
}

// Names that --view NODE.BINDING, traces and captures show: a verb and words joined by underscores.
TEST_P(GoldenPlan, NodesAreNamedByVerbsAndEachIsInOneBox) {
  const auto outcome = test::undine({"graph", GetParam(), "--format", "json", "--frame", "first"});
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const auto plan = nlohmann::json::parse(outcome.out);
  const std::regex verb("[a-z][a-z0-9_]*");
  ASSERT_FALSE(plan.at("nodes").empty());
  for (const auto& node : plan.at("nodes")) {
    const std::string path = node.at("path");
    EXPECT_TRUE(std::regex_match(path.substr(path.rfind('/') + 1), verb)) << path;
  }
  std::vector<int> seen(plan.at("nodes").size());
  count_boxes(plan.at("boxes"), 1, seen);
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

// Plans for a GPU: full-screen passes and copies of images are kernels, but for those that a draw needs.
TEST_P(GoldenPlan, KernelsReplaceFullScreenDrawsAndCopiesOfImages) {
  const std::set<std::string> draws{
      "deferred/grass_compose.frag",  // albedo is sRGB, which cannot be stored, and later draws test the depth
      "water/join.frag",              // depth of water and scene, tested by spray, glass or bubbles after it
      "deferred/wetness.frag",        // height of wet ground, which particles raise by the depth test
  };
  const std::set<std::string> copies{
      "copy_albedo",                               // cached sRGB, drawn over by bodies
      "copy_depth", "copy_deep", "copy_standing",  // cached depth of scene and shadow maps, drawn over by bodies
  };
  const auto outcome = test::undine({"graph", GetParam(), "--format", "json", "--shapes", "hardware"});
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const auto plan = nlohmann::json::parse(outcome.out);
  std::set<std::string> images;
  for (const auto& r : plan.at("resources"))
    if (r.at("type") == "image") images.insert(r.at("name"));
  std::size_t kernels = 0;
  for (const auto& node : plan.at("nodes")) {
    const std::string path = node.at("path"), kind = node.at("kind"), shader = node.value("shader", "");
    const std::string verb = path.substr(path.rfind('/') + 1);
    kernels += shader.find("+PIXELS") != std::string::npos ? 1 : 0;
    if (shader == "deferred/screen.vert" || shader == "sky/haze.vert") {
      EXPECT_TRUE(draws.contains(node.value("fragment", ""))) << path;
    }
    if (kind != "copy") continue;
    for (const auto& use : node.at("uses")) {
      const bool to_image = use.at("verb") == "write" && images.contains(use.at("resource"));
      EXPECT_TRUE(!to_image || copies.contains(verb)) << path;
    }
  }
  EXPECT_GE(kernels, 6u);
}

TEST(FoldedPlan, PicturesOfTheLargestFitAScreen) {
  for (const char* name : {"garden", "waterfall", "cascade"}) {
    const std::string scene = std::string(UNDINE_SOURCE_DIR) + "/scenes/" + name + ".json";
    const auto outcome = test::undine({"graph", scene, "--format", "svg"});
    ASSERT_EQ(outcome.code, 0) << outcome.text();
    int width = 0, height = 0;
    const auto at = outcome.out.find("viewBox=\"0 0 ");
    ASSERT_NE(at, std::string::npos);
    ASSERT_EQ(std::sscanf(outcome.out.c_str() + at, "viewBox=\"0 0 %d %d", &width, &height), 2);
    EXPECT_LE(width, 1920) << name;
    EXPECT_LE(height, 1080) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenPlan, ::testing::ValuesIn(test::project_scenes()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

}  // namespace
}  // namespace undine
