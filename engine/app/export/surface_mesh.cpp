#include "engine/app/export/surface_mesh.h"

#include <fmt/format.h>

#include <cstring>
#include <glm/gtc/packing.hpp>
#include <set>
#include <utility>

#include "engine/core/error.h"

namespace undine::session {

static constexpr float covered = 0.5f;

std::vector<glm::vec4> surface_texels(const SurfaceField& surface, std::span<const std::byte> texels) {
  const std::size_t nx = surface.cells.x, nz = surface.cells.y;
  const bool half = texels.size() == nx * nz * 8;
  if (!half && texels.size() != nx * nz * 16)
    throw Error(Exit::failure, "surface", fmt::format("{} bytes do not make {}x{} texels", texels.size(), nx, nz));
  std::vector<glm::vec4> out(nx * nz);
  if (!half) std::memcpy(out.data(), texels.data(), texels.size());
  for (std::size_t i = 0; half && i < out.size(); ++i) {
    std::uint64_t packed = 0;
    std::memcpy(&packed, texels.data() + i * 8, 8);
    out[i] = glm::unpackHalf4x16(packed);
  }
  return out;
}

files::PlyMesh surface_mesh(const SurfaceField& surface, std::span<const std::byte> texels,
                            std::span<const glm::vec3> velocity) {
  const std::size_t nx = surface.cells.x, nz = surface.cells.y;
  const std::vector<glm::vec4> values = surface_texels(surface, texels);
  files::PlyMesh mesh;
  constexpr std::uint32_t dry = ~0u;
  std::vector<std::uint32_t> vertex(nx * nz, dry);
  for (std::size_t j = 0; j < nz; ++j)
    for (std::size_t i = 0; i < nx; ++i) {
      const glm::vec4 t = values[j * nx + i];
      if (!(t.w >= covered)) continue;
      vertex[j * nx + i] = static_cast<std::uint32_t>(mesh.positions.size());
      const glm::dvec2 part((static_cast<double>(i) + 0.5) / static_cast<double>(nx) - 0.5,
                            (static_cast<double>(j) + 0.5) / static_cast<double>(nz) - 0.5);
      const glm::dvec2 at = part * surface.size;
      mesh.positions.emplace_back(surface.origin + glm::dvec3(at.x, static_cast<double>(t.x), at.y));
      mesh.normals.push_back(glm::normalize(glm::vec3(-t.y, 1, -t.z)));
      if (!velocity.empty()) mesh.velocities.push_back(velocity[j * nx + i]);
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

std::vector<glm::vec4> at_vertices(const SurfaceField& surface, std::span<const std::byte> texels,
                                   std::span<const glm::vec4> values) {
  const std::vector<glm::vec4> at = surface_texels(surface, texels);
  std::vector<glm::vec4> out;
  for (std::size_t i = 0; i < at.size(); ++i)
    if (at[i].w >= covered) out.push_back(values[i]);
  return out;
}

files::PlyMesh closed_down(const files::PlyMesh& top, std::span<const float> floor) {
  files::PlyMesh out = top;
  const auto count = static_cast<std::uint32_t>(top.positions.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    out.positions.emplace_back(top.positions[i].x, floor[i], top.positions[i].z);
    out.normals.emplace_back(0, -1, 0);
    if (!top.velocities.empty()) out.velocities.push_back(top.velocities[i]);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  const auto corner = [](const glm::uvec3& t, int k) { return t[k % 3]; };
  for (const glm::uvec3& t : top.triangles) {
    out.triangles.emplace_back(count + t.x, count + t.z, count + t.y);
    for (int k = 0; k < 3; ++k) edges.emplace(corner(t, k), corner(t, k + 1));
  }
  for (const auto& [a, b] : edges) {
    if (edges.contains({b, a})) continue;
    out.triangles.emplace_back(b, a, count + a);
    out.triangles.emplace_back(b, count + a, count + b);
  }
  return out;
}

}  // namespace undine::session
