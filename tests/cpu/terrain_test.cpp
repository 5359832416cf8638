// Height maps: positions of samples, replacement of missing heights, and waters that extend beyond them.
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "engine/files/raster.h"
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

TEST_F(Terrain, NotANumberIsMissingOnRequest) {
  std::vector<double> heights = plane(4, 4, false);
  heights[5] = std::numeric_limits<double>::quiet_NaN();
  expect_refused([&] { map(heights, 4); }, {"holds nan at row 1, column 1"});
  const std::string keys = R"(, "no_data": "not_a_number")";
  EXPECT_NEAR(map(heights, 4, keys).height[5], (heights[1] + heights[4] + heights[6] + heights[9]) / 4, 1e-5);
  EXPECT_GT(map(heights, 4, keys + R"(, "no_data_is": "wall")").height[5], 30);
}

// The same ground as GeoTIFF and as .asc: heights, size and place on the map.
class TerrainRasters : public Terrain {
 protected:
  files::Raster raster{.nx = 6, .nz = 4, .values = {}, .no_data = -9999.0f, .cell = {5, 5}, .corner = {1000, 2000}};
  TerrainRasters() {
    for (int i = 0; i < 24; ++i) raster.values.push_back(static_cast<float>(100 + (7 * i) % 24));
  }
  Heightmap read(const std::string& ending, const std::string& keys = "") {
    folder.write("g" + ending, files::raster_bytes(raster, ending));
    return *parse(scene_with(fmt::format(R"("terrain": {{"heightmap": "g{}"{}}})", ending, keys))).terrain;
  }
};

TEST_F(TerrainRasters, TellTheirSize) {
  for (const std::string ending : {".tif", ".asc"}) {
    const Heightmap m = read(ending);
    EXPECT_EQ(m.height, raster.values);
    EXPECT_EQ(m.size, glm::dvec2(25, 15)) << "from the first middle of a cell to the last";
    EXPECT_EQ(m.margin, glm::dvec2(2.5));
    ASSERT_TRUE(m.survey);
    EXPECT_EQ(m.survey->south_west, glm::dvec2(1000, 2000));
    EXPECT_EQ(m.survey->size, glm::dvec2(30, 20));
    EXPECT_EQ(grid::terrain_height(m, -12.5, -7.5), 100) << "north is at -z";
    EXPECT_EQ(read(ending, R"(, "size": [60, 40])").margin, glm::dvec2(5));
    EXPECT_EQ(read(ending, R"(, "samples": "corners")").size, glm::dvec2(30, 20));
  }
}

TEST_F(TerrainRasters, DegreesNeedASize) {
  raster.cell = glm::dvec2(1.0 / 1200);
  raster.corner = {-105.5, 40};
  expect_refused([&] { read(".asc"); }, {"degrees of longitude and latitude"});
  expect_refused([&] { read(".asc"); }, {"about [427, 370] m"});
  EXPECT_EQ(read(".asc", R"(, "size": [430, 370])").size, glm::dvec2(430, 370) - glm::dvec2(430.0 / 6, 370.0 / 4));
  raster.geographic = true;
  expect_refused([&] { read(".tif"); }, {"degrees"});
}

TEST_F(TerrainRasters, MissingCellsAreGroundOrWalls) {
  raster.values[8] = std::numeric_limits<float>::quiet_NaN();
  for (const std::string ending : {".tif", ".asc"}) {
    EXPECT_EQ(read(ending).height[8], (raster.values[7] + raster.values[9] + raster.values[2] + raster.values[14]) / 4);
    EXPECT_EQ(read(ending, R"(, "no_data_is": "wall")").height[8], 123 + 23);
  }
  for (float& v : raster.values) v = -9999;
  expect_refused([&] { read(".tif"); }, {"holds no data (-9999) at 24 of 24"});
}

// Columns hold as much ground as the cells of the map under them, whatever their number.
TEST_F(TerrainRasters, CoarseColumnsHoldTheMean) {
  const Heightmap m = read(".tif");
  double whole = 0;
  for (const float h : m.height) whole += double(h) / 24;
  for (const glm::uvec2 n : {glm::uvec2(6, 4), {3, 2}, {4, 3}, {5, 1}, {1, 1}}) {
    const glm::dvec2 cell = glm::dvec2(30, 20) / glm::dvec2(n);
    double sum = 0;
    for (std::uint32_t j = 0; j < n.y; ++j)
      for (std::uint32_t i = 0; i < n.x; ++i)
        sum += grid::cell_height(m, -15 + cell.x * (i + 0.5), -10 + cell.y * (j + 0.5), cell);
    EXPECT_NEAR(sum / (n.x * n.y), whole, 1e-9) << n.x << " x " << n.y;
  }
  EXPECT_EQ(grid::cell_height(m, -12.5, -7.5, {5, 5}), 100);
  EXPECT_EQ(grid::cell_height(m, -10, -5, {10, 10}), (m.height[0] + m.height[1] + m.height[6] + m.height[7]) / 4);
}

}  // namespace
}  // namespace undine::test
