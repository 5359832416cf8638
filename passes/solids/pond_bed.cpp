#include "passes/solids/pond_bed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/scene/scene_error.h"
#include "passes/models/gltf.h"
#include "passes/solids/placement.h"

namespace undine::solids {
namespace {

// Intersections of solids with the vertical line through every cell.
struct Lines {
  glm::uvec2 cells;
  glm::dvec2 low, cell;
  double level;
  std::vector<float> floor;
  std::vector<int> under, over;  // entered minus left on the way up to the level; left minus entered above it

  void cut(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, bool closed) {
    const auto flat = [](const glm::dvec3& p) { return glm::dvec2(p.x, p.z); };
    const auto side = [](const glm::dvec2& p, const glm::dvec2& q, const glm::dvec2& r) {
      return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    const glm::dvec2 pa = flat(a), pb = flat(b), pc = flat(c);
    const double area = side(pa, pb, pc);
    if (area == 0) return;
    const glm::dvec2 from = (glm::min(pa, glm::min(pb, pc)) - low) / cell - 0.5;
    const glm::dvec2 to = (glm::max(pa, glm::max(pb, pc)) - low) / cell - 0.5;
    const glm::dvec2 last = glm::dvec2(cells) - 1.0;
    const auto first_i = static_cast<std::uint32_t>(std::clamp(std::ceil(from.x), 0.0, last.x + 1));
    const auto first_j = static_cast<std::uint32_t>(std::clamp(std::ceil(from.y), 0.0, last.y + 1));
    for (std::uint32_t j = first_j; j <= last.y && j <= to.y; ++j) {
      for (std::uint32_t i = first_i; i <= last.x && i <= to.x; ++i) {
        const glm::dvec2 p = low + (glm::dvec2(i, j) + 0.5) * cell;
        const double u = side(pb, pc, p) / area, v = side(pc, pa, p) / area, w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const double y = u * a.y + v * b.y + w * c.y;
        const std::size_t at = std::size_t{j} * cells.x + i;
        const bool up = area < 0;
        if (y < level && up) floor[at] = std::max(floor[at], static_cast<float>(y));
        if (closed) (y < level ? under : over)[at] += up == (y < level) ? -1 : 1;
      }
    }
  }
  void cut(const TriangleMesh& mesh, const glm::dmat4& place, bool closed) {
    std::vector<glm::dvec3> points;
    for (const Vertex& v : mesh.vertices) points.emplace_back(place * glm::dvec4(glm::dvec3(v.position), 1));
    for (std::size_t t = 0; t + 2 < mesh.indices.size(); t += 3)
      cut(points[mesh.indices[t]], points[mesh.indices[t + 1]], points[mesh.indices[t + 2]], closed);
  }
};

double terrain_at(const Heightmap& map, const glm::dvec2& p) {
  const glm::dvec2 last(map.nx - 1.0, map.nz - 1.0);
  const glm::dvec2 at =
      glm::clamp(((p - glm::dvec2(map.origin.x, map.origin.z)) / map.size + 0.5) * last, glm::dvec2(0), last - 1e-9);
  const auto i = static_cast<std::uint32_t>(at.x), j = static_cast<std::uint32_t>(at.y);
  const auto height = [&](std::uint32_t x, std::uint32_t z) {
    return static_cast<double>(map.height[std::size_t{std::min(z, map.nz - 1)} * map.nx + std::min(x, map.nx - 1)]);
  };
  const glm::dvec2 f = at - glm::dvec2(i, j);
  return map.origin.y + glm::mix(glm::mix(height(i, j), height(i + 1, j), f.x),
                                 glm::mix(height(i, j + 1), height(i + 1, j + 1), f.x), f.y);
}

}  // namespace

PondBed bed_under(const Scene& scene, const Place& place, double cells) {
  const double cell = std::max(place.size.x, place.size.y) / cells;
  Lines lines;
  lines.cells = glm::uvec2(glm::clamp(glm::ceil(place.size / cell - 1e-9), 1.0, cells));
  lines.cell = place.size / glm::dvec2(lines.cells);
  lines.low = glm::dvec2(place.origin.x, place.origin.z) - 0.5 * place.size;
  lines.level = place.origin.y;
  const std::size_t count = std::size_t{lines.cells.x} * lines.cells.y;
  lines.floor.assign(count, pond_bottomless);
  lines.under.assign(count, 0);
  lines.over.assign(count, 0);
  for (const MeshSettings& m : scene.meshes) {
    if (m.motion) continue;
    const glm::dmat4 at(mesh_placement(m));
    if (m.shape != MeshSettings::Shape::gltf) {
      lines.cut(mesh_shape(scene, m), at, m.shape != MeshSettings::Shape::plane);
      continue;
    }
    const GltfModel model = mesh_model(scene, m);
    glm::dmat4 scaled = at;
    for (int axis = 0; axis < 3; ++axis) scaled[axis] *= m.scale;
    for (const GltfPart& part : model.parts) lines.cut(part.mesh, scaled, true);
  }
  PondBed bed{lines.cells, std::move(lines.floor)};
  for (std::size_t at = 0; at < count; ++at) {
    const glm::dvec2 p = lines.low + (glm::dvec2(at % lines.cells.x, at / lines.cells.x) + 0.5) * lines.cell;
    if (scene.terrain && scene.terrain->nx > 1 && scene.terrain->nz > 1)
      bed.height[at] = std::max(bed.height[at], static_cast<float>(terrain_at(*scene.terrain, p)));
    if (lines.under[at] > 0 && lines.over[at] > 0) bed.height[at] = pond_blocked;
  }
  return bed;
}

}  // namespace undine::solids
