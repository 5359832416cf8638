// Materials of glTF files in images, above and under water; and files that need too much memory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string_view>

#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// The plates are at x -2, 0 and 2, a meter above the floor.
TEST(GltfMaterials, LampsShineMasksHaveHolesAndGlassLetsThrough) {
  const TempFolder folder;
  for (const double level : {-0.6, 0.6}) {
    const Outcome run =
        undine({"render", UNDINE_SOURCE_DIR "/tests/data/materials.json", "--frames", "2", "--size", "240x160",
                "--validation", "--set", fmt::format("water.0.origin=[0,{},0]", level), "--out", folder.file("x.png")});
    ASSERT_EQ(run.code, 0) << run.text();
    const files::Bitmap8 p = files::read_png8(folder.file("x.png"), 3);
    const auto at = [&](double x, double z) {
      const double scale = 2 * 12 * std::tan(15 * std::acos(-1.0) / 180) / 160;  // meters per pixel at y = 0
      const auto i = static_cast<std::size_t>(80 + z / scale) * 240 + static_cast<std::size_t>(120 + x / scale);
      return glm::dvec3(p.values.at(3 * i), p.values.at(3 * i + 1), p.values.at(3 * i + 2));
    };
    const glm::dvec3 floor = at(1, 0), lamp = at(-2, 0), mask = at(-0.25, 0), hole = at(0.25, 0), glass = at(2, 0);
    EXPECT_GT(lamp.g, 180) << level;
    EXPECT_LT(lamp.r, 0.6 * lamp.g) << level;
    EXPECT_GT(mask.r, 2 * mask.g) << level;
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(hole[c], floor[c], 0.06 * floor[c]) << "the floor behind the hole, and no shadow of it, " << level;
      // Half of the light is 0.73 of the sRGB code.
      EXPECT_GT(glass[c], 0.62 * floor[c]) << level;
      EXPECT_LT(glass[c], 0.88 * floor[c]) << level;
    }
  }
}

TEST(Memory, GridsThatDoNotFitAreRefusedBeforeTheyAreMade) {
  const TempFolder folder;
  for (const char* solver : {"pipes", "wave", "fluid"}) {
    const int side = std::string_view(solver) == "fluid" ? 8192 : 16384;
    const std::string scene = folder.file("large.json");
    std::ofstream(scene) << fmt::format(
        R"({{"version": 1, "water": [{{"name": "w", "solver": "{}", "cells": [{}, {}], "size": [100, 100]}}]}})",
        solver, side, side);
    const Outcome run = undine({"simulate", scene, "--steps", "1"});
    EXPECT_EQ(run.code, 2) << run.text();
    for (const char* part : {"/water/0/cells", "need more memory", "allowed here: at most"})
      EXPECT_NE(run.text().find(part), std::string::npos) << run.text();
  }
}

}  // namespace
}  // namespace undine::test
