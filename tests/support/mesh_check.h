// Properties of a triangle mesh: topology, area, volume.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <glm/glm.hpp>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "passes/meshing/marching_cubes_params.h"

namespace undine::test {

struct Mesh {
  std::vector<glm::dvec3> positions, normals;
  std::vector<glm::uvec3> triangles;
  meshing::MarchingFigures figures{};
};

// Mesh from the bytes of a SurfaceMesh's buffers.
inline Mesh mesh_of(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                    std::span<const std::byte> arguments) {
  Mesh mesh;
  std::memcpy(&mesh.figures, arguments.data(), sizeof mesh.figures);
  for (std::size_t i = 0; i < mesh.figures.vertices; ++i) {
    std::array<float, 8> v;
    std::memcpy(v.data(), vertices.data() + 32 * i, 32);
    mesh.positions.emplace_back(v[0], v[1], v[2]);
    mesh.normals.emplace_back(v[4], v[5], v[6]);
  }
  mesh.triangles.resize(std::min(indices.size() / 12, std::size_t{mesh.figures.indices / 3}));
  std::memcpy(mesh.triangles.data(), indices.data(), mesh.triangles.size() * 12);
  const auto lost = std::erase_if(mesh.triangles, [&](const glm::uvec3& t) {
    return std::max({t.x, t.y, t.z}) >= mesh.positions.size();
  });
  EXPECT_EQ(lost, 0u) << "triangles of vertices that there are not";
  return mesh;
}

// Merges vertices at one place and removes degenerate triangles.
inline Mesh welded(const Mesh& mesh, double within) {
  Mesh out;
  std::map<std::array<long long, 3>, std::uint32_t> known;
  std::vector<std::uint32_t> to;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const glm::dvec3 q = glm::round(mesh.positions[i] / within);
    const std::array<long long, 3> key{static_cast<long long>(q.x), static_cast<long long>(q.y),
                                       static_cast<long long>(q.z)};
    const auto [at, fresh] = known.try_emplace(key, static_cast<std::uint32_t>(out.positions.size()));
    if (fresh) {
      out.positions.push_back(mesh.positions[i]);
      out.normals.push_back(mesh.normals[i]);
    }
    to.push_back(at->second);
  }
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::uvec3 w{to[t.x], to[t.y], to[t.z]};
    if (w.x != w.y && w.y != w.z && w.z != w.x) out.triangles.push_back(w);
  }
  return out;
}

struct MeshFacts {
  std::int64_t euler = 0;       // used vertices - edges + triangles
  std::size_t boundary = 0;     // edges of one triangle
  std::size_t nonmanifold = 0;  // edges of more than two
  std::size_t against = 0;      // edges that two triangles traverse in the same direction
  std::size_t duplicates = 0;   // triangles with the same three vertices as another one
  double area = 0, volume = 0;
};
inline MeshFacts facts_of(const Mesh& mesh) {
  MeshFacts f;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>> edges;  // uses, forward minus backward
  std::set<std::array<std::uint32_t, 3>> seen;
  std::set<std::uint32_t> used;
  for (const glm::uvec3& t : mesh.triangles) {
    std::array<std::uint32_t, 3> key{t.x, t.y, t.z};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = key[i], b = key[(i + 1) % 3];
      auto& [uses, turn] = edges[std::minmax(a, b)];
      ++uses;
      turn += a < b ? 1 : -1;
      used.insert(a);
    }
    std::ranges::sort(key);
    if (!seen.insert(key).second) ++f.duplicates;
    const glm::dvec3 a = mesh.positions[t.x], b = mesh.positions[t.y], c = mesh.positions[t.z];
    f.area += 0.5 * glm::length(glm::cross(b - a, c - a));
    f.volume += glm::dot(a, glm::cross(b, c)) / 6;
  }
  for (const auto& [edge, use] : edges) {
    if (use.first == 1) ++f.boundary;
    if (use.first > 2) ++f.nonmanifold;
    if (use.first == 2 && use.second != 0) ++f.against;
  }
  f.euler = static_cast<std::int64_t>(used.size()) - static_cast<std::int64_t>(edges.size()) +
            static_cast<std::int64_t>(mesh.triangles.size());
  return f;
}

}  // namespace undine::test
