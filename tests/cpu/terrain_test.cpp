// Height maps: positions of samples, replacement of missing heights, and waters that extend beyond them.
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "passes/grid/heightmap.h"
#include "passes/grid/terrain_cover.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/support/refused.h"

namespace undine::test {
namespace {

class Terrain : public SceneTest {
 protected:
  Heightmap map(const std::vector<double>& values, int nx, const std::string& keys = "",
                const std::string& type = "<f4") {
    const std::string shape = fmt::format("({}, {})", values.size() / static_cast<std::size_t>(nx), nx);
    folder.write("t.npy", npy_bytes(type, shape, values));
    return *parse(scene_with(R"("terrain": {"heightmap": "t.npy", "size": [8, 4])" + keys + "}")).terrain;
  }
  // Heights x + 10 z at the positions of samples.
  static std::vector<double> plane(int nx, int nz, bool cells) {
    std::vector<double> out;
    for (int j = 0; j < nz; ++j)
      for (int i = 0; i < nx; ++i) {
        const double x = cells ? 8 * (i + 0.5) / nx - 4 : 8.0 * i / (nx - 1) - 4;
        const double z = cells ? 4 * (j + 0.5) / nz - 2 : 4.0 * j / (nz - 1) - 2;
        out.push_back(x + 10 * z);
      }
    return out;
  }
  static SceneContext context(const Heightmap& map) {
    SceneContext out;
    out.name = "w";
    out.terrain = map;
    return out;
  }
};

TEST_F(Terrain, SamplesLieOnTheBorderOrInTheMiddleOfCells) {
  for (const int n : {2, 5, 9}) {
    SCOPED_TRACE(n);
    for (const bool cells : {false, true}) {
      const Heightmap m = map(plane(n, n + 1, cells), n, cells ? R"(, "samples": "cells")" : "");
      const double margin_x = cells ? 4.0 / n : 0, margin_z = cells ? 2.0 / (n + 1) : 0;
      for (const double x : {-4 + margin_x, -1.3 * (1 - margin_x / 4), 0.0, 4 - margin_x})
        for (const double z : {-2 + margin_z, 0.0, 0.4 * (1 - margin_z / 2), 2 - margin_z})
          EXPECT_NEAR(grid::terrain_height(m, x, z), x + 10 * z, 1e-5);
      EXPECT_NEAR(m.margin.x, margin_x, 1e-12);
    }
    EXPECT_EQ(map(plane(n, n, false), n).size, glm::dvec2(8, 4));
    EXPECT_EQ(map(plane(n, n, false), n, R"(, "samples": "corners")").size, glm::dvec2(8, 4));
  }
}

TEST_F(Terrain, NoDataIsFilledFromAround) {
  for (const double value : {-9999.0, -32768.0, -1.0 * static_cast<double>(std::numeric_limits<float>::max())}) {
    std::vector<double> heights = plane(7, 6, false);
    for (const std::size_t i : {0u, 8u, 9u, 10u, 23u}) heights[i] = value;
    const Heightmap m = map(heights, 7);
    for (const float h : m.height) EXPECT_LT(std::abs(h), 30);
    EXPECT_EQ(m.height[1], static_cast<float>(heights[1]));
    const double mean = (heights[16] + heights[22] + heights[24] + heights[30]) / 4;
    EXPECT_NEAR(m.height[23], mean, 1e-5);
  }
}

TEST_F(Terrain, NoDataCanBeNamedOrTakenAsHeights) {
  std::vector<double> heights = plane(4, 4, false);
  heights[5] = 777;
  EXPECT_EQ(map(heights, 4).height[5], 777);
  EXPECT_LT(map(heights, 4, R"(, "no_data": 777)").height[5], 20);
  heights[5] = -9999;
  EXPECT_EQ(map(heights, 4, R"(, "no_data": "none")").height[5], -9999);
  EXPECT_EQ(map(heights, 4, R"(, "no_data": 777)").height[5], -9999);
  expect_refused([&] { map(std::vector<double>(16, -9999.0), 4); }, {"no data", "16 of 16", "no_data"});
  folder.write("t.png", png_bytes({.width = 3, .height = 3, .samples = {9, 9, 9, 9, 0, 9, 9, 9, 65535}}));
  const auto png = [&](const std::string& keys) {
    return *parse(scene_with(R"("terrain": {"heightmap": "t.png", "height": [0, 65535])" + keys + "}")).terrain;
  };
  EXPECT_EQ(png("").height[4], 0);
  EXPECT_EQ(png(R"(, "no_data": 0)").height[4], 9);
  EXPECT_EQ(png(R"(, "no_data": 65535)").height[8], 9);
}

TEST_F(Terrain, WaterBeyondItIsRefusedByHowMuch) {
  const std::vector<double> heights(25, 1.0);
  const Heightmap m = map(heights, 5);
  EXPECT_NO_THROW(grid::check_covered(context(m), "size", {{0, 0, 0}, {8, 4}}, {16, 8}));
  EXPECT_NO_THROW(grid::check_covered(context(m), "size", {{0, 0, 0}, {9, 4}}, {8, 8}));  // middles of columns count
  expect_refused(
      [&] {
        grid::check_covered(context(m), "size", {{0, 0, 0}, {16, 4}}, {16, 4});
      },
      {"\"w\", size", "32 of 64", "50 %", "4 m at -x, 4 m at +x", "[16, 4]", "beyond"});
  expect_refused(
      [&] {
        grid::check_covered(context(m), "size", {{3, 0, -1}, {8, 4}}, {8, 4});
      },
      {"17 of 32", "3 m at +x, 1 m at -z"});
  expect_refused(
      [&] {
        grid::check_covered(context(m), "size", {{100, 0, 0}, {8, 4}}, {8, 4});
      },
      {"32 of 32", "100 %"});
  EXPECT_NO_THROW(
      grid::check_covered(context(map(heights, 5, R"(, "beyond": "border")")), "size", {{3, 0, 9}, {80, 4}}, {8, 8}));
  // Samples at cell centers represent their whole cells.
  const Heightmap cells = map(heights, 5, R"(, "samples": "cells")");
  EXPECT_NO_THROW(grid::check_covered(context(cells), "size", {{0, 0, 0}, {8, 4}}, {64, 64}));
  expect_refused([&] { grid::check_covered(context(cells), "size", {{0, 0, 0}, {8.8, 4}}, {88, 4}); }, {"0.4 m at -x"});
}

}  // namespace
}  // namespace undine::test
