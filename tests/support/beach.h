// Scene of a beach: shallow water "shore" of 80 x 16 columns on a slope, waves of a spectrum over a sea edge at -x, and
// a sea at +z.
#pragma once
#include <string>
#include <vector>

#include "engine/files/npy.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

inline std::string write_beach(const TempFolder& folder) {
  std::vector<float> bed;
  for (int i = 0; i < 42; ++i) bed.push_back(-1.5f + 0.12f * static_cast<float>(i % 21));
  folder.write("slope.npy", files::npy_bytes(std::vector<std::uint32_t>{2, 21}, bed));
  folder.write("s.json", R"({"version": 1, "clock": {"step": 0.05}, "meshes": [],
    "terrain": {"heightmap": "slope.npy", "size": [40, 8]},
    "water": [{"name": "shore", "solver": "shallow", "cells": [80, 16], "size": [40, 8], "origin": [0, -2, 0],
      "manning": 0.02, "initial": [{"shape": "level", "level": 0}], "edges": {"-x": "sea", "+z": "sea"},
      "waves": {"kind": "jonswap", "height": 0.3, "period": 4}}]})");
  return folder.file("s.json");
}

}  // namespace undine::test
