// [PLY] G. Turk, The PLY Polygon File Format, 1994.
#include "engine/app/ply.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <glm/gtc/packing.hpp>

#include "engine/core/error.h"

namespace undine {

static_assert(std::endian::native == std::endian::little);

static constexpr float covered = 0.5f;  // of a cell: less is land

TriangleMesh surface_mesh(const SurfaceField& surface, std::span<const std::byte> texels) {
  const std::size_t nx = surface.cells.x, nz = surface.cells.y;
  const bool half = texels.size() == nx * nz * 8;
  if (!half && texels.size() != nx * nz * 16)
    throw Error(Exit::failure, "surface", fmt::format("{} bytes are no {}x{} texels", texels.size(), nx, nz));
  const auto texel = [&](std::size_t index) {
    glm::vec4 value;
    if (half) {
      std::uint64_t packed = 0;
      std::memcpy(&packed, texels.data() + index * 8, 8);
      value = glm::unpackHalf4x16(packed);
    } else {
      std::memcpy(&value, texels.data() + index * 16, 16);
    }
    return value;
  };

  TriangleMesh mesh;
  constexpr std::uint32_t dry = ~0u;
  std::vector<std::uint32_t> vertex(nx * nz, dry);
  for (std::size_t j = 0; j < nz; ++j)
    for (std::size_t i = 0; i < nx; ++i) {
      const glm::vec4 t = texel(j * nx + i);
      if (!(t.w >= covered)) continue;
      vertex[j * nx + i] = static_cast<std::uint32_t>(mesh.positions.size());
      const glm::dvec2 part((static_cast<double>(i) + 0.5) / static_cast<double>(nx) - 0.5,
                            (static_cast<double>(j) + 0.5) / static_cast<double>(nz) - 0.5);
      const glm::dvec2 at = part * surface.size;
      mesh.positions.emplace_back(surface.origin + glm::dvec3(at.x, static_cast<double>(t.x), at.y));
      mesh.normals.push_back(glm::normalize(glm::vec3(-t.y, 1, -t.z)));
    }
  for (std::size_t j = 0; j + 1 < nz; ++j)
    for (std::size_t i = 0; i + 1 < nx; ++i) {
      const std::uint32_t a = vertex[j * nx + i], b = vertex[j * nx + i + 1];
      const std::uint32_t c = vertex[(j + 1) * nx + i], d = vertex[(j + 1) * nx + i + 1];
      if (a == dry || b == dry || c == dry || d == dry) continue;
      mesh.triangles.emplace_back(a, c, b);
      mesh.triangles.emplace_back(b, c, d);
    }
  return mesh;
}

TriangleMesh triangle_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                           std::span<const std::byte> arguments) {
  std::array<std::uint32_t, 6> words{};
  if (arguments.size() < sizeof words) throw Error(Exit::failure, "mesh", "its arguments are no six words");
  std::memcpy(words.data(), arguments.data(), sizeof words);
  const std::size_t index_count = words[0], vertex_count = words[5];
  if (vertices.size() / 32 < vertex_count || indices.size() / 4 < index_count)
    throw Error(Exit::failure, "mesh",
                fmt::format("{} vertices and {} indices do not fit its buffers", vertex_count, index_count));
  TriangleMesh mesh;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    std::array<float, 8> v;
    std::memcpy(v.data(), vertices.data() + 32 * i, sizeof v);
    mesh.positions.emplace_back(v[0], v[1], v[2]);
    mesh.normals.emplace_back(v[4], v[5], v[6]);
  }
  for (std::size_t i = 0; i + 2 < index_count; i += 3) {
    glm::uvec3 t;
    std::memcpy(&t, indices.data() + 4 * i, sizeof t);
    if (t.x != t.y && t.y != t.z && t.z != t.x) mesh.triangles.push_back(t);
  }
  return mesh;
}

std::string ply_bytes(const TriangleMesh& mesh) {
  std::string out = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment undine: metres, y up\nelement vertex {}\n"
      "property float x\nproperty float y\nproperty float z\n"
      "property float nx\nproperty float ny\nproperty float nz\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.positions.size(), mesh.triangles.size());
  const auto append = [&out](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
  out.reserve(out.size() + mesh.positions.size() * 24 + mesh.triangles.size() * 13);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    append(mesh.positions[i]);
    append(mesh.normals[i]);
  }
  for (const glm::uvec3& triangle : mesh.triangles) {
    out += '\x03';
    append(triangle);
  }
  return out;
}

}  // namespace undine
