// Images of small objects: scenes of millimeters, thin walls, surfaces close to the eye.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class SmallScale : public ::testing::Test {
 protected:
  files::Bitmap8 picture(const std::string& json, const std::string& view = "final") {
    const Outcome run = undine({"render", folder_.write("scene.json", json), "--frames", "1", "--size", "160x90",
                                "--view", view, "--validation", "--out", folder_.file("x.png")});
    EXPECT_EQ(run.code, 0) << run.text();
    return files::read_png8(folder_.file("x.png"), 3);
  }
  // Share of pixels in which a channel differs by more than `limit` of 255.
  static double differing(const files::Bitmap8& a, const files::Bitmap8& b, int limit) {
    int count = 0;
    for (std::size_t i = 0; i < a.values.size(); i += 3) {
      int most = 0;
      for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(int{a.values[i + c]} - int{b.values[i + c]}));
      count += most > limit;
    }
    return 3.0 * count / static_cast<double>(a.values.size());
  }
  TempFolder folder_;
};

// Tank on legs over a slab, with and without water; lengths in units of `scale` meters.
std::string tank(double wall, double scale, bool water) {
  const auto length = [&](double v) { return v * scale; };
  std::string out = fmt::format(
      R"({{"version": 1, "camera": {{"eye": [{}, {}, {}], "target": [0, {}, 0]}}, "sun": {{"direction": [0.5, 0.7, 0.8]}},
      "meshes": [{{"shape": "basin", "size": [{}, {}, {}], "wall": {}, "rim": {}, "material": {{"color": [0.8, 0.8, 0.8]}}}},
                 {{"shape": "box", "size": [{}, {}, {}], "translate": [0, {}, 0]}}])",
      length(1.5), length(1), length(2), length(-0.1), length(1.2), length(0.4), length(1.2), length(wall),
      length(0.05), length(6), length(0.1), length(6), length(-0.5));
  if (water)
    out += fmt::format(
        R"(, "water": [{{"name": "pool", "solver": "wave", "cells": [32, 32], "size": [{0}, {0}], "speed": 1.5}}])",
        length(1.2));
  return out + "}";
}

struct ThinWalls : SmallScale, ::testing::WithParamInterface<double> {};

// Below the rim the image shows only the outside of the tank and the slab: water inside does not change it.
TEST_P(ThinWalls, OutsideOfATankIsDry) {
  const files::Bitmap8 dry = picture(tank(GetParam(), 1, false)), wet = picture(tank(GetParam(), 1, true));
  const auto below = [](files::Bitmap8 p) {
    p.values.erase(p.values.begin(), p.values.begin() + 3 * 160 * 62);
    return p;
  };
  // Water in the scene shifts the texels of the shadow map: edges of shadows may differ.
  EXPECT_LT(differing(below(dry), below(wet), 6), 0.01);
  EXPECT_GT(differing(dry, wet, 10), 0.03) << "the water is in the picture";
}
INSTANTIATE_TEST_SUITE_P(Walls, ThinWalls, ::testing::Values(0.005, 0.015, 0.025));

// Albedo does not depend on the scale of a scene, even for surfaces close to the eye.
TEST_F(SmallScale, AlbedoIsThatOfTheSameSceneInMeters) {
  const files::Bitmap8 meters = picture(tank(0.03, 1, false), "albedo");
  for (const double scale : {0.1, 0.01, 0.003})
    EXPECT_LT(differing(meters, picture(tank(0.03, scale, false), "albedo"), 3), 0.002) << "scale " << scale;
}

// The ground 3 cm under the eye reaches the image's lower border for any distance of the target.
TEST_F(SmallScale, GroundUnderTheEyeIsNotClipped) {
  for (const double ahead : {0.1, 1.0, 100.0}) {
    const files::Bitmap8 p =
        picture(fmt::format(R"({{"version": 1, "camera": {{"eye": [0, 0.03, 0], "target": [0, 0, {}], "fov": 100}},
          "meshes": [{{"shape": "box", "size": [4, 0.1, 4], "translate": [0, -0.05, 0], "material": {{"color": [1, 0, 0]}}}}]}})",
                            -ahead),
                "albedo");
    const std::size_t last_row = 3 * 160 * 89;
    for (std::size_t i = last_row; i < last_row + 3 * 160; i += 3) ASSERT_GT(p.values[i], 200) << "target at " << ahead;
  }
}

}  // namespace
}  // namespace undine::test
