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
  std::vector<glm::vec3> positions, normals;  // metres, world; of unit length
  std::vector<glm::uvec3> triangles;          // counter-clockwise seen from where the normals point
  std::vector<glm::vec3> velocities;          // m/s, or none
};

// From the bytes of a SurfaceMesh's buffers, the number of vertices being the sixth word of its arguments. Triangles
// with the same vertex twice are left out.
PlyMesh triangle_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                      std::span<const std::byte> arguments);

// The whole file: float x, y, z, nx, ny, nz, and vx, vy, vz if there are velocities; lists of int.
std::string ply_bytes(const PlyMesh& mesh);
// Points alone, each with a float for every one of the properties, whose names come first.
std::string ply_points(std::span<const std::string_view> properties, std::span<const float> values);

}  // namespace undine::files
