#include "passes/bodies/contact_shapes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "passes/bodies/bodies_hull.h"
#include "passes/bodies/bodies_movers.h"
#include "passes/bodies/convex_hull.h"

namespace undine::bodies {
namespace {

constexpr std::size_t leaf_triangles = 4;
constexpr int cylinder_sides = 32;

std::uint32_t size_of(const auto& list) { return static_cast<std::uint32_t>(list.size()); }

// Points of each connected surface, one list per surface.
std::vector<std::vector<glm::dvec3>> joined_points(const Hull& hull) {
  std::vector<unsigned> root(hull.points.size());
  std::iota(root.begin(), root.end(), 0u);
  const auto find = [&](unsigned i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (const glm::uvec3& f : hull.facets) {
    root[find(f.y)] = find(f.x);
    root[find(f.z)] = find(f.x);
  }
  std::map<unsigned, std::vector<glm::dvec3>> surfaces;
  for (unsigned i = 0; i < root.size(); ++i) surfaces[find(i)].push_back(hull.points[i]);
  std::vector<std::vector<glm::dvec3>> out;
  for (auto& [first, points] : surfaces) out.push_back(std::move(points));
  return out;
}

glm::dvec3 normal_of(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 n = glm::cross(b - a, c - a);
  const double size = glm::length(n);
  return size > 0 ? n / size : glm::dvec3(0);
}

bool is_convex(const solids::Solid& s) {
  const double slack = 1e-4 * glm::distance(s.low, s.high);
  return std::ranges::all_of(s.facets, [&](const glm::uvec3& f) {
    const glm::dvec3 a = s.points[f.x], n = normal_of(a, s.points[f.y], s.points[f.z]);
    return std::ranges::all_of(s.points, [&](const glm::dvec3& p) { return glm::dot(p - a, n) <= slack; });
  });
}

std::vector<ContactTriangle> triangles_with_edges(const std::vector<glm::dvec3>& points,
                                                  const std::vector<glm::uvec3>& facets) {
  std::map<std::pair<unsigned, unsigned>, unsigned> facing;  // the third corner of the facet that has an edge
  for (const glm::uvec3& f : facets)
    for (int k = 0; k < 3; ++k) facing[{f[k], f[(k + 1) % 3]}] = f[(k + 2) % 3];
  std::vector<ContactTriangle> out;
  for (const glm::uvec3& f : facets) {
    const glm::dvec3 n = normal_of(points[f.x], points[f.y], points[f.z]);
    if (n == glm::dvec3(0)) continue;
    ContactTriangle t{};
    for (int k = 0; k < 3; ++k) {
      t.corners[k] = glm::vec3(points[f[k]]);
      t.beyond[k] = glm::vec3(-n);
      const auto other = facing.find({f[(k + 1) % 3], f[k]});
      if (other == facing.end()) {
        t.edges |= 1u << k;
        continue;
      }
      const glm::dvec3 &a = points[f[k]], &b = points[f[(k + 1) % 3]], &c = points[other->second];
      t.beyond[k] = glm::vec3(normal_of(b, a, c));
      if (glm::dot(c - a, n) < -1e-3 * glm::distance(c, a)) t.edges |= 1u << k;
    }
    out.push_back(t);
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> ContactShapes::lists() const {
  std::vector<std::uint32_t> out;
  for (const ContactKind& k : kinds) out.insert(out.end(), {k.first_part, k.parts});
  out.insert(out.end(), corners.begin(), corners.end());
  return out;
}

void ContactShapes::begin_kind() { kinds.push_back({size_of(parts), 0}); }
void ContactShapes::end_kind() { kinds.back().parts = size_of(parts) - kinds.back().first_part; }

void ContactShapes::add_box(const glm::vec3& center, const glm::vec3& half_size) {
  std::vector<glm::dvec3> box;
  for (int k = 0; k < 8; ++k)
    box.push_back(glm::dvec3(center) +
                  glm::dvec3(half_size) * glm::dvec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
  add_hull(box);
}

// A prism whose corners lie on the cylinder.
void ContactShapes::add_cylinder(const glm::vec3& center, float radius, float half) {
  const double turn = 2 * std::numbers::pi / cylinder_sides;
  const auto r = static_cast<double>(radius);
  std::vector<glm::dvec3> prism;
  for (int k = 0; k < 2 * cylinder_sides; ++k)
    prism.push_back(glm::dvec3(center) +
                    glm::dvec3(r * std::sin(turn * (k / 2)), k % 2 ? half : -half, r * std::cos(turn * (k / 2))));
  if (add_hull(prism)) parts.back().shape = contact_cylinder;
}

void ContactShapes::add_capsule(const glm::vec3& center, float radius, float straight) {
  ContactPart part{.center = center, .half_size = glm::vec3(radius, straight + radius, radius), .rounding = radius};
  part.first_point = size_of(points);
  part.points = straight > 0 ? 2 : 1;
  points.push_back(glm::vec3(0, -straight, 0));
  if (straight > 0) points.push_back(glm::vec3(0, straight, 0));
  parts.push_back(part);
}

bool ContactShapes::add_hull(const std::vector<glm::dvec3>& from) {
  const ConvexHull hull = convex_hull(from);
  if (hull.faces.empty()) return false;
  glm::dvec3 low(1e300), high(-1e300), middle(0);
  for (const glm::dvec3& p : hull.points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
    middle += p / static_cast<double>(hull.points.size());
  }
  ContactPart part{.center = glm::vec3(middle), .half_size = glm::vec3(0.5 * (high - low)), .shape = contact_hull};
  part.first_point = size_of(points);
  part.points = size_of(hull.points);
  part.first_face = size_of(faces);
  part.faces = size_of(hull.faces);
  for (const glm::dvec3& p : hull.points) points.push_back(glm::vec3(p - middle));
  for (const ConvexHull::Face& f : hull.faces) {
    faces.push_back({glm::vec3(f.normal), size_of(corners), size_of(f.corners)});
    corners.insert(corners.end(), f.corners.begin(), f.corners.end());
  }
  parts.push_back(part);
  return true;
}

void ContactShapes::add_node(std::vector<ContactTriangle>& list, std::size_t first, std::size_t count) {
  const std::size_t at = nodes.size();
  nodes.emplace_back();
  glm::vec3 low(1e30f), high(-1e30f);
  for (std::size_t i = first; i < first + count; ++i)
    for (const glm::vec3& c : list[i].corners) {
      low = glm::min(low, c);
      high = glm::max(high, c);
    }
  if (count > leaf_triangles) {
    const glm::vec3 size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto place = [axis](const ContactTriangle& t) {
      return t.corners[0][axis] + t.corners[1][axis] + t.corners[2][axis];
    };
    std::ranges::stable_sort(list.begin() + static_cast<std::ptrdiff_t>(first),
                             list.begin() + static_cast<std::ptrdiff_t>(first + count), {}, place);
    add_node(list, first, count / 2);
    add_node(list, first + count / 2, count - count / 2);
    nodes[at].count = 0;
  } else {
    nodes[at].first = size_of(triangles);
    nodes[at].count = static_cast<std::uint32_t>(count);
    triangles.insert(triangles.end(), list.begin() + static_cast<std::ptrdiff_t>(first),
                     list.begin() + static_cast<std::ptrdiff_t>(first + count));
  }
  nodes[at].low = low;
  nodes[at].high = high;
  nodes[at].skip = size_of(nodes);
}

void ContactShapes::add_triangles(const std::vector<glm::dvec3>& from, const std::vector<glm::uvec3>& facets) {
  std::vector<ContactTriangle> list = triangles_with_edges(from, facets);
  if (list.empty()) return;
  ContactPart part{.shape = contact_triangles, .first_face = size_of(nodes)};
  add_node(list, 0, list.size());
  part.faces = size_of(nodes) - part.first_face;
  parts.push_back(part);
}

void ContactShapes::add_body(const BodySettings& s, const Hull& hull, const BodyKind& kind) {
  begin_kind();
  const auto r = static_cast<float>(s.radius);
  const float half = 0.5f * static_cast<float>(s.length);
  using Shape = BodySettings::Shape;
  if (s.shape == Shape::box) {
    add_box(kind.middle, kind.half_size);
  } else if (s.shape == Shape::sphere) {
    add_capsule(kind.middle, r, 0);
  } else if (s.shape == Shape::capsule) {
    add_capsule(kind.middle, r, half - r);
  } else if (s.shape == Shape::cylinder) {
    add_cylinder(kind.middle, r, half);
  } else {
    for (const std::vector<glm::dvec3>& surface : joined_points(hull)) {
      std::vector<glm::dvec3> about_mass;
      for (const glm::dvec3& p : surface) about_mass.push_back(p - s.ballast);
      add_hull(about_mass);
    }
  }
  end_kind();
}

void ContactShapes::add_mesh(const Mover& mover, const MeshSettings& mesh, const BodyKind& kind) {
  begin_kind();
  if (!mover.surfaces.empty() && simple_shape(mesh)) {
    using Shape = MeshSettings::Shape;
    const glm::vec3 half = kind.half_size;
    if (mesh.shape == Shape::sphere)
      add_capsule(kind.middle, half.x, 0);
    else if (mesh.shape == Shape::cylinder)
      add_cylinder(kind.middle, half.x, half.y);
    else
      add_box(kind.middle, half);
  } else {
    for (const solids::Solid& s : mover.surfaces)
      if (!is_convex(s) || !add_hull(s.points)) add_triangles(s.points, s.facets);
  }
  end_kind();
}

}  // namespace undine::bodies
