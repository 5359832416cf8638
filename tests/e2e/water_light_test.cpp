// Light in water: it depends on the surface over a place, not on other water, and casts one shadow. Connected waters
// of one body join without a gap.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class WaterLight : public ::testing::Test {
 protected:
  // Image of a scene of tests/data after two frames.
  files::Bitmap8 picture(const std::string& scene, const std::string& size, std::vector<std::string> more = {},
                         const std::string& view = "final") {
    std::vector<std::string> line{"render",
                                  UNDINE_SOURCE_DIR "/tests/data/" + scene,
                                  "--frames",
                                  "2",
                                  "--size",
                                  size,
                                  "--view",
                                  view,
                                  "--validation",
                                  "--out",
                                  folder_.file("x.png")};
    for (const std::string& m : more) line.insert(line.end(), {"--set", m});
    const Outcome run = undine(line);
    EXPECT_EQ(run.code, 0) << run.text();
    return files::read_png8(folder_.file("x.png"), 3);
  }
  // Mean of a square around a position of the image, per channel.
  static glm::dvec3 mean(const files::Bitmap8& p, glm::ivec2 at, int reach) {
    glm::dvec3 sum(0);
    int count = 0;
    for (int y = at.y - reach; y <= at.y + reach; ++y)
      for (int x = at.x - reach; x <= at.x + reach; ++x, ++count)
        for (int c = 0; c < 3; ++c)
          sum[c] += p.values.at(static_cast<std::size_t>(3 * (y * static_cast<int>(p.size.x) + x) + c));
    return sum / static_cast<double>(count);
  }
  TempFolder folder_;
};

// The scene's camera shows the puddle between x 166 and 188, y 48 and 62 of 240 x 136.
TEST_F(WaterLight, APuddleOnAHillChangesNoPixelOfTheLake) {
  const files::Bitmap8 lake = picture("lake_and_hill.json", "240x136"),
                       puddle = picture("lake_and_puddle.json", "240x136");
  int largest = 0, own = 0;
  for (int y = 0; y < 136; ++y)
    for (int x = 0; x < 240; ++x) {
      int& most = x >= 160 && y >= 40 && y < 100 ? own : largest;
      for (int c = 0; c < 3; ++c) {
        const auto i = static_cast<std::size_t>(3 * (240 * y + x) + c);
        most = std::max(most, std::abs(int{lake.values[i]} - int{puddle.values[i]}));
      }
    }
  EXPECT_LE(largest, 1) << "of 255";
  EXPECT_GT(own, 20) << "the puddle is in the picture";
}

// Mean radiance of an image, 0..1, decoded from sRGB.
glm::dvec3 linear_mean(const files::Bitmap8& p) {
  glm::dvec3 sum(0);
  for (std::size_t i = 0; i < p.values.size(); ++i) {
    const double v = p.values[i] / 255.0;
    sum[static_cast<int>(i % 3)] += v < 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  }
  return sum * (3.0 / static_cast<double>(p.values.size()));
}

// The bed's texture varies (2.8 % over 6 m here), so the comparison is of light per albedo.
TEST_F(WaterLight, PoolsOfEqualDepthHaveEqualRadianceAtAnyHeight) {
  for (const std::string scene : {"three_pools.json", "three_basins.json"}) {
    std::vector<glm::dvec3> lights;
    for (const auto& [x, y] : {std::pair{-8, 0}, {0, 2}, {8, 5}}) {
      const std::vector<std::string> camera{fmt::format("camera.eye=[{},{},0.01]", x, y + 9),
                                            fmt::format("camera.target=[{},{},0]", x, y - 0.2), "camera.fov=24"};
      lights.push_back(linear_mean(picture(scene, "54x54", camera, "refraction")) /
                       linear_mean(picture(scene, "54x54", camera, "albedo")));
    }
    for (const glm::dvec3& light : lights)
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(light[i], lights[0][i], 0.01 * lights[0][i]) << scene << " channel " << i;
  }
}

// The camera is 30 m above the water and looks down; refraction moves the image by under a hundredth of the distance
// from its center.
TEST_F(WaterLight, SolidsInOrAboveWaterCastOneShadow) {
  for (const std::string caustics : {"1", "0"}) {
    const files::Bitmap8 p = picture("one_shadow.json", "480x360", {"render.water.caustics=" + caustics});
    const auto at = [&](double x, double z) {
      // Meters per pixel of the floor, which appears at 1 / 1.333 of its depth.
      const double scale = 2 * 30.75 * std::tan(6 * std::acos(-1.0) / 180) / 360;
      return mean(p, {static_cast<int>(240 + x / scale), static_cast<int>(180 + z / scale)}, 3).g;
    };
    const double open = at(-1, 0);
    const double bent = std::tan(std::asin(std::sqrt(0.5) / 1.333));
    // Above the water: the straight ray travels 1 m to the surface, the refracted one through 1 m of water.
    EXPECT_LT(at(1 - 1 - bent, -1), 0.75 * open) << "shadow of the ball over the water";
    EXPECT_NEAR(at(1 - 2, -1), open, 0.03 * open) << "its straight shadow";
    // In the water, 0.6 m above the floor. The shadows overlap; this is the far end of the straight one.
    EXPECT_LT(at(1 - 0.6 * bent, 1), 0.75 * open) << "shadow of the ball in the water";
    EXPECT_NEAR(at(1 - 0.6 - 0.17, 1), open, 0.03 * open) << "its straight shadow";
  }
}

// Five cubes, each smaller than a pixel, may color two or three pixels at their own places in the image, not a row.
TEST_F(WaterLight, SpecksOnWaterDrawNoLinesBehindThem) {
  const files::Bitmap8 p = picture("specks_on_water.json", "320x180");
  const auto brightness = [&](int x, int y) { return int{p.values[static_cast<std::size_t>(3 * (320 * y + x) + 1)]}; };
  int bright = 0;
  for (int y = 54; y < 86; ++y) {
    std::vector<int> row;
    for (int x = 80; x < 240; ++x) row.push_back(brightness(x, y));
    std::ranges::nth_element(row, row.begin() + 80);
    for (int x = 80; x < 240; ++x) bright += brightness(x, y) > row[80] + 6;
  }
  EXPECT_LE(bright, 15);
}

// Views from in front of and above the overflow edge. The channel's surface ends at the height of its columns, a
// third above the nappe, which is under zero pressure: no gap is visible between them.
TEST_F(WaterLight, OverfallHasNoGap) {
  const files::Bitmap8 p = picture("overflow.json", "240x136", {}, "water_normals");
  int seen = 0, gaps = 0;
  for (int x = 52; x < 188; ++x) {
    const auto water = [&](int y) {
      const auto i = static_cast<std::size_t>(3 * (240 * y + x));
      return p.values[i] + p.values[i + 1] + p.values[i + 2] > 0;
    };
    int first = 0;
    while (first < 136 && !water(first)) ++first;
    for (int y = first; y < 136; ++y) (water(y) ? seen : gaps) += 1;
  }
  EXPECT_GT(seen, 12000);
  EXPECT_EQ(gaps, 0);
}

// View from above the channel through its surface past the edge, to a white floor far below. The floor is visible
// under the overhanging water and under the nappe, without a dark strip between them.
TEST_F(WaterLight, GroundUnderAFallIsVisibleUpToItsEdge) {
  const files::Bitmap8 p =
      picture("overflow.json", "240x136",
              {R"(meshes=[{"shape":"plane","size":[8,0,8],"translate":[0,-0.5,0],"material":{"color":[0.8,0.8,0.8]}}])",
               "camera.eye=[-0.5,1.5,0]", "camera.target=[0.05,0.58,0]", "camera.fov=20"});
  int dark = 0, channel = 0;
  for (int x = 40; x < 200; ++x) {
    const auto green = [&](int y) { return int{p.values[static_cast<std::size_t>(3 * (240 * y + x) + 1)]}; };
    for (int y = 30; y < 90; ++y) dark += green(y) < 160;
    channel += green(100) < 100;
  }
  EXPECT_EQ(dark, 0);
  EXPECT_GT(channel, 140);
}

}  // namespace
}  // namespace undine::test
