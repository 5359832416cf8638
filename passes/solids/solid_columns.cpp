#include "passes/solids/solid_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace undine::solids {

SolidColumns::SolidColumns(const Scene& scene, const glm::dvec2& first, const glm::dvec2& apart, glm::uvec2 lines) {
  if (!has_solids(&scene)) return;
  const glm::dvec2 last = first + apart * glm::dvec2(lines - 1u), half = 0.5 * apart;
  const glm::dvec3 low(first.x - half.x, -1e9, first.y - half.y), high(last.x + half.x, 1e9, last.y + half.y);
  for (const Solid& solid : scene_solids(scene, low, high, 0.02 * std::min(apart.x, apart.y), true)) {
    require_closed(solid, "a closed mesh (a box for a plane), or \"solid\": false");
    add(solid, first, apart, lines);
  }
}

SolidColumns::SolidColumns(const std::vector<Solid>& solids, const glm::dvec2& first, const glm::dvec2& apart,
                           glm::uvec2 lines) {
  for (const Solid& solid : solids) {
    require_closed(solid, "a closed mesh (a box for a plane), or \"solid\": false");
    add(solid, first, apart, lines);
  }
}

void SolidColumns::add(const Solid& solid, const glm::dvec2& first, const glm::dvec2& apart, glm::uvec2 lines) {
  const std::size_t nx = lines.x;
  std::vector<std::vector<double>> heights;
  const auto range = [&](double low, double high, int axis) {
    const double most = double(lines[axis]) - 1, a = std::ceil((low - first[axis]) / apart[axis]);
    const double b = std::floor((high - first[axis]) / apart[axis]);
    return std::pair(static_cast<std::ptrdiff_t>(std::max(a, 0.0)), static_cast<std::ptrdiff_t>(std::min(b, most)));
  };
  heights.resize(nx * lines.y);
  for (const glm::uvec3& facet : solid.facets) {
    glm::dvec3 low(1e30), high(-1e30);
    for (int k = 0; k < 3; ++k) {
      low = glm::min(low, solid.points[facet[k]]);
      high = glm::max(high, solid.points[facet[k]]);
    }
    const auto [x0, x1] = range(low.x, high.x, 0);
    const auto [z0, z1] = range(low.z, high.z, 1);
    for (std::ptrdiff_t z = z0; z <= z1; ++z)
      for (std::ptrdiff_t x = x0; x <= x1; ++x)
        if (const auto y = crossing(solid, facet, first.x + apart.x * double(x), first.y + apart.y * double(z)))
          heights[static_cast<std::size_t>(z) * nx + static_cast<std::size_t>(x)].push_back(*y);
  }
  if (spans_.empty()) spans_.resize(heights.size());
  for (std::size_t i = 0; i < heights.size(); ++i) {
    std::ranges::sort(heights[i]);
    for (std::size_t k = 0; k + 1 < heights[i].size(); k += 2)
      if (heights[i][k + 1] > heights[i][k]) spans_[i].push_back({heights[i][k], heights[i][k + 1]});
  }
}

bool SolidColumns::inside(std::size_t line, double y) const {
  return any() && std::ranges::any_of(spans_[line], [&](const SolidSpan& s) { return y >= s.low && y <= s.high; });
}

double SolidColumns::top(std::size_t line, double y, double gap) const {
  if (!any()) return y;
  for (bool rises = true; rises;) {
    rises = false;
    for (const SolidSpan& s : spans_[line])
      if (s.low <= y + gap && s.high > y) {
        y = s.high;
        rises = true;
      }
  }
  return y;
}

bool has_solids(const Scene* scene) {
  return scene && std::ranges::any_of(scene->meshes, [](const MeshSettings& m) { return m.solid && !m.motion; });
}

void require_closed(const Solid& solid, const std::string& remedy) {
  if (solid.open == 0 && !solid.flat) return;
  throw Error(Exit::bad_input, solid.where,
              solid.flat ? "a mesh without thickness has no inside that could exclude particles"
                         : fmt::format("the mesh is not closed: {} of its edges have no partner", solid.open),
              remedy);
}

}  // namespace undine::solids
