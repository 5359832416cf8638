// engine/core/color_map.h against the published colors.
#include "engine/core/color_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "engine/scene/field_show.h"

namespace undine {
namespace {

TEST(ColorMap, FollowsThePublishedSamples) {
  std::ifstream in(UNDINE_TESTS_DIR "/data/color_maps.csv");
  std::map<std::string, int> seen;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#") || line.starts_with("map,")) continue;
    std::istringstream cells(line);
    std::array<std::string, 5> row;
    for (std::string& cell : row) std::getline(cells, cell, ',');
    const auto map = static_cast<std::uint32_t>(std::ranges::find(color_maps, row[0]) - color_maps.begin());
    ASSERT_LT(map, color_map_count) << line;
    const vec3 got = color_map(map, std::stof(row[1]));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], std::stof(row[static_cast<std::size_t>(i) + 2]), 0.026f) << line;
    ++seen[row[0]];
  }
  EXPECT_EQ(seen.size(), 4u);
  for (const auto& [name, count] : seen) EXPECT_EQ(count, 18) << name;
}

TEST(ColorMap, DivergesFromWhiteToBlueAndRed) {
  const vec3 low = color_map(color_map_diverging, 0), middle = color_map(color_map_diverging, 0.5f),
             high = color_map(color_map_diverging, 1);
  EXPECT_GT(std::min({middle.x, middle.y, middle.z}), 0.93f);
  EXPECT_GT(low.z, 3 * low.x);
  EXPECT_GT(high.x, 3 * high.z);
  // Lightness decreases on both sides.
  for (int side : {-1, 1}) {
    float before = 3;
    for (int i = 0; i <= 16; ++i) {
      const vec3 c = color_map(color_map_diverging, 0.5f + static_cast<float>(side * i) / 32);
      const float light = 0.3f * c.x + 0.6f * c.y + 0.1f * c.z;
      EXPECT_LT(light, before) << side << ' ' << i;
      before = light;
    }
  }
}

TEST(ColorMap, ClampsAndHasAName) {
  EXPECT_EQ(color_maps.size(), color_map_count);
  for (std::uint32_t map = 0; map < color_map_count; ++map) {
    EXPECT_EQ(color_map(map, -3), color_map(map, 0)) << color_maps[map];
    EXPECT_EQ(color_map(map, 7), color_map(map, 1)) << color_maps[map];
    EXPECT_GT(glm::distance(color_map(map, 0), color_map(map, 1)), 0.3f) << color_maps[map];
    for (int i = 0; i <= 100; ++i)
      EXPECT_GT(glm::distance(color_map(map, static_cast<float>(i) / 100), color_of_nothing()), 0.3f)
          << color_maps[map] << ' ' << i;
  }
}

}  // namespace
}  // namespace undine
