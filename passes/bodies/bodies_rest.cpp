#include "passes/bodies/bodies_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/scene_error.h"
#include "passes/grid/heightmap.h"

namespace undine::bodies {

namespace {

// Height of a hull's lowest triangle above a point in the hull's own x and z; none if no triangle lies there.
std::optional<double> underside(std::span<const glm::dvec3> points, std::span<const glm::uvec3> facets,
                                const glm::dvec2& at) {
  std::optional<double> out;
  for (const glm::uvec3& f : facets) {
    const glm::dvec3 &a = points[f.x], &b = points[f.y], &c = points[f.z];
    const glm::dvec2 u(b.x - a.x, b.z - a.z), v(c.x - a.x, c.z - a.z), w = at - glm::dvec2(a.x, a.z);
    const double area = u.x * v.y - u.y * v.x;
    if (area == 0) continue;
    const double s = (w.x * v.y - w.y * v.x) / area, t = (u.x * w.y - u.y * w.x) / area;
    if (s < 0 || t < 0 || s + t > 1) continue;
    const double y = a.y + s * (b.y - a.y) + t * (c.y - a.y);
    out = std::min(out.value_or(y), y);
  }
  return out;
}

// Largest value between 0 and 1 of a function that is a parabola between `cuts`, which are sorted.
template <class Function>
double largest(const std::vector<double>& cuts, Function&& f) {
  double out = -1e30;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double from = cuts[i], to = cuts[i + 1], middle = 0.5 * (from + to);
    const double a = f(from), b = f(middle), c = f(to), bend = a - 2 * b + c;
    const double top = bend < 0 ? std::clamp(0.5 * (a - c) / bend, -1.0, 1.0) : 0;
    out = std::max({out, a, c, f(middle + 0.5 * (to - from) * top)});
  }
  return out;
}

// The terrain's grid about a hull, its corner and the distance of its lines; of large hulls every nth line, 64 at most.
struct GridLines {
  glm::dvec2 corner, step;
  double first(double at, int axis) const {
    return corner[axis] + step[axis] * std::ceil((at - corner[axis]) / step[axis]);
  }
};

// Places along an edge where it crosses lines of the grid, with both ends.
std::vector<double> crossings(const GridLines& lines, const glm::dvec2& a, const glm::dvec2& b) {
  std::vector<double> out{0, 1};
  for (int axis = 0; axis < 2; ++axis) {
    const double low = std::min(a[axis], b[axis]), high = std::max(a[axis], b[axis]);
    for (double at = lines.first(low, axis); at < high; at += lines.step[axis])
      out.push_back(std::clamp((at - a[axis]) / (b[axis] - a[axis]), 0.0, 1.0));
  }
  std::ranges::sort(out);
  return out;
}

// Height of a hull's center at which it touches the terrain. The ground is bilinear in its cells and faces are planes,
// so they meet at a sample of the ground under a face, or on an edge of the hull. points: turned, about the center.
double resting_height(const Heightmap& map, std::span<const glm::dvec3> points, std::span<const glm::uvec3> facets,
                      const glm::dvec3& center) {
  const glm::dvec2 here(center.x, center.z), spacing = map.size / glm::dvec2(map.nx - 1, map.nz - 1);
  glm::dvec2 low(1e30), high(-1e30);
  for (const glm::dvec3& p : points) {
    low = glm::min(low, here + glm::dvec2(p.x, p.z));
    high = glm::max(high, here + glm::dvec2(p.x, p.z));
  }
  const GridLines lines{glm::dvec2(map.origin.x, map.origin.z) - 0.5 * map.size,
                        spacing * glm::max(glm::ceil((high - low) / (64.0 * spacing)), 1.0)};
  double height = -1e30;
  for (const glm::uvec3& f : facets)
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3 &a = points[f[k]], &b = points[f[(k + 1) % 3]];
      const auto above = [&](double t) {
        const glm::dvec3 p = glm::mix(a, b, t);
        return grid::terrain_height(map, here.x + p.x, here.y + p.z) - p.y;
      };
      height =
          std::max(height, largest(crossings(lines, here + glm::dvec2(a.x, a.z), here + glm::dvec2(b.x, b.z)), above));
    }
  for (double z = lines.first(low.y, 1); z <= high.y; z += lines.step.y)
    for (double x = lines.first(low.x, 0); x <= high.x; x += lines.step.x)
      if (const std::optional<double> y = underside(points, facets, glm::dvec2(x, z) - here))
        height = std::max(height, grid::terrain_height(map, x, z) - *y);
  return height;
}

}  // namespace

void put_on_terrain(const Scene& scene, BodyFleet& fleet, std::size_t i) {
  const BodyRecord& record = fleet.records[i];
  if (!scene.bodies[record.kind].on_terrain) return;
  if (!scene.terrain || scene.terrain->nx < 2 || scene.terrain->nz < 2)
    throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}/on_terrain", scene.file.string(), record.kind),
                "the scene has no terrain", "a \"terrain\", or false");
  constexpr double gap = 1e-3;
  BodyState& state = fleet.states[i];
  const glm::dvec3 center = fleet.anchor + glm::dvec3(state.position);
  const glm::dvec2 off(center.x - scene.terrain->origin.x, center.z - scene.terrain->origin.z);
  if (glm::any(glm::greaterThan(glm::abs(off), 0.5 * scene.terrain->size))) return;
  const BodyKind& kind = fleet.kinds[record.kind];
  const glm::dquat rotation(glm::quat(state.rotation.w, state.rotation.x, state.rotation.y, state.rotation.z));
  std::vector<glm::dvec3> points;
  for (std::uint32_t k = 0; k < kind.vertices; ++k)
    points.push_back(rotation * glm::dvec3(fleet.points[kind.first_vertex + k]));
  const std::span<const glm::uvec3> facets(fleet.facets.data() + kind.first_facet, kind.facets);
  state.position.y = static_cast<float>(resting_height(*scene.terrain, points, facets, center) + gap - fleet.anchor.y);
}

}  // namespace undine::bodies
