// Triangle meshes in the PLY format, binary little-endian.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "passes/ports.h"

namespace undine {

struct TriangleMesh {
  std::vector<glm::vec3> positions, normals;  // metres, world; of unit length
  std::vector<glm::uvec3> triangles;          // counter-clockwise seen from where the normals point
};

// The surface of a height grid: a vertex at every cell's centre that water covers, two triangles between four of them.
// texels: what SurfaceField::surface holds, rgba16f or rgba32f, as their size tells. Error(Exit::failure) for others.
TriangleMesh surface_mesh(const SurfaceField& surface, std::span<const std::byte> texels);

// From the bytes of a SurfaceMesh's buffers, the number of vertices being the sixth word of its arguments. Triangles
// with the same vertex twice are left out.
TriangleMesh triangle_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                           std::span<const std::byte> arguments);

std::string ply_bytes(const TriangleMesh& mesh);  // the whole file: float x, y, z, nx, ny, nz; lists of int

}  // namespace undine
