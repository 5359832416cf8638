// Asynchronous solver queues give the same bytes: images and fields.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class TwoQueues : public ::testing::TestWithParam<const char*> {};

TEST_P(TwoQueues, GiveTheSameBytes) {
  const fs::path scene = fs::path(UNDINE_SOURCE_DIR) / "scenes" / (std::string(GetParam()) + ".json");
  const fs::path folder = fs::path(::testing::TempDir()) / "undine_two_queues" / GetParam();
  const auto made = [&](const std::string& queues) {
    const fs::path out = folder / queues / "picture.png";
    fs::create_directories(out.parent_path());
    std::vector<std::string> line{"render",       scene.string(), "--frames", "4",     "--size",    "96x54",
                                  "--validation", "--queues",     queues,     "--out", out.string()};
    for (std::string& more : test::with_few_particles(scene)) line.push_back(std::move(more));
    const auto outcome = test::undine(line);
    EXPECT_EQ(outcome.code, 0) << outcome.text();
    return contents(out);
  };
  const std::string one = made("1"), two = made("2");
  ASSERT_FALSE(one.empty());
  EXPECT_TRUE(one == two) << "see " << folder;
}

// Work that does not depend on water precedes the first wait for it.
TEST_P(TwoQueues, OverlapInThePlan) {
  const fs::path scene = fs::path(UNDINE_SOURCE_DIR) / "scenes" / (std::string(GetParam()) + ".json");
  std::vector<std::string> line{"graph", scene.string(), "--queues", "2", "--format", "json",
                                // Moving clouds in every frame: otherwise their sky is cached.
                                "--set", "sky.wind=[200,200]"};
  for (std::string& more : test::with_few_particles(scene)) line.push_back(std::move(more));
  const auto outcome = test::undine(line);
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const auto plan = nlohmann::json::parse(outcome.out);
  std::size_t beside = 0, before = 0, crossings = 0;
  for (const auto& node : plan.at("nodes")) {
    beside += node.at("queue") == 1;
    const bool waits = node.contains("wait_for") && !node.at("wait_for").empty();
    crossings += waits;
    before += node.at("queue") == 0 && crossings == 0;
  }
  EXPECT_GT(beside, 0u);
  EXPECT_GT(before, 0u);
  EXPECT_GT(crossings, 0u);
  EXPECT_LT(crossings, 30u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, TwoQueues,
                         ::testing::Values("pool", "flood", "regatta", "ink", "dam", "float", "dam_break"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace undine
