// Closed meshes of blocks: boats, tubs and tanks, as points and triangles and as glTF files.
#pragma once
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/files/files.h"
#include "passes/bodies/bodies_hull.h"

namespace undine::test {

struct BlockMesh {
  std::vector<glm::vec3> points;
  std::vector<glm::uvec3> facets;
};

// Surface of the solid blocks between grid lines; each quad is split along an arbitrary diagonal.
inline BlockMesh block_mesh(const std::array<std::vector<double>, 3>& lines,
                            const std::function<bool(int, int, int)>& solid) {
  BlockMesh out;
  std::map<std::array<int, 3>, unsigned> known;
  const auto point = [&](const std::array<int, 3>& at) {
    const auto [entry, fresh] = known.try_emplace(at, static_cast<unsigned>(out.points.size()));
    if (fresh)
      out.points.push_back(
          glm::vec3(glm::dvec3(lines[0][static_cast<std::size_t>(at[0])], lines[1][static_cast<std::size_t>(at[1])],
                               lines[2][static_cast<std::size_t>(at[2])])));
    return entry->second;
  };
  const std::array<int, 3> n{static_cast<int>(lines[0].size()) - 1, static_cast<int>(lines[1].size()) - 1,
                             static_cast<int>(lines[2].size()) - 1};
  const auto is_solid = [&](const std::array<int, 3>& c) {
    for (std::size_t k = 0; k < 3; ++k)
      if (c[k] < 0 || c[k] >= n[k]) return false;
    return solid(c[0], c[1], c[2]);
  };
  for (int x = 0; x < n[0]; ++x)
    for (int y = 0; y < n[1]; ++y)
      for (int z = 0; z < n[2]; ++z)
        for (std::size_t axis = 0; axis < 3; ++axis)
          for (int side = 0; side < 2; ++side) {
            std::array<int, 3> cell{x, y, z}, beside = cell;
            beside[axis] += side == 1 ? 1 : -1;
            if (!is_solid(cell) || is_solid(beside)) continue;
            cell[axis] += side;
            std::array<unsigned, 4> corner{};
            for (std::size_t k = 0; k < 4; ++k) {
              std::array<int, 3> at = cell;
              at[(axis + 1) % 3] += k == 1 || k == 2;
              at[(axis + 2) % 3] += k >= 2;
              corner[k] = point(at);
            }
            if (side == 0) std::swap(corner[1], corner[3]);
            out.facets.push_back({corner[0], corner[1], corner[2]});
            out.facets.push_back({corner[0], corner[2], corner[3]});
          }
  return out;
}

// Tub of `size` with walls and floor of thickness `wall`, around its center; open at the top, or closed by a lid.
inline BlockMesh tub(const glm::dvec3& size, double wall, bool lid) {
  std::array<std::vector<double>, 3> lines;
  for (int axis = 0; axis < 3; ++axis) {
    const double half = 0.5 * size[axis];
    lines[static_cast<std::size_t>(axis)] = {-half, -half + wall, half - wall, half};
  }
  if (!lid) lines[1].erase(lines[1].begin() + 2);
  return block_mesh(lines, [](int x, int y, int z) { return x != 1 || y != 1 || z != 1; });
}

inline bodies::Hull hull_of(const BlockMesh& mesh) {
  bodies::Hull hull;
  for (const glm::vec3& p : mesh.points) hull.points.push_back(glm::dvec3(p));
  hull.facets = mesh.facets;
  bodies::weigh(hull);
  return hull;
}

inline std::string base64(const std::vector<unsigned char>& bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[(word >> (18 - 6 * k)) & 63];
  }
  return out;
}

inline void write_gltf(const std::filesystem::path& file, const BlockMesh& mesh) {
  const std::size_t points = mesh.points.size() * sizeof(glm::vec3),
                    all = points + mesh.facets.size() * sizeof(glm::uvec3);
  std::vector<unsigned char> bytes(all);
  std::memcpy(bytes.data(), mesh.points.data(), points);
  std::memcpy(bytes.data() + points, mesh.facets.data(), all - points);
  glm::vec3 low(1e30f), high(-1e30f);
  for (const glm::vec3& p : mesh.points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  files::write_file(
      file, fmt::format(
                R"({{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": {}, "type": "VEC3",
                        "min": [{}, {}, {}], "max": [{}, {}, {}]}},
                      {{"bufferView": 1, "componentType": 5125, "count": {}, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": {}}}, {{"buffer": 0, "byteOffset": {}, "byteLength": {}}}],
        "buffers": [{{"byteLength": {}, "uri": "data:application/octet-stream;base64,{}"}}]}})",
                mesh.points.size(), low.x, low.y, low.z, high.x, high.y, high.z, 3 * mesh.facets.size(), points, points,
                all - points, all, base64(bytes)));
}

}  // namespace undine::test
