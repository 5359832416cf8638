// Triangle meshes in the PLY format, binary little-endian.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace undine::files {

struct PlyMesh {
  std::vector<glm::vec3> positions, normals;  // meters, world; unit length
  std::vector<glm::uvec3> triangles;          // counter-clockwise as seen from the side of the normals
  std::vector<glm::vec3> velocities;          // m/s; empty: not written
};

// Converts the buffers of a SurfaceMesh; the sixth word of its arguments is the number of vertices. Omits triangles
// with a repeated vertex.
PlyMesh triangle_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                      std::span<const std::byte> arguments);

// The whole file: float x, y, z, nx, ny, nz, and vx, vy, vz if there are velocities; lists of int.
std::string ply_bytes(const PlyMesh& mesh);
// Points only, with one float per property; property names come first.
std::string ply_points(std::span<const std::string_view> properties, std::span<const float> values);

}  // namespace undine::files
