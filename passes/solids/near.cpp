#include "passes/solids/near.h"

#include <algorithm>
#include <cmath>

namespace undine::solids {
namespace {

// Tests whether a part of a facet lies in the box, by clipping it at the box's six planes.
bool enters(std::vector<glm::dvec3> polygon, const glm::dvec3& low, const glm::dvec3& high) {
  std::vector<glm::dvec3> cut;
  for (int plane = 0; plane < 6 && !polygon.empty(); ++plane) {
    const int axis = plane / 2;
    const auto inside = [&](const glm::dvec3& p) {
      return plane % 2 == 0 ? p[axis] - low[axis] : high[axis] - p[axis];
    };
    cut.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const glm::dvec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
      const double in_a = inside(a), in_b = inside(b);
      if (in_a >= 0) cut.push_back(a);
      if ((in_a < 0) != (in_b < 0)) cut.push_back(a + (b - a) * (in_a / (in_a - in_b)));
    }
    polygon.swap(cut);
  }
  return !polygon.empty();
}

// The place of a triangle that is nearest [Ericson 2005].
glm::dvec3 nearest_of(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap), d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp),
               d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d1 <= 0 && d2 <= 0) return a;
  if (d3 >= 0 && d4 <= d3) return b;
  if (d6 >= 0 && d5 <= d6) return c;
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double sum = va + vb + vc;
  return sum > 0 ? a + ab * (vb / sum) + ac * (vc / sum) : a;
}

}  // namespace

bool reaches_into(const Solid& solid, const glm::dvec3& low, const glm::dvec3& high) {
  if (glm::any(glm::greaterThanEqual(solid.low, high)) || glm::any(glm::lessThanEqual(solid.high, low))) return false;
  for (const glm::uvec3& f : solid.facets)
    if (enters({solid.points[f.x], solid.points[f.y], solid.points[f.z]}, low, high)) return true;
  // No surface in the box: all of it is within, or nothing.
  const glm::dvec3 middle = 0.5 * (low + high);
  const std::vector<double> crossed = crossings(solid, middle.x, middle.z);
  return (crossed.end() - std::ranges::lower_bound(crossed, middle.y)) % 2 == 1;
}

void mark_near(const Solid& solid, const std::vector<glm::vec4>& places, double within, std::vector<bool>& marks) {
  // By x, so that a facet looks at those alone that it may be near to.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const glm::dvec3 p(places[i]);
    if (glm::all(glm::greaterThan(p, solid.low - within)) && glm::all(glm::lessThan(p, solid.high + within)))
      order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return places[i].x; });
  for (const glm::uvec3& f : solid.facets) {
    const glm::dvec3 &a = solid.points[f.x], &b = solid.points[f.y], &c = solid.points[f.z];
    const glm::dvec3 low = glm::min(a, glm::min(b, c)) - within, high = glm::max(a, glm::max(b, c)) + within;
    auto at =
        std::ranges::lower_bound(order, low.x, {}, [&](std::size_t i) { return static_cast<double>(places[i].x); });
    for (; at != order.end(); ++at) {
      const glm::dvec3 p(places[*at]);
      if (p.x > high.x) break;
      if (marks[*at] || glm::any(glm::lessThan(p, low)) || glm::any(glm::greaterThan(p, high))) continue;
      if (glm::distance(p, nearest_of(p, a, b, c)) < within) marks[*at] = true;
    }
  }
}

}  // namespace undine::solids
