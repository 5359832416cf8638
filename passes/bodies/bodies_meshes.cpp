#include "passes/bodies/bodies_meshes.h"

#include <fmt/format.h>

#include <span>

namespace undine::bodies {

std::vector<BodyMesh> meshes_of(const BodyFleet& fleet) {
  std::vector<BodyMesh> out;
  for (std::size_t i = 0; i < fleet.entries.size(); ++i) {
    const BodyFleet::Entry& entry = fleet.entries[i];
    const BodyKind& kind = fleet.kinds[i];
    const auto points = std::span(fleet.points).subspan(kind.first_vertex, kind.vertices);
    const std::uint32_t once = kind.whole + (kind.facets - kind.whole) / 2;  // of quads that have both, one diagonal
    const auto facets = std::span(fleet.facets).subspan(kind.first_facet, once);
    out.push_back({.name = entry.name,
                   .first = entry.first,
                   .points = {points.begin(), points.end()},
                   .facets = {facets.begin(), facets.end()},
                   .count = entry.count});
  }
  for (std::size_t i = 0; i < fleet.movers.size(); ++i) {
    const Mover& mover = fleet.movers[i];
    if (mover.surfaces.empty()) continue;
    BodyMesh& mesh = out.emplace_back();
    mesh.name = mover.motion.name.empty() ? fmt::format("mesh {}", mover.mesh) : mover.motion.name;
    mesh.first = fleet.floating + static_cast<std::uint32_t>(i);
    for (const solids::Solid& surface : mover.surfaces) {
      const auto first = static_cast<std::uint32_t>(mesh.points.size());
      for (const glm::dvec3& point : surface.points) mesh.points.emplace_back(point);
      for (const glm::uvec3& facet : surface.facets) mesh.facets.push_back(facet + first);
    }
  }
  return out;
}

}  // namespace undine::bodies
