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

// Arguments that make the particles of a project scene larger where there are tens of thousands, which would take
// minutes on a software device.
inline std::vector<std::string> with_few_particles(const std::filesystem::path& scene) {
  const std::string name = scene.stem().string();
  const char* spacing = name == "spheric2"    ? "0.0785"
                        : name == "waterfall" ? "0.12"
                        : name == "pour"      ? "0.03"
                                              : nullptr;
  if (!spacing) return {};
  return {"--set", std::string("water.0.spacing=") + spacing};
}

}  // namespace undine::test
