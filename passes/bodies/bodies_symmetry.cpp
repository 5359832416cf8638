#include "passes/bodies/bodies_symmetry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "passes/bodies/bodies_hull.h"

namespace undine::bodies {
namespace {

constexpr double tolerance = 1e-4;         // of the largest extent
constexpr double volume_tolerance = 1e-4;  // of the volume

// A key that is equal for a point and its mirror images in the coordinate planes only.
double mirror_rank(const glm::dvec3& p) {
  return glm::dot(glm::abs(p), glm::dvec3(1, std::numbers::sqrt2, std::numbers::sqrt3));
}

using Cell = std::array<long long, 3>;

double extent_of(const Hull& hull) {
  glm::dvec3 low(1e300), high(-1e300);
  for (const glm::dvec3& p : hull.points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const glm::dvec3 size = high - low;
  return std::max({size.x, size.y, size.z});
}

double volume_of(const Hull& hull) {
  double six = 0;
  for (const glm::uvec3& f : hull.facets)
    six += glm::dot(hull.points[f.x], glm::cross(hull.points[f.y], hull.points[f.z]));
  return six / 6;
}

// Number of each point's mirror image; none if a point lacks one.
std::optional<std::vector<unsigned>> images(const Hull& hull, int axis, double within) {
  const auto cell_of = [&](const glm::dvec3& p) {
    const glm::dvec3 c = glm::floor(p / within);
    return Cell{static_cast<long long>(c.x), static_cast<long long>(c.y), static_cast<long long>(c.z)};
  };
  std::multimap<Cell, unsigned> cells;
  for (std::size_t i = 0; i < hull.points.size(); ++i) cells.emplace(cell_of(hull.points[i]), static_cast<unsigned>(i));
  std::vector<unsigned> out;
  for (glm::dvec3 p : hull.points) {
    p[axis] = -p[axis];
    const Cell middle = cell_of(p);
    double nearest = within;
    std::optional<unsigned> found;
    for (int k = 0; k < 27; ++k) {
      const auto [first, last] =
          cells.equal_range({middle[0] + k % 3 - 1, middle[1] + k / 3 % 3 - 1, middle[2] + k / 9 - 1});
      for (auto at = first; at != last; ++at) {
        const double away = glm::distance(hull.points[at->second], p);
        if (away > nearest || (found && away == nearest)) continue;
        nearest = away;
        found = at->second;
      }
    }
    if (!found) return std::nullopt;
    out.push_back(*found);
  }
  return out;
}

glm::uvec3 turned(glm::uvec3 f) {  // the least corner first
  while (f.x > f.y || f.x > f.z) f = {f.y, f.z, f.x};
  return f;
}

bool has_mirrored_facets(const Hull& hull, const std::vector<unsigned>& image) {
  std::set<std::array<unsigned, 3>> known;
  for (const glm::uvec3& facet : hull.facets) {
    const glm::uvec3 f = turned(facet);
    known.insert({f.x, f.y, f.z});
  }
  return std::ranges::all_of(hull.facets, [&](const glm::uvec3& facet) {
    const glm::uvec3 f = turned({image[facet.x], image[facet.z], image[facet.y]});
    return known.contains({f.x, f.y, f.z});
  });
}

// Same distances on both sides to the last bit.
void snap(Hull& hull, int axis, const std::vector<unsigned>& image) {
  std::vector<glm::dvec3> points = hull.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    glm::dvec3 other = hull.points[image[i]];
    other[axis] = -other[axis];
    const glm::dvec3 mean = 0.5 * (hull.points[i] + other);
    points[i] = mean;
    if (image[i] == i) points[i][axis] = 0;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (image[i] <= i || image[image[i]] != i) continue;
    glm::dvec3& there = points[image[i]];
    there = points[i];
    there[axis] = -there[axis];
  }
  hull.points = points;
}

// Two triangles, split along the diagonal through the corner of highest rank. False: both diagonals have it.
bool add_halves(Hull& hull, const std::array<unsigned, 4>& quad) {
  const auto [a, b, c, d] = quad;
  double rank[4];
  for (std::size_t k = 0; k < 4; ++k) rank[k] = mirror_rank(hull.points[quad[k]]);
  const double across = std::max(rank[0], rank[2]) - std::max(rank[1], rank[3]);
  if (std::abs(across) < 1e-9 * *std::ranges::max_element(rank)) return false;
  if (across < 0) {
    hull.facets.push_back({a, b, c});
    hull.facets.push_back({a, c, d});
  } else {
    hull.facets.push_back({b, c, d});
    hull.facets.push_back({b, d, a});
  }
  return true;
}

// The half on the positive side of a plane, and its image.
class Halves {
 public:
  Halves(const Hull& hull, int axis, double within) : from_(hull), axis_(axis) {
    for (glm::dvec3 p : hull.points) {
      if (std::abs(p[axis]) < within) p[axis] = 0;
      from_.points[at_++] = p;
    }
  }

  Hull join() {
    out_ = from_;
    out_.points.clear();
    out_.facets.clear();
    for (const glm::uvec3& f : from_.facets) cut(f);
    return out_;
  }

 private:
  double side(unsigned p) const { return from_.points[p][axis_]; }

  // Number of a point of the half in the result; `mirrored`: of its image.
  unsigned place(std::array<unsigned, 2> of, bool mirrored) {
    if (of[0] > of[1]) std::swap(of[0], of[1]);
    glm::dvec3 p = from_.points[of[0]];
    if (of[0] != of[1]) {
      const double a = side(of[0]), b = side(of[1]);
      p = glm::mix(p, from_.points[of[1]], a / (a - b));
      p[axis_] = 0;
    }
    mirrored = mirrored && p[axis_] != 0;
    if (mirrored) p[axis_] = -p[axis_];
    const auto [entry, fresh] = known_.try_emplace({of[0], of[1], mirrored}, static_cast<unsigned>(out_.points.size()));
    if (fresh) out_.points.push_back(p);
    return entry->second;
  }

  void cut(const glm::uvec3& f) {
    std::vector<std::array<unsigned, 2>> kept;  // corners, or edges that the plane crosses
    bool beyond = false;
    for (int k = 0; k < 3; ++k) {
      const unsigned a = f[k], b = f[(k + 1) % 3];
      if (side(a) >= 0) kept.push_back({a, a});
      beyond = beyond || side(a) > 0;
      if (side(a) * side(b) < 0) kept.push_back({a, b});
    }
    if (!beyond) return;
    for (bool mirrored : {false, true}) {
      std::vector<unsigned> corners;
      for (const std::array<unsigned, 2>& k : kept) corners.push_back(place(k, mirrored));
      if (mirrored) std::ranges::reverse(corners);
      if (corners.size() == 4)
        add_quarters(corners);
      else
        out_.facets.push_back({corners[0], corners[1], corners[2]});
    }
  }

  // Diagonals of equal rank would cross: the surface gets a point in the middle.
  void add_quarters(const std::vector<unsigned>& corners) {
    if (add_halves(out_, {corners[0], corners[1], corners[2], corners[3]})) return;
    const auto at = static_cast<unsigned>(out_.points.size());
    glm::dvec3 middle(0);
    for (unsigned c : corners) middle += 0.25 * out_.points[c];
    out_.points.push_back(middle);
    for (std::size_t k = 0; k < 4; ++k) out_.facets.push_back({corners[k], corners[(k + 1) % 4], at});
  }

  Hull from_, out_;
  int axis_;
  std::size_t at_ = 0;
  std::map<std::array<unsigned, 3>, unsigned> known_;
};

}  // namespace

void add_quad(Hull& hull, unsigned a, unsigned b, unsigned c, unsigned d) {
  if (add_halves(hull, {a, b, c, d})) return;
  hull.crossed[0].insert(hull.crossed[0].end(), {{a, b, c}, {a, c, d}});
  hull.crossed[1].insert(hull.crossed[1].end(), {{b, c, d}, {b, d, a}});
}

void symmetrize(Hull& hull) {
  const double within = tolerance * extent_of(hull), volume = volume_of(hull);
  bool symmetric[3];
  for (int axis = 0; axis < 3; ++axis) symmetric[axis] = images(hull, axis, within).has_value();
  for (int axis = 0; axis < 3; ++axis) {
    if (!symmetric[axis]) continue;
    const auto image = images(hull, axis, within);  // a cut may have left points without one
    if (image && has_mirrored_facets(hull, *image)) {
      snap(hull, axis, *image);
      continue;
    }
    const Hull halves = Halves(hull, axis, within).join();
    if (std::abs(volume_of(halves) - volume) <= volume_tolerance * std::abs(volume)) hull = halves;
  }
}

}  // namespace undine::bodies
