// Shallow water with dispersion in whole runs: mass balance of breaking waves and of shipped scenes, resumed runs.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "tests/support/beach.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

std::vector<std::string> dispersive(const std::string& scene, const std::string& water, const std::string& steps) {
  return {"simulate", scene, "--steps", steps, "--set", "water." + water + ".dispersion=\"nonhydrostatic\""};
}

Outcome run(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return undine(arguments);
}

// Waves break on the slope and run up it. --audit fails above 1e-9.
TEST(Dispersion, BreakingWavesConserveVolume) {
  const TempFolder folder;
  const Outcome done = run(dispersive(write_beach(folder), "shore", "400"),
                           {"--audit", "--validation", "--dump", "shore.max_depth=" + folder.file("d.npy")});
  EXPECT_EQ(done.code, 0) << done.text();
  const files::Array depth = files::read_npy(folder.file("d.npy"));
  EXPECT_GT(*std::ranges::max_element(depth.values), 1.55f) << "no waves";
  EXPECT_LT(*std::ranges::max_element(depth.values), 2.2f);
}

// Sources, drains, gates, bodies, bed steps and couplings.
TEST(Dispersion, ScenesConserveVolume) {
  for (const auto& [scene, water] : {std::pair("river", "river"), {"cascade", "upper"}}) {
    const Outcome done = run(dispersive(std::string(UNDINE_SOURCE_DIR "/scenes/") + scene + ".json", water, "20"),
                             {"--audit", "--validation"});
    EXPECT_EQ(done.code, 0) << scene << ": " << done.text();
  }
}

TEST(Dispersion, ResumedRunsGiveTheSameBytes) {
  const TempFolder folder;
  const std::string scene = write_beach(folder);
  const auto depth = [&](const char* name) { return "shore.depth=" + folder.file(name); };
  EXPECT_EQ(run(dispersive(scene, "shore", "200"), {"--dump", depth("whole.npy")}).code, 0);
  EXPECT_EQ(run(dispersive(scene, "shore", "120"), {"--checkpoint", folder.file("c.zip")}).code, 0);
  EXPECT_EQ(
      run(dispersive(scene, "shore", "200"), {"--resume", folder.file("c.zip"), "--dump", depth("parts.npy")}).code, 0);
  EXPECT_EQ(files::read_file(folder.file("whole.npy")), files::read_file(folder.file("parts.npy")));
}

}  // namespace
}  // namespace undine::test
