// Terrain skirt: connected to the border, facing outwards, and so wide that no camera sees its end.
#include "passes/solids/surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/scene/scene.h"
#include "passes/sea/sea_settings.h"

namespace undine {
namespace {

Heightmap hilly(std::uint32_t nx, std::uint32_t nz) {
  Heightmap map;
  map.nx = nx;
  map.nz = nz;
  map.size = {30, 18};
  map.origin = {2, 1, -3};
  for (std::uint32_t z = 0; z < nz; ++z)
    for (std::uint32_t x = 0; x < nx; ++x)
      map.height.push_back(static_cast<float>(2 * std::sin(9.0 * x / nx) * std::cos(7.0 * z / nz) + 0.02 * x));
  return map;
}

std::size_t border_vertices(const Heightmap& map) { return 2 * (map.nx - 1) + 2 * (map.nz - 1) + 1; }

glm::vec3 facing(const solids::TriangleMesh& mesh, std::size_t triangle) {
  const auto at = [&](std::size_t k) { return mesh.vertices[mesh.indices[3 * triangle + k]].position; };
  return glm::cross(at(1) - at(0), at(2) - at(0));
}

// Relative height at the last loop: less than a pixel of an image of 1,000 rows.
TEST(Surroundings, LandGoesOnFromTheBorderToTheHorizon) {
  const Heightmap map = hilly(61, 37);
  SurroundingsSettings s;
  s.shape = SurroundingsSettings::Shape::land;
  const solids::TriangleMesh ground = solids::make_terrain(map), land = solids::make_land(map, s);
  const std::size_t count = border_vertices(map);
  ASSERT_EQ(land.vertices.size() % count, 0u);
  for (std::size_t i = 0; i < count; ++i) {
    const solids::Vertex& v = land.vertices[i];
    const bool known = std::ranges::any_of(ground.vertices, [&](const solids::Vertex& g) {
      return glm::distance(g.position, v.position) < 1e-4f && glm::distance(g.normal, v.normal) < 1e-4f;
    });
    ASSERT_TRUE(known) << i;
  }
  for (std::size_t t = 0; t < land.indices.size() / 3; ++t) ASSERT_GT(facing(land, t).y, 0) << t;
  const double steepest = 8, first_step = 18 / 160.0;
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec3 rise = land.vertices[count + i].position - land.vertices[i].position;
    ASSERT_LT(std::abs(rise.y), steepest * first_step) << "a cliff at the border, vertex " << i;
    const glm::vec3 end = land.vertices[land.vertices.size() - count + i].position;
    ASSERT_GT(glm::length(glm::vec2(end.x, end.z)), 1000 * 18);
    ASSERT_LT(std::abs(end.y) / glm::length(glm::vec2(end.x, end.z)), 5e-4);
  }
}

TEST(Surroundings, ABankLiesOverItsWater) {
  const Heightmap map = hilly(33, 21);
  SurroundingsSettings s;
  s.shape = SurroundingsSettings::Shape::land;
  s.has_bank = SurroundingsSettings::Bank::height;
  s.bank = 1.5;
  const solids::TriangleMesh land = solids::make_land(map, s);
  const std::size_t count = border_vertices(map);
  for (std::size_t i = count; i < land.vertices.size(); ++i) ASSERT_GE(land.vertices[i].position.y, 1.4999f) << i;
  for (const solids::Vertex& v : land.vertices) ASSERT_NEAR(glm::length(v.normal), 1, 1e-3);
}

// A slope from 3 m above the sea in the west to 2 m below it in the east.
TEST(Surroundings, ASeaTakesTheSidesThatLieBelowIt) {
  Heightmap map = hilly(41, 29);
  for (std::uint32_t z = 0; z < map.nz; ++z)
    for (std::uint32_t x = 0; x < map.nx; ++x)
      map.height[std::size_t{z} * map.nx + x] = 3 - 5.0f * static_cast<float>(x) / static_cast<float>(map.nx - 1);
  map.origin.y = 7;
  auto sea = std::make_shared<sea::SeaSettings>();
  sea->origin.y = 7;
  SurroundingsSettings s;
  s.shape = SurroundingsSettings::Shape::sea;
  s.sea = sea;
  const solids::TriangleMesh land = solids::make_land(map, s);
  const double half_x = 0.5 * map.size.x, half_z = 0.5 * map.size.y;
  int in_sea = 0, on_land = 0;
  for (const solids::Vertex& v : land.vertices) {
    const double x = v.position.x - map.origin.x, z = v.position.z - map.origin.z;
    if (std::abs(z) > 0.6 * half_z || std::abs(x) > 8 * half_x || std::abs(x) <= half_x) continue;
    if (x > 0) {
      ++in_sea;
      ASSERT_LT(v.position.y, 7) << x << " " << z;
    } else if (x > -1.2 * half_x) {
      ++on_land;
      ASSERT_GT(v.position.y, 7) << x << " " << z;
    }
  }
  EXPECT_GT(in_sea, 50);
  EXPECT_GT(on_land, 20);
  // The border itself stays: no step between the map and what is around it.
  const std::size_t count = border_vertices(map);
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_NEAR(land.vertices[count + i].position.y, land.vertices[i].position.y, 0.35) << i;
}

TEST(Surroundings, TheSeaIsTheLastWaterAndSavedOnce) {
  const char* text = R"({"version": 1, "terrain": {"heightmap": "assets/tide.png", "surroundings": {"shape": "sea",
    "texels": 64, "hills": 0.5, "spectra": [{"wind": 5}]}}, "water": [{"name": "creek", "solver": "pipes"}]})";
  const std::filesystem::path file = std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes/test.json";
  Scene scene = parse_scene(text, file);
  ASSERT_EQ(scene.water.size(), 2u);
  EXPECT_EQ(scene.water.back().name, "surroundings");
  EXPECT_TRUE(surrounds(scene, scene.water.back()));
  const std::string saved = save_scene(scene);
  EXPECT_EQ(scene.water.size(), 2u);
  Scene again = parse_scene(saved, file);
  ASSERT_EQ(again.water.size(), 2u);
  EXPECT_EQ(save_scene(again), saved);
  EXPECT_EQ(dynamic_cast<sea::SeaSettings&>(*again.water.back().settings).texels, 64u);
}

TEST(Surroundings, ASeaSaysWhatIsWrongWithIt) {
  const std::filesystem::path file = std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes/test.json";
  const auto error = [&](const std::string& keys) -> std::string {
    try {
      parse_scene(
          R"({"version": 1, "terrain": {"heightmap": "assets/tide.png", "surroundings": {"shape": )" + keys + "}}}",
          file);
    } catch (const Error& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_NE(error(R"("sea", "texels": 100)").find("/terrain/surroundings/texels"), std::string::npos);
  EXPECT_NE(error(R"("sea", "bank": 1)").find("/terrain/surroundings/bank"), std::string::npos);
  EXPECT_NE(error(R"("land", "texels": 64)").find("/terrain/surroundings/texels"), std::string::npos);
}

TEST(Surroundings, ACutIsABlockWithoutHoles) {
  const Heightmap map = hilly(19, 12);
  const solids::TriangleMesh cut = solids::make_cut(map), ground = solids::make_terrain(map);
  const float lowest =
      std::ranges::min(ground.vertices, {}, [](const solids::Vertex& v) { return v.position.y; }).position.y;
  // The flux of a constant field through a closed surface is zero: ground and cut together are closed.
  glm::dvec3 flux(0);
  for (const solids::TriangleMesh* mesh : {&cut, &ground})
    for (std::size_t t = 0; t < mesh->indices.size() / 3; ++t) flux += glm::dvec3(facing(*mesh, t)) / 2.0;
  EXPECT_LT(glm::length(flux), 1e-3);
  float base = 1e9f;
  for (const solids::Vertex& v : cut.vertices) base = std::min(base, v.position.y);
  EXPECT_LT(base, lowest);
  for (std::size_t t = 0; t < cut.indices.size() / 3; ++t) {
    const glm::vec3 normal = cut.vertices[cut.indices[3 * t]].normal;
    if (glm::length(facing(cut, t)) > 1e-6f) {
      ASSERT_GT(glm::dot(facing(cut, t), normal), 0) << t;
    }
  }
}

TEST(Surroundings, SplitLandIsTheWholeLand) {
  const Heightmap map = hilly(61, 37);
  const solids::TriangleMesh land = solids::make_land(map, {});
  const solids::SplitLand split = solids::split_land(land, map);
  EXPECT_EQ(split.near.indices.size() + split.far.indices.size(), land.indices.size());
  const std::size_t shared = split.near.vertices.size() + split.far.vertices.size() - land.vertices.size();
  EXPECT_GT(shared, 0u);
  for (std::size_t k = 0; k < shared; ++k)
    EXPECT_EQ(split.near.vertices[split.near.vertices.size() - shared + k].position, split.far.vertices[k].position);
  // Shadows reach the map from there.
  const double side = std::min(map.size.x, map.size.y);
  double reach = 0;
  for (const solids::Vertex& v : split.near.vertices)
    reach = std::max(reach, std::abs(static_cast<double>(v.position.x) - map.origin.x) - 0.5 * map.size.x);
  EXPECT_GT(reach, 0.6 * side);
  EXPECT_LT(reach, 2 * side);
}

}  // namespace
}  // namespace undine
