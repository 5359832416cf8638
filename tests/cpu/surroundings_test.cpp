// Terrain skirt: connected to the border, facing outwards, and so wide that no camera sees its end.
#include "passes/solids/surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/scene/scene.h"

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

}  // namespace
}  // namespace undine
