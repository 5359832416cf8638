// Built-in shapes: closed, outward, of the right size.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "passes/models/shapes.h"

namespace undine {
namespace {

double volume(const solids::TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const glm::dvec3 a(mesh.vertices[mesh.indices[i]].position), b(mesh.vertices[mesh.indices[i + 1]].position),
        c(mesh.vertices[mesh.indices[i + 2]].position);
    sum += glm::dot(a, glm::cross(b, c)) / 6;
  }
  return sum;
}

// In a watertight mesh, every edge between two positions occurs equally often in both directions.
bool watertight(const solids::TriangleMesh& mesh) {
  const auto place = [&](std::uint32_t i) {
    const glm::ivec3 p = glm::ivec3(glm::round(mesh.vertices[i].position * 1e4f));
    return std::array<int, 3>{p.x, p.y, p.z};
  };
  std::map<std::pair<std::array<int, 3>, std::array<int, 3>>, int> edges;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = place(mesh.indices[i + k]), b = place(mesh.indices[i + (k + 1) % 3]);
      if (a != b) a < b ? ++edges[{a, b}] : --edges[{b, a}];
    }
  }
  for (const auto& [edge, balance] : edges)
    if (balance != 0) return false;
  return true;
}

// Shading normals are on the side from which the triangle appears counter-clockwise.
bool normals_agree(const solids::TriangleMesh& mesh) {
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const solids::Vertex &a = mesh.vertices[mesh.indices[i]], &b = mesh.vertices[mesh.indices[i + 1]],
                         &c = mesh.vertices[mesh.indices[i + 2]];
    const glm::vec3 area = glm::cross(b.position - a.position, c.position - a.position);
    if (glm::length(area) > 1e-7f && glm::dot(area, a.normal + b.normal + c.normal) <= 0) return false;
  }
  return true;
}

TEST(geometry_shapes, closed_shapes_enclose_their_volume) {
  const glm::vec3 size{2, 3, 4};
  EXPECT_NEAR(volume(solids::make_box(size)), 24, 1e-5);
  EXPECT_NEAR(volume(solids::make_sphere(size)), 4.0 / 3 * M_PI * 1 * 1.5 * 2, 0.1);
  EXPECT_NEAR(volume(solids::make_cylinder(size)), M_PI * 1 * 2 * 3, 0.1);
  for (const solids::TriangleMesh& mesh :
       {solids::make_box(size), solids::make_sphere(size), solids::make_cylinder(size)}) {
    EXPECT_TRUE(watertight(mesh));
    EXPECT_TRUE(normals_agree(mesh));
  }
}

TEST(geometry_shapes, basin_is_the_outer_box_less_the_inner_one) {
  const solids::TriangleMesh basin = solids::make_basin({6, 1.6f, 4}, 0.2f, 0.1f);
  EXPECT_TRUE(watertight(basin));
  EXPECT_TRUE(normals_agree(basin));
  EXPECT_NEAR(volume(basin), 6.4 * 4.4 * (0.1 + 1.6 + 0.2) - 6 * 4 * 1.7, 1e-4);
  float low = 0, high = 0;
  for (const solids::Vertex& v : basin.vertices) {
    low = std::min(low, v.position.y);
    high = std::max(high, v.position.y);
  }
  EXPECT_FLOAT_EQ(low, -1.8f);
  EXPECT_FLOAT_EQ(high, 0.1f);
}

// Two holes, one of which reaches over the border.
TEST(geometry_shapes, planes_leave_out_rectangles) {
  const solids::Rectangle holes[] = {{{-1, -0.5}, {0.25, 0.75}}, {{2.5, 1}, {9, 1.5}}};
  const solids::TriangleMesh plane = solids::make_plane({6, 4}, holes);
  double area = 0;
  for (std::size_t t = 0; t < plane.indices.size(); t += 3) {
    const auto at = [&](std::size_t k) { return plane.vertices[plane.indices[t + k]].position; };
    const glm::vec3 cross = glm::cross(at(1) - at(0), at(2) - at(0)), middle = (at(0) + at(1) + at(2)) / 3.0f;
    EXPECT_GT(cross.y, 0);
    area += 0.5 * static_cast<double>(cross.y);
    for (const solids::Rectangle& hole : holes)
      EXPECT_FALSE(middle.x > hole.low.x && middle.x < hole.high.x && middle.z > hole.low.y && middle.z < hole.high.y);
  }
  EXPECT_NEAR(area, 6 * 4 - 1.25 * 1.25 - 0.5 * 0.5, 1e-5);
}

TEST(geometry_shapes, plane_faces_up) {
  const solids::TriangleMesh plane = solids::make_plane({2, 4});
  EXPECT_TRUE(normals_agree(plane));
  for (const solids::Vertex& v : plane.vertices) EXPECT_EQ(v.normal, glm::vec3(0, 1, 0));
}

TEST(geometry_shapes, terrain_keeps_heights_and_slope) {
  Heightmap map;
  map.nx = 33;
  map.nz = 17;
  map.size = {8, 4};
  map.origin = {1, 2, 3};
  for (std::uint32_t z = 0; z < map.nz; ++z)
    for (std::uint32_t x = 0; x < map.nx; ++x) map.height.push_back(0.25f * static_cast<float>(x));
  const solids::TriangleMesh mesh = solids::make_terrain(map);
  ASSERT_EQ(mesh.vertices.size(), 33u * 17u);
  EXPECT_NEAR(mesh.vertices.front().position.x, -3, 1e-6);
  EXPECT_NEAR(mesh.vertices.front().position.z, 1, 1e-6);
  EXPECT_NEAR(mesh.vertices.back().position.y, 10, 1e-5);
  const glm::vec3 expected = glm::normalize(glm::vec3(-1, 1, 0));
  for (const solids::Vertex& v : mesh.vertices) EXPECT_NEAR(glm::dot(v.normal, expected), 1, 1e-5);
}

}  // namespace
}  // namespace undine
