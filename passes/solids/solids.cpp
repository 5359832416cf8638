#include "passes/solids/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/scene/scene_error.h"
#include "passes/models/gltf.h"
#include "passes/solids/placement.h"

namespace undine::solids {
namespace {

using Edge = std::pair<unsigned, unsigned>;

struct Joined {
  std::vector<glm::dvec3> points;
  std::vector<glm::uvec3> facets;
};

Joined join(const std::vector<glm::dvec3>& points, const std::vector<glm::uvec3>& triangles) {
  Joined out;
  glm::dvec3 low(1e30), high(-1e30);
  for (const glm::dvec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  // Resolution of positions in single precision; searches include adjacent cells of that size.
  const glm::dvec3 most = glm::max(high - low, glm::max(glm::abs(low), glm::abs(high)));
  const double grain = 2e-6 * std::max({most.x, most.y, most.z, 1e-9});
  std::map<std::tuple<long long, long long, long long>, unsigned> known;
  std::vector<unsigned> place;
  for (const glm::dvec3& p : points) {
    const glm::dvec3 at = (p - low) / grain, near = glm::floor(at - 0.5);
    const auto key = [](const glm::dvec3& cell) {
      return std::tuple(static_cast<long long>(cell.x), static_cast<long long>(cell.y), static_cast<long long>(cell.z));
    };
    auto found = known.end();
    for (int k = 0; k < 8 && found == known.end(); ++k)
      found = known.find(key(near + glm::dvec3(k & 1, k / 2 & 1, k / 4)));
    if (found == known.end()) {
      found = known.try_emplace(key(glm::floor(at)), static_cast<unsigned>(out.points.size())).first;
      out.points.push_back(p);
    }
    place.push_back(found->second);
  }
  for (const glm::uvec3& t : triangles) {
    const glm::uvec3 f(place[t.x], place[t.y], place[t.z]);
    if (f.x != f.y && f.y != f.z && f.z != f.x) out.facets.push_back(f);
  }
  return out;
}

// Number of each facet's part: facets that share an edge are of one.
std::vector<std::size_t> parts_of(const std::vector<glm::uvec3>& facets) {
  std::vector<std::size_t> parent(facets.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::map<Edge, std::size_t> first;
  for (std::size_t i = 0; i < facets.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const unsigned a = facets[i][k], b = facets[i][(k + 1) % 3];
      const auto [at, fresh] = first.try_emplace({std::min(a, b), std::max(a, b)}, i);
      if (fresh) continue;
      const std::size_t here = root(i), there = root(at->second);
      parent[std::max(here, there)] = std::min(here, there);
    }
  std::vector<std::size_t> number(facets.size()), of_root(facets.size(), facets.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    std::size_t& n = of_root[root(i)];
    if (n == facets.size()) n = count++;
    number[i] = n;
  }
  return number;
}

double enclosed(const Solid& s) {
  double six = 0;
  for (const glm::uvec3& f : s.facets)
    six += glm::dot(s.points[f.x] - s.low, glm::cross(s.points[f.y] - s.low, s.points[f.z] - s.low));
  return six / 6;
}

std::size_t open_edges(const std::vector<glm::uvec3>& facets) {
  std::map<Edge, int> edges;
  for (const glm::uvec3& f : facets)
    for (int k = 0; k < 3; ++k) ++edges[{f[k], f[(k + 1) % 3]}];
  std::size_t open = 0;
  for (const auto& [edge, times] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    open += back == edges.end() || back->second != times;
  }
  return open;
}

void append(Solid& to, const Solid& from) {
  const auto base = static_cast<unsigned>(to.points.size());
  to.points.insert(to.points.end(), from.points.begin(), from.points.end());
  for (const glm::uvec3& f : from.facets) to.facets.push_back(f + base);
  to.open += from.open;
}

}  // namespace

std::vector<Solid> solids_of(const std::vector<glm::dvec3>& points, const std::vector<glm::uvec3>& triangles,
                             const std::string& where) {
  const Joined all = join(points, triangles);
  const std::vector<std::size_t> part = parts_of(all.facets);
  std::vector<Solid> parts(part.empty() ? 0 : 1 + *std::ranges::max_element(part));
  std::vector<std::map<unsigned, unsigned>> places(parts.size());
  for (std::size_t i = 0; i < all.facets.size(); ++i) {
    Solid& s = parts[part[i]];
    glm::uvec3 facet;
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3& p = all.points[all.facets[i][k]];
      const auto [at, fresh] = places[part[i]].try_emplace(all.facets[i][k], static_cast<unsigned>(s.points.size()));
      if (fresh) s.points.push_back(p);
      facet[k] = at->second;
      s.low = glm::min(s.low, p);
      s.high = glm::max(s.high, p);
    }
    s.facets.push_back(facet);
  }
  std::vector<double> volume;
  for (Solid& s : parts) {
    s.where = where;
    s.open = open_edges(s.facets);
    volume.push_back(enclosed(s));
    const glm::dvec3 d = s.high - s.low;
    s.flat = std::abs(volume.back()) <= 1e-7 * std::pow(std::max({d.x, d.y, d.z}), 3);
  }
  // A surface turned inside out within another one is a hollow of it; alone it is a solid made the wrong way round.
  std::vector<Solid> out;
  std::vector<std::size_t> hollows;
  std::vector<std::size_t> kept(parts.size(), parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::size_t around = parts.size();
    for (std::size_t j = 0; j < parts.size() && volume[i] < 0; ++j)
      if (volume[j] > -volume[i] && glm::all(glm::lessThan(parts[j].low, parts[i].low)) &&
          glm::all(glm::greaterThan(parts[j].high, parts[i].high)) &&
          (around == parts.size() || volume[j] < volume[around]))
        around = j;
    if (around < parts.size()) {
      hollows.push_back(i);
      kept[i] = around;
      continue;
    }
    if (volume[i] < 0)
      for (glm::uvec3& f : parts[i].facets) std::swap(f.y, f.z);
  }
  for (std::size_t i : hollows) append(parts[kept[i]], parts[i]);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (kept[i] == parts.size()) out.push_back(std::move(parts[i]));
  return out;
}

namespace {

// Facets around a circle that leave it by the tolerance at most: an even number from 16 to 64.
std::uint32_t facets_around(double radius, double tolerance) {
  if (!(radius > 0) || tolerance >= radius) return 16;
  const double half = std::numbers::pi / (2 * std::acos(1 - tolerance / radius));
  return 2 * static_cast<std::uint32_t>(std::clamp(std::ceil(half), 8.0, 32.0));
}

}  // namespace

MeshTriangles triangles_of(const Scene& scene, const MeshSettings& m, double tolerance) {
  MeshTriangles out;
  const auto add = [&](const TriangleMesh& mesh, double scale) {
    const auto base = static_cast<unsigned>(out.points.size());
    for (const Vertex& v : mesh.vertices) out.points.push_back(scale * glm::dvec3(v.position));
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
      out.triangles.emplace_back(base + mesh.indices[i], base + mesh.indices[i + 1], base + mesh.indices[i + 2]);
  };
  if (m.shape != MeshSettings::Shape::gltf) {
    const double radius = 0.5 * m.scale * std::max({m.size.x, m.size.y, m.size.z});
    add(mesh_shape(m, facets_around(radius, tolerance)), 1);
    return out;
  }
  for (const GltfPart& part : mesh_model(scene, m).parts) add(part.mesh, m.scale);
  return out;
}

std::vector<Solid> scene_solids(const Scene& scene, const glm::dvec3& low, const glm::dvec3& high, double tolerance,
                                bool only_solid) {
  std::vector<Solid> out;
  for (const MeshSettings& m : scene.meshes) {
    if (m.motion || (only_solid && !m.solid)) continue;
    MeshTriangles mesh = triangles_of(scene, m, tolerance);
    const glm::dmat4 place(mesh_placement(m));
    for (glm::dvec3& p : mesh.points) p = place * glm::dvec4(p, 1);
    const std::string where = fmt::format("{}: /meshes/{}", scene.file.string(), &m - scene.meshes.data());
    for (Solid& s : solids_of(mesh.points, mesh.triangles, where))
      if (glm::all(glm::lessThan(s.low, high)) && glm::all(glm::greaterThan(s.high, low))) out.push_back(std::move(s));
  }
  return out;
}

std::optional<double> crossing(const Solid& solid, const glm::uvec3& facet, double x, double z) {
  const auto before = [](const glm::dvec3& p, const glm::dvec3& q) { return p.z < q.z || (p.z == q.z && p.x > q.x); };
  // The same bits for an edge and its reverse, but for the sign.
  const auto side = [&](glm::dvec3 p, glm::dvec3 q) {
    const bool turned = !before(p, q);
    if (turned) std::swap(p, q);
    const double e = (q.x - p.x) * (z - p.z) - (q.z - p.z) * (x - p.x);
    return turned ? -e : e;
  };
  const glm::dvec3 &a = solid.points[facet.x], &b = solid.points[facet.y], &c = solid.points[facet.z];
  const double u = side(b, c), v = side(c, a), w = side(a, b);
  // An edge belongs to the facet on one side of it: no line meets it twice or not at all.
  const auto within = [&](double e, const glm::dvec3& p, const glm::dvec3& q, bool up) {
    if (e != 0) return up ? e > 0 : e < 0;
    return up == before(p, q);
  };
  const double area = u + v + w;
  if (area == 0) return {};
  const bool up = area > 0;
  if (!within(u, b, c, up) || !within(v, c, a, up) || !within(w, a, b, up)) return {};
  return (u * a.y + v * b.y + w * c.y) / area;
}

std::vector<double> crossings(const Solid& solid, double x, double z) {
  std::vector<double> out;
  for (const glm::uvec3& f : solid.facets)
    if (const auto y = crossing(solid, f, x, z)) out.push_back(*y);
  std::ranges::sort(out);
  return out;
}

}  // namespace undine::solids
