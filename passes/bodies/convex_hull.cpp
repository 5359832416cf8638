// Incremental convex hull: a point outside replaces all faces that are visible from it.
#include "passes/bodies/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace undine::bodies {
namespace {

struct Facet {
  glm::uvec3 corners;
  glm::dvec3 normal;
  double offset = 0;
};

using Points = std::vector<glm::dvec3>;

Facet facet(const Points& p, unsigned a, unsigned b, unsigned c) {
  const glm::dvec3 n = glm::cross(p[b] - p[a], p[c] - p[a]);
  const double size = glm::length(n);
  const glm::dvec3 normal = size > 0 ? n / size : glm::dvec3(0);
  return {{a, b, c}, normal, glm::dot(normal, p[a])};
}

template <class Measure>
unsigned farthest(const Points& p, Measure&& measure) {
  unsigned best = 0;
  double most = -1;
  for (unsigned i = 0; i < p.size(); ++i)
    if (const double m = measure(p[i]); m > most) {
      most = m;
      best = i;
    }
  return best;
}

// A tetrahedron among the points. Empty: they lie in one plane.
std::vector<Facet> first_facets(const Points& p, double size) {
  const unsigned a = farthest(p, [&](const glm::dvec3& q) { return 1e9 * size - q.x; });
  const unsigned b = farthest(p, [&](const glm::dvec3& q) { return glm::distance(q, p[a]); });
  const auto off_line = [&](const glm::dvec3& q) { return glm::length(glm::cross(q - p[a], p[b] - p[a])); };
  const unsigned c = farthest(p, off_line);
  const Facet base = facet(p, a, b, c);
  const unsigned d = farthest(p, [&](const glm::dvec3& q) { return std::abs(glm::dot(base.normal, q) - base.offset); });
  const double height = glm::dot(base.normal, p[d]) - base.offset;
  if (!(std::abs(height) > 1e-6 * size)) return {};
  unsigned u = b, v = c;
  if (height > 0) std::swap(u, v);
  return {facet(p, a, u, v), facet(p, a, d, u), facet(p, u, d, v), facet(p, v, d, a)};
}

void add_point(std::vector<Facet>& facets, const Points& p, unsigned i, double slack) {
  std::set<std::pair<unsigned, unsigned>> edges;
  std::vector<Facet> kept;
  for (const Facet& f : facets) {
    if (glm::dot(f.normal, p[i]) - f.offset <= slack) {
      kept.push_back(f);
      continue;
    }
    for (int k = 0; k < 3; ++k) edges.insert({f.corners[k], f.corners[(k + 1) % 3]});
  }
  if (edges.empty()) return;
  for (const auto& [from, to] : edges)
    if (!edges.contains({to, from})) kept.push_back(facet(p, from, to, i));
  facets = std::move(kept);
}

// Corners of facets in one plane, around their middle.
ConvexHull::Face polygon(const Points& p, const glm::dvec3& normal, const std::set<unsigned>& corners) {
  ConvexHull::Face face{normal, {corners.begin(), corners.end()}};
  glm::dvec3 middle(0);
  for (unsigned c : face.corners) middle += p[c] / static_cast<double>(face.corners.size());
  const glm::dvec3 u = glm::normalize(p[face.corners[0]] - middle), v = glm::cross(normal, u);
  const auto angle = [&](unsigned c) { return std::atan2(glm::dot(p[c] - middle, v), glm::dot(p[c] - middle, u)); };
  std::ranges::sort(face.corners, {}, angle);
  return face;
}

Points extreme_points(const Points& points, std::size_t most) {
  if (points.size() <= most) return points;
  std::set<std::size_t> chosen;
  for (std::size_t k = 0; k < most; ++k) {  // a spiral over the sphere
    const double y = 1 - 2 * (static_cast<double>(k) + 0.5) / static_cast<double>(most);
    const double around = std::numbers::pi * (3 - std::sqrt(5.0)) * static_cast<double>(k), r = std::sqrt(1 - y * y);
    const glm::dvec3 d(r * std::cos(around), y, r * std::sin(around));
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (glm::dot(points[i], d) > glm::dot(points[best], d)) best = i;
    chosen.insert(best);
  }
  Points out;
  for (std::size_t i : chosen) out.push_back(points[i]);
  return out;
}

}  // namespace

ConvexHull convex_hull(const std::vector<glm::dvec3>& all, std::size_t most) {
  ConvexHull hull;
  if (all.size() < 4) return hull;
  const Points points = extreme_points(all, most);
  glm::dvec3 low(1e300), high(-1e300);
  for (const glm::dvec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const double size = glm::distance(low, high);
  std::vector<Facet> facets = first_facets(points, size);
  if (facets.empty()) return hull;
  for (unsigned i = 0; i < points.size(); ++i) add_point(facets, points, i, 1e-7 * size);
  std::vector<bool> taken(facets.size(), false);
  std::map<unsigned, unsigned> number;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (taken[i]) continue;
    std::set<unsigned> corners;
    for (std::size_t j = i; j < facets.size(); ++j) {
      if (taken[j] || glm::dot(facets[i].normal, facets[j].normal) < 1 - 1e-7 ||
          std::abs(facets[i].offset - facets[j].offset) > 1e-6 * size)
        continue;
      taken[j] = true;
      for (int k = 0; k < 3; ++k) {
        const unsigned c = facets[j].corners[k];
        const auto [place, fresh] = number.try_emplace(c, static_cast<unsigned>(hull.points.size()));
        if (fresh) hull.points.push_back(points[c]);
        corners.insert(place->second);
      }
    }
    hull.faces.push_back(polygon(hull.points, facets[i].normal, corners));
  }
  return hull;
}

}  // namespace undine::bodies
