// Shallow water with dispersion in whole runs: mass balance of breaking waves and of shipped scenes, resumed runs.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/files/files.h"
#include "engine/files/npy.h"
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

// A beach in `folder`, under waves from a sea.
std::string beach(const TempFolder& folder) {
  std::vector<float> bed;
  for (int i = 0; i < 42; ++i) bed.push_back(-1.5f + 0.12f * static_cast<float>(i % 21));
  folder.write("slope.npy", files::npy_bytes(std::vector<std::uint32_t>{2, 21}, bed));
  folder.write("s.json", R"({"version": 1, "clock": {"step": 0.05}, "meshes": [],
    "terrain": {"heightmap": "slope.npy", "size": [40, 8]},
    "water": [{"name": "shore", "solver": "shallow", "cells": [80, 16], "size": [40, 8], "origin": [0, -2, 0],
      "manning": 0.02, "initial": [{"shape": "level", "level": 0}],
      "edges": {"-x": "sea", "+z": "sea"}, "waves": {"kind": "jonswap", "height": 0.3, "period": 4}}]})");
  return folder.file("s.json");
}

// Waves break on the slope and run up it. --audit fails above 1e-9.
TEST(Dispersion, BreakingWavesConserveVolume) {
  const TempFolder folder;
  const Outcome done = run(dispersive(beach(folder), "shore", "400"),
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
  const std::string scene = beach(folder);
  const auto depth = [&](const char* name) { return "shore.depth=" + folder.file(name); };
  EXPECT_EQ(run(dispersive(scene, "shore", "200"), {"--dump", depth("whole.npy")}).code, 0);
  EXPECT_EQ(run(dispersive(scene, "shore", "120"), {"--checkpoint", folder.file("c.zip")}).code, 0);
  EXPECT_EQ(
      run(dispersive(scene, "shore", "200"), {"--resume", folder.file("c.zip"), "--dump", depth("parts.npy")}).code, 0);
  EXPECT_EQ(files::read_file(folder.file("whole.npy")), files::read_file(folder.file("parts.npy")));
}

}  // namespace
}  // namespace undine::test
