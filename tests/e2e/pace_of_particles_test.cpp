// Particles of the project's scenes keep up with the clock. Sub-steps beyond a block's capacity are postponed, and
// constant simulation lag would show jets in slow motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/scene/scene.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class PaceOfParticles : public testing::TestWithParam<std::string> {};

TEST_P(PaceOfParticles, IsTheClocks) {
  const double step = load_scene(GetParam()).clock.step;
  TempFolder folder;
  const int steps = static_cast<int>(std::min(1.2 / step, 240.0));
  const Outcome run =
      undine({"simulate", GetParam(), "--steps", std::to_string(steps), "--stats", folder.file("stats.json")},
             {.timeout = 800});
  ASSERT_EQ(run.code, 0) << run.text();
  double most = 0;
  for (const auto& row : nlohmann::json::parse(folder.read("stats.json"))["steps"])
    for (const auto& water : row["water"]) most = std::max(most, water.value("behind", 0.0));
  EXPECT_LE(most, step) << "seconds";
}

std::vector<std::string> with_particles() {
  std::vector<std::string> found = project_scenes();
  std::erase_if(found, [](const std::string& file) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return text.find("\"solver\": \"sph\"") == std::string::npos;
  });
  return found;
}

INSTANTIATE_TEST_SUITE_P(All, PaceOfParticles, testing::ValuesIn(with_particles()),
                         [](const auto& scene) { return std::filesystem::path(scene.param).stem().string(); });

}  // namespace
}  // namespace undine::test
