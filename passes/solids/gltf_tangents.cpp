#include "passes/solids/gltf_tangents.h"

#include <array>
#include <cmath>

namespace undine::solids {

bool follows_coordinates(const TriangleMesh& mesh, const std::vector<glm::vec4>& tangents) {
  const double least = std::cos(glm::radians(25.0));
  std::size_t seen = 0, off = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const std::array at{mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]};
    const Vertex &a = mesh.vertices[at[0]], &b = mesh.vertices[at[1]], &c = mesh.vertices[at[2]];
    const glm::dvec3 p = b.position - a.position, q = c.position - a.position;
    const glm::dvec2 s = b.uv - a.uv, t = c.uv - a.uv;
    const double area = s.x * t.y - s.y * t.x;
    glm::dvec3 along = (p * t.y - q * s.y) * (area < 0 ? -1.0 : 1.0);
    const glm::dvec3 against = (p * t.x - q * s.x) * (area < 0 ? -1.0 : 1.0);  // against v
    if (!(std::abs(area) > 1e-12) || !(glm::length(along) > 0)) continue;
    ++seen;
    along = glm::normalize(along);
    glm::dvec3 given(0), up(0);
    double sign = 0;
    for (const std::uint32_t v : at) {
      given += glm::dvec3(tangents[v]);
      up += glm::dvec3(mesh.vertices[v].normal);
      sign += static_cast<double>(tangents[v].w);
    }
    const bool turned = !(glm::dot(given, along) >= least * glm::length(given)) || glm::length(given) < 1e-6;
    const bool mirrored = glm::dot(glm::cross(up, along), against) * sign < 0;
    if (turned || mirrored) ++off;
  }
  return 10 * off <= seen;
}

}  // namespace undine::solids
