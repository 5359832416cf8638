// Mass properties of a closed surface by signed tetrahedra from the origin to its triangles: the integrals of 1, x and
// x x^T over a tetrahedron are polynomials of its corners.
#include "passes/bodies/bodies_hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "engine/core/error.h"
#include "passes/bodies/bodies_symmetry.h"

namespace undine::bodies {
namespace {

constexpr double pi = std::numbers::pi;

// Lattice points of a box's surface, each once.
Hull box(const glm::dvec3& size) {
  Hull hull;
  glm::ivec3 n;
  const double longest = std::max({size.x, size.y, size.z});
  for (int axis = 0; axis < 3; ++axis)
    n[axis] = std::clamp(static_cast<int>(std::lround(3 * size[axis] / longest)), 1, 3);
  std::map<std::array<int, 3>, unsigned> known;
  const auto point = [&](const glm::ivec3& at) {
    auto [place, fresh] = known.try_emplace({at.x, at.y, at.z}, static_cast<unsigned>(hull.points.size()));
    if (fresh) hull.points.push_back((glm::dvec3(at) / glm::dvec3(n) - 0.5) * size);
    return place->second;
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < n[u]; ++i)
        for (int j = 0; j < n[v]; ++j) {
          unsigned corner[4];
          for (int k = 0; k < 4; ++k) {
            glm::ivec3 at;
            at[axis] = side * n[axis];
            at[u] = i + (k == 1 || k == 2);
            at[v] = j + (k >= 2);
            corner[k] = point(at);
          }
          if (side == 1)
            add_quad(hull, corner[0], corner[1], corner[2], corner[3]);
          else
            add_quad(hull, corner[0], corner[3], corner[2], corner[1]);
        }
  }
  return hull;
}

// Rings of `around` points about the y axis between two poles. Each ring: radius, y.
Hull turned(const std::vector<glm::dvec2>& rings, unsigned around, double bottom, double top) {
  Hull hull;
  hull.points.push_back({0, bottom, 0});
  for (const glm::dvec2& ring : rings)
    for (unsigned i = 0; i < around; ++i) {
      const double a = 2 * pi * i / around;
      hull.points.push_back({ring.x * std::sin(a), ring.y, ring.x * std::cos(a)});
    }
  const auto last = static_cast<unsigned>(hull.points.size());
  hull.points.push_back({0, top, 0});
  const auto at = [around](std::size_t ring, unsigned i) {
    return 1 + static_cast<unsigned>(ring) * around + i % around;
  };
  for (unsigned i = 0; i < around; ++i) {
    hull.facets.push_back({0, at(0, i + 1), at(0, i)});
    for (std::size_t r = 0; r + 1 < rings.size(); ++r)
      add_quad(hull, at(r, i), at(r, i + 1), at(r + 1, i + 1), at(r + 1, i));
    hull.facets.push_back({last, at(rings.size() - 1, i), at(rings.size() - 1, i + 1)});
  }
  return hull;
}

// Icosahedron whose edges are divided by three. A section through its middle has the area of the sphere's to 1 %, in
// any attitude: so has the stiffness of its heave.
Hull sphere(double radius) {
  constexpr int parts = 3;
  constexpr double golden = std::numbers::phi;
  std::vector<glm::dvec3> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (double one : {-1.0, 1.0})
      for (double long_side : {-golden, golden}) {
        glm::dvec3 p(0);
        p[(axis + 1) % 3] = one;
        p[(axis + 2) % 3] = long_side;
        corners.push_back(p);
      }
  Hull hull;
  std::map<std::tuple<long long, long long, long long>, unsigned> known;
  const auto point = [&](const glm::dvec3& at) {
    const glm::dvec3 p = glm::normalize(at), key = glm::round(p * 1e9);
    const auto [place, fresh] = known.try_emplace(
        std::tuple(static_cast<long long>(key.x), static_cast<long long>(key.y), static_cast<long long>(key.z)),
        static_cast<unsigned>(hull.points.size()));
    if (fresh) hull.points.push_back(radius * p);
    return place->second;
  };
  const auto beside = [&](std::size_t i, std::size_t k) { return glm::distance(corners[i], corners[k]) < 2.1; };
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t k = i + 1; k < corners.size(); ++k)
      for (std::size_t l = k + 1; l < corners.size(); ++l) {
        if (!beside(i, k) || !beside(k, l) || !beside(l, i)) continue;
        glm::dvec3 a = corners[i], b = corners[k], c = corners[l];
        if (glm::dot(a, glm::cross(b, c)) < 0) std::swap(b, c);
        const auto at = [&](int u, int v) {
          return point(a + (b - a) * (1.0 * u / parts) + (c - a) * (1.0 * v / parts));
        };
        for (int u = 0; u < parts; ++u)
          for (int v = 0; u + v < parts; ++v) {
            hull.facets.push_back({at(u, v), at(u + 1, v), at(u, v + 1)});
            if (u + v + 1 < parts) hull.facets.push_back({at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)});
          }
      }
  return hull;
}

Hull cylinder(double radius, double length) {
  std::vector<glm::dvec2> rings;
  const double h = length / 2;
  for (int i = 0; i <= 3; ++i) rings.push_back({radius, -h + length * i / 3});
  return turned(rings, 18, -h, h);
}

Hull capsule(double radius, double length) {
  std::vector<glm::dvec2> rings;
  const double h = length / 2 - radius;
  const int caps = 3, middle = h > 0 ? 3 : 0;
  for (int i = 1; i <= caps; ++i)
    rings.push_back({radius * std::sin(pi / 2 * i / caps), -h - radius * std::cos(pi / 2 * i / caps)});
  for (int i = 1; i < middle; ++i) rings.push_back({radius, -h + 2 * h * i / middle});
  for (int i = middle > 0 ? caps : caps - 1; i >= 1; --i)
    rings.push_back({radius * std::sin(pi / 2 * i / caps), h + radius * std::cos(pi / 2 * i / caps)});
  return turned(rings, 14, -length / 2, length / 2);
}

double enclosed(const Hull& hull) {
  double six = 0;
  for (const auto& [f, weight] : weighted_facets(hull))
    six += weight * glm::dot(hull.points[f.x], glm::cross(hull.points[f.y], hull.points[f.z]));
  return six / 6;
}

void check_closed(const Hull& hull, const std::string& where) {
  std::map<std::pair<unsigned, unsigned>, int> edges;
  for (const glm::uvec3& f : hull.facets)
    for (int k = 0; k < 3; ++k) ++edges[{f[k], f[(k + 1) % 3]}];
  std::size_t open = 0;
  for (const auto& [edge, times] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    open += back == edges.end() || back->second != times;
  }
  if (open > 0)
    throw Error(Exit::bad_input, where, fmt::format("the mesh is not closed: {} of its edges have no partner", open),
                "a hull without holes whose triangles all face outwards");
}

}  // namespace

std::vector<std::pair<glm::uvec3, double>> weighted_facets(const Hull& hull) {
  std::vector<std::pair<glm::uvec3, double>> out;
  for (const glm::uvec3& f : hull.facets) out.emplace_back(f, 1);
  for (const auto& half : hull.crossed)
    for (const glm::uvec3& f : half) out.emplace_back(f, 0.5);
  return out;
}

void weigh(Hull& hull) {
  double six = 0;
  glm::dvec3 moment{0};
  glm::dmat3 second{0};  // integral of x x^T
  for (const auto& [f, weight] : weighted_facets(hull)) {
    const glm::dvec3 a = hull.points[f.x], b = hull.points[f.y], c = hull.points[f.z], sum = a + b + c;
    const double part = weight * glm::dot(a, glm::cross(b, c));
    six += part;
    moment += part * sum;
    second += part * (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) +
                      glm::outerProduct(sum, sum));
  }
  hull.volume = six / 6;
  const glm::dvec3 middle = moment / (4 * six);
  second = second / 120.0 - hull.volume * glm::outerProduct(middle, middle);
  hull.inertia = glm::dmat3(second[0][0] + second[1][1] + second[2][2]) - second;
  hull.shift += middle;
  for (glm::dvec3& p : hull.points) p -= middle;
}

Hull make_hull(const BodySettings& s) {
  Hull hull;
  double volume = 0;
  glm::dvec3 along{1};  // which axes are stretched to reach the volume
  const double r = s.radius;
  switch (s.shape) {
    case BodySettings::Shape::sphere:
      hull = sphere(r);
      volume = 4.0 / 3 * pi * r * r * r;
      break;
    case BodySettings::Shape::cylinder:
      hull = cylinder(r, s.length);
      volume = pi * r * r * s.length;
      along = {1, 0, 1};
      break;
    case BodySettings::Shape::capsule:
      hull = capsule(r, s.length);
      volume = pi * r * r * (s.length - 2 * r) + 4.0 / 3 * pi * r * r * r;
      break;
    default:
      hull = box(s.size);
      volume = s.size.x * s.size.y * s.size.z;
      break;
  }
  const double straight = s.shape == BodySettings::Shape::capsule ? s.length - 2 * r : s.length;
  const double middle = pi * r * r * straight, caps = volume - middle;
  const double factor = std::pow(volume / enclosed(hull), 1 / (along.x + along.y + along.z));
  for (glm::dvec3& p : hull.points) p *= glm::mix(glm::dvec3(1), glm::dvec3(factor), along);
  weigh(hull);
  // Inertia of the round shape itself.
  double across = middle * (straight * straight / 12 + r * r / 4), about = middle * r * r / 2;
  if (s.shape == BodySettings::Shape::sphere) across = about = 0.4 * volume * r * r;
  if (s.shape == BodySettings::Shape::capsule) {
    across += caps * (0.4 * r * r + straight * straight / 4 + 0.375 * straight * r);
    about += caps * 0.4 * r * r;
  }
  if (s.shape != BodySettings::Shape::box) {
    hull.inertia = glm::dmat3(across);
    hull.inertia[1][1] = about;
  }
  return hull;
}

Hull make_hull(const std::vector<solids::TriangleMesh>& parts, double scale, const std::string& where) {
  Hull hull;
  glm::dvec3 low(1e30), high(-1e30);
  for (const solids::TriangleMesh& part : parts)
    for (const solids::Vertex& v : part.vertices) {
      low = glm::min(low, scale * glm::dvec3(v.position));
      high = glm::max(high, scale * glm::dvec3(v.position));
    }
  if (low.x > high.x) throw Error(Exit::bad_input, where, "the mesh has no triangles", "a hull without holes");
  const double grain = 1e-5 * std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1e-9});
  std::map<std::tuple<long long, long long, long long>, unsigned> known;
  for (const solids::TriangleMesh& part : parts) {
    for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
      glm::uvec3 facet;
      for (int k = 0; k < 3; ++k) {
        const glm::dvec3 p = scale * glm::dvec3(part.vertices[part.indices[i + static_cast<std::size_t>(k)]].position);
        const glm::dvec3 cell = glm::round((p - low) / grain);
        const auto key =
            std::tuple(static_cast<long long>(cell.x), static_cast<long long>(cell.y), static_cast<long long>(cell.z));
        const auto [place, fresh] = known.try_emplace(key, static_cast<unsigned>(hull.points.size()));
        if (fresh) hull.points.push_back(p);
        facet[k] = place->second;
      }
      if (facet.x != facet.y && facet.y != facet.z && facet.z != facet.x) hull.facets.push_back(facet);
    }
  }
  check_closed(hull, where);
  const double volume = enclosed(hull), box = std::max((high.x - low.x) * (high.y - low.y) * (high.z - low.z), 1e-30);
  if (volume < 0)
    for (glm::uvec3& f : hull.facets) std::swap(f.y, f.z);
  if (!(std::abs(volume) > 1e-6 * box))
    throw Error(Exit::bad_input, where, "the mesh encloses no volume", "a closed hull with an inside");
  weigh(hull);
  return hull;
}

Hull make_vessel(const std::vector<solids::TriangleMesh>& parts, double scale, const std::string& where,
                 const glm::dvec3& up, std::vector<std::string>& messages) {
  Hull hull = make_hull(parts, scale, where);
  symmetrize(hull);
  weigh(hull);
  messages = remove_cavities(hull);
  find_basins(hull, up);
  return hull;
}

}  // namespace undine::bodies
