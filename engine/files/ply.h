// Triangle meshes in the PLY format, binary little-endian.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

namespace undine::files {

struct PlyMesh {
  std::vector<glm::vec3> positions, normals;  // metres, world; of unit length
  std::vector<glm::uvec3> triangles;          // counter-clockwise seen from where the normals point
};

// From the bytes of a SurfaceMesh's buffers, the number of vertices being the sixth word of its arguments. Triangles
// with the same vertex twice are left out.
PlyMesh triangle_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                      std::span<const std::byte> arguments);

std::string ply_bytes(const PlyMesh& mesh);  // the whole file: float x, y, z, nx, ny, nz; lists of int

}  // namespace undine::files
