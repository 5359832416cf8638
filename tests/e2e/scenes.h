// Small scenes for tests of the program.
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace undine::test {

inline const std::string small_scene = R"({ // a pool that is quick to step and to draw
  "version": 1, "name": "small",
  "clock": {"step": 0.01, "seed": 4},
  "water": [{"name": "pool", "solver": "wave", "cells": [37, 29], "size": [2, 2],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}],
             "drops": {"rate": 20, "radius": 0.15, "depth": 0.02}}]
})";

inline std::vector<std::string> project_scenes() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes"))
    if (entry.path().extension() == ".json" && !entry.path().string().ends_with(".schema.json"))
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// Arguments that enlarge the particles of scenes with a hundred thousand of them, and the clock step in proportion.
// These scenes would take minutes on a software device. The same for the columns of a scene with a million.
inline std::vector<std::string> with_few_particles(const std::filesystem::path& scene) {
  struct Few {
    const char *name, *spacing, *step, *steps;
    int water = 0;  // index of the particle solver
  };
  static constexpr Few all[] = {{"dam_break", "0.04", "0.008333333333", "1"}, {"spheric2", "0.0785", "0.005", "2"},
                                {"waterfall", "0.12", "0.005555555556", "3"}, {"pour", "0.03", "0.003333333333", "5"},
                                {"road", "0.05", "0.008333333333", "2"},      {"raft", "0.05", "0.01", "2"},
                                {"cascade", "0.05", "0.008333333333", "2", 1}};
  for (const auto& [name, spacing, step, steps, water] : all)
    if (scene.stem() == name)
      return {"--set", "water." + std::to_string(water) + ".spacing=" + spacing,
              "--set", std::string("clock.step=") + step,
              "--set", std::string("clock.steps_per_frame=") + steps};
  if (scene.stem() == "flood") return {"--set", "water.0.cells=[256, 192]"};
  return {};
}

}  // namespace undine::test
