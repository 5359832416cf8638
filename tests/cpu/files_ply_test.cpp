// Meshes of height grids and their files, read by a parser of the test itself.
#include <cmath>
#include <glm/gtc/packing.hpp>
#include <map>
#include <sstream>

#include "engine/app/export/surface_mesh.h"
#include "engine/files/ply.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

// Plane h = 0.1 x + 0.2 z + 0.5 over 4 m x 3 m around (10, 2, -5), dry at i = 3 and j = 2.
struct Plane {
  SurfaceField field;
  std::vector<float> texels;
  Plane() {
    field.cells = {8, 6};
    field.size = {4, 3};
    field.origin = {10, 2, -5};
    for (std::uint32_t j = 0; j < 6; ++j)
      for (std::uint32_t i = 0; i < 8; ++i) {
        const double x = (i + 0.5) / 8 * 4 - 2, z = (j + 0.5) / 6 * 3 - 1.5;
        for (const double v : {0.1 * x + 0.2 * z + 0.5, 0.1, 0.2, i == 3 && j == 2 ? 0.0 : 1.0})
          texels.push_back(static_cast<float>(v));
      }
  }
};

TEST(SurfaceMesh, PositionsNormalsAndWinding) {
  const Plane plane;
  const files::PlyMesh mesh = session::surface_mesh(plane.field, std::as_bytes(std::span(plane.texels)));
  ASSERT_EQ(mesh.positions.size(), 8u * 6 - 1);
  ASSERT_EQ(mesh.triangles.size(), 2u * (7 * 5 - 4));  // four cells share the dry vertex
  const glm::vec3 up = glm::normalize(glm::vec3(-0.1f, 1, -0.2f));
  double area = 0;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const glm::vec3 p = mesh.positions[i];
    EXPECT_NEAR(p.y, 2 + 0.5 + 0.1 * (p.x - 10) + 0.2 * (p.z + 5), 1e-5);
    EXPECT_LT(glm::length(mesh.normals[i] - up), 1e-6f);
  }
  EXPECT_NEAR(mesh.positions.front().x, 8.25, 1e-6);
  EXPECT_NEAR(mesh.positions.front().z, -6.25, 1e-6);
  EXPECT_NEAR(mesh.positions.back().x, 11.75, 1e-6);
  EXPECT_NEAR(mesh.positions.back().z, -3.75, 1e-6);
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::vec3 a = mesh.positions[t.x], b = mesh.positions[t.y], c = mesh.positions[t.z];
    const glm::vec3 twice = glm::cross(b - a, c - a);
    EXPECT_LT(glm::length(glm::normalize(twice) - up), 1e-4f);
    area += static_cast<double>(twice.y) / 2;
  }
  EXPECT_NEAR(area, (7 * 5 - 4) * 0.25, 1e-5);
}

TEST(SurfaceMesh, HalfFloatsAreTheSameMesh) {
  const Plane plane;
  std::vector<std::uint64_t> half;
  for (std::size_t i = 0; i < plane.texels.size(); i += 4)
    half.push_back(glm::packHalf4x16({plane.texels[i], plane.texels[i + 1], plane.texels[i + 2], plane.texels[i + 3]}));
  const files::PlyMesh full = session::surface_mesh(plane.field, std::as_bytes(std::span(plane.texels)));
  const files::PlyMesh mesh = session::surface_mesh(plane.field, std::as_bytes(std::span(half)));
  ASSERT_EQ(mesh.positions.size(), full.positions.size());
  EXPECT_EQ(mesh.triangles, full.triangles);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    EXPECT_LT(glm::length(mesh.positions[i] - full.positions[i]), 1e-3f);
  EXPECT_THROW(session::surface_mesh(plane.field, std::as_bytes(std::span(half).first(5))), Error);
}

TEST(Ply, HeaderAndBodyAgree) {
  const Plane plane;
  const files::PlyMesh mesh = session::surface_mesh(plane.field, std::as_bytes(std::span(plane.texels)));
  const std::string bytes = files::ply_bytes(mesh);
  const std::string end = "end_header\n";
  const auto body = bytes.find(end) + end.size();
  std::istringstream header(bytes.substr(0, body));
  std::size_t vertices = 0, faces = 0, properties = 0;
  std::string line;
  std::getline(header, line);
  EXPECT_EQ(line, "ply");
  std::getline(header, line);
  EXPECT_EQ(line, "format binary_little_endian 1.0");
  while (std::getline(header, line)) {
    if (line.starts_with("element vertex ")) vertices = std::stoul(line.substr(15));
    if (line.starts_with("element face ")) faces = std::stoul(line.substr(13));
    properties += line.starts_with("property float ");
  }
  EXPECT_EQ(vertices, mesh.positions.size());
  EXPECT_EQ(faces, mesh.triangles.size());
  EXPECT_EQ(properties, 6u);
  ASSERT_EQ(bytes.size(), body + vertices * 24 + faces * 13);
  std::array<float, 6> vertex{};
  std::memcpy(vertex.data(), bytes.data() + body + 24 * 5, 24);
  EXPECT_EQ(glm::vec3(vertex[0], vertex[1], vertex[2]), mesh.positions[5]);
  EXPECT_EQ(glm::vec3(vertex[3], vertex[4], vertex[5]), mesh.normals[5]);
  const char* face = bytes.data() + body + vertices * 24 + 13 * 7;
  EXPECT_EQ(face[0], 3);
  glm::uvec3 corners;
  std::memcpy(&corners, face + 1, 12);
  EXPECT_EQ(corners, mesh.triangles[7]);
}

// Buffers of a GPU mesh, larger than their contents.
TEST(PlyMesh, WritesTheBuffersOfAMesh) {
  std::vector<float> vertices;
  for (int i = 0; i < 5; ++i)
    for (const int v : {i, 2 * i, 3 * i, 1, 0, 1, 0, 0}) vertices.push_back(static_cast<float>(v));
  const std::vector<std::uint32_t> indices{0, 1, 2, 2, 2, 3, 1, 2, 3, 77, 77, 78}, arguments{9, 1, 0, 0, 0, 4, 4, 3};
  const auto bytes = [](const auto& v) { return std::as_bytes(std::span(v)); };
  const files::PlyMesh mesh = files::triangle_mesh(bytes(vertices), bytes(indices), bytes(arguments));
  ASSERT_EQ(mesh.positions.size(), 4u);
  EXPECT_EQ(mesh.positions[3], glm::vec3(3, 6, 9));
  EXPECT_EQ(mesh.normals[3], glm::vec3(0, 1, 0));
  EXPECT_EQ(mesh.triangles, (std::vector<glm::uvec3>{{0, 1, 2}, {1, 2, 3}}));
  EXPECT_THROW(
      files::triangle_mesh(bytes(vertices), bytes(indices), bytes(std::vector<std::uint32_t>{15, 1, 0, 0, 0, 4})),
      Error);
  EXPECT_THROW(
      files::triangle_mesh(bytes(vertices), bytes(indices), bytes(std::vector<std::uint32_t>{9, 1, 0, 0, 0, 6})),
      Error);
  EXPECT_THROW(files::triangle_mesh(bytes(vertices), bytes(indices), {}), Error);
}

// An L of three cells.
TEST(SurfaceMesh, ClosedDownItHasASideAtEveryBorderEdge) {
  files::PlyMesh top;
  for (int i = 0; i < 8; ++i) top.positions.emplace_back(i % 3, i == 4 ? 0.5f : 0, i / 3);  // (2, 2) is missing
  top.normals.assign(8, {0, 1, 0});
  top.velocities.assign(8, {1, 2, 3});
  top.triangles = {{0, 3, 1}, {1, 3, 4}, {1, 4, 2}, {2, 4, 5}, {3, 6, 4}, {4, 6, 7}};
  const std::vector<float> floor(8, -1);
  const files::PlyMesh closed = session::closed_down(top, floor);
  EXPECT_EQ(closed.positions.size(), 16u);
  EXPECT_EQ(closed.velocities.size(), 16u);
  EXPECT_EQ(closed.triangles.size(), 2 * 6 + 2 * 8u);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  double volume = 0;
  for (const glm::uvec3& t : closed.triangles) {
    for (int k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
    const glm::dvec3 a = closed.positions[t.x], b = closed.positions[t.y], c = closed.positions[t.z];
    volume += glm::dot(a, glm::cross(b, c)) / 6;
  }
  for (const auto& [edge, count] : edges) EXPECT_EQ(count == 1 && edges.contains({edge.second, edge.first}), true);
  EXPECT_NEAR(volume, 3 + 5 * 0.5 / 3 * 0.5, 1e-6) << "five triangles meet at the raised point";
}

}  // namespace
}  // namespace undine::test
