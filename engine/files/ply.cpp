// [PLY] G. Turk, The PLY Polygon File Format, 1994.
#include "engine/files/ply.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>

#include "engine/core/error.h"

namespace undine::files {

static_assert(std::endian::native == std::endian::little);

PlyMesh triangle_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                      std::span<const std::byte> arguments) {
  std::array<std::uint32_t, 6> words{};
  if (arguments.size() < sizeof words) throw Error(Exit::failure, "mesh", "its arguments are not six words");
  std::memcpy(words.data(), arguments.data(), sizeof words);
  const std::size_t index_count = words[0], vertex_count = words[5];
  if (vertices.size() / 32 < vertex_count || indices.size() / 4 < index_count)
    throw Error(Exit::failure, "mesh",
                fmt::format("{} vertices and {} indices do not fit its buffers", vertex_count, index_count));
  PlyMesh mesh;
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

std::string ply_bytes(const PlyMesh& mesh) {
  const bool moves = !mesh.velocities.empty();
  std::string out = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment undine: meters, y up\nelement vertex {}\n"
      "property float x\nproperty float y\nproperty float z\n"
      "property float nx\nproperty float ny\nproperty float nz\n{}"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.positions.size(), moves ? "property float vx\nproperty float vy\nproperty float vz\n" : "",
      mesh.triangles.size());
  const auto append = [&out](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
  out.reserve(out.size() + mesh.positions.size() * 24 + mesh.triangles.size() * 13);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    append(mesh.positions[i]);
    append(mesh.normals[i]);
    if (moves) append(mesh.velocities[i]);
  }
  for (const glm::uvec3& triangle : mesh.triangles) {
    out += '\x03';
    append(triangle);
  }
  return out;
}

std::string ply_points(std::span<const std::string_view> properties, std::span<const float> values) {
  std::string out =
      fmt::format("ply\nformat binary_little_endian 1.0\ncomment undine: meters, y up\nelement vertex {}\n",
                  values.size() / properties.size());
  for (const std::string_view name : properties) out += fmt::format("property float {}\n", name);
  out += "end_header\n";
  return out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

}  // namespace undine::files
