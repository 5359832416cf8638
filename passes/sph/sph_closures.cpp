#include "passes/sph/sph_closures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "passes/sph/sph_bodies.h"
#include "passes/sph/sph_params.h"

namespace undine::sph {
namespace {

constexpr double pi = std::numbers::pi;

struct Panel {
  std::array<glm::dvec3, 4> corners;
  glm::dvec3 middle, normal;
  double area, curvature;  // mean, of the surface that it stands for
};

using Face = std::function<glm::dvec3(double, double)>;

// Panels of an octant's face over [0, 1]², finer towards the edges at 1.
void divide(const Face& face, int parts, std::vector<Panel>& out) {
  const auto along = [&](int i) { return std::sin(0.5 * pi * i / parts); };
  for (int i = 0; i < parts; ++i)
    for (int j = 0; j < parts; ++j) {
      Panel p;
      for (int c = 0; c < 4; ++c)
        p.corners[static_cast<std::size_t>(c)] = face(along(i + (c == 1 || c == 2)), along(j + c / 2));
      p.middle = 0.25 * (p.corners[0] + p.corners[1] + p.corners[2] + p.corners[3]);
      const glm::dvec3 twice = glm::cross(p.corners[2] - p.corners[0], p.corners[3] - p.corners[1]);
      p.area = 0.5 * glm::length(twice);
      p.normal = glm::normalize(twice);
      if (glm::dot(p.normal, p.middle) < 0) p.normal = -p.normal;
      const glm::dvec3 top = face(0.5 * (along(i) + along(i + 1)), 0.5 * (along(j) + along(j + 1)));
      double sagitta = 0, chord2 = 0;
      for (const glm::dvec3& c : p.corners) {
        sagitta += glm::dot(top - c, p.normal);
        chord2 += glm::dot(top - c, top - c);
      }
      p.curvature = 2 * sagitta / chord2;
      out.push_back(p);
    }
}

std::vector<Panel> octant(Symmetric shape, const glm::dvec3& half, int parts) {
  std::vector<Panel> out;
  const double r = half.x, top = half.y;
  const auto add = [&](const Face& face) { divide(face, parts, out); };
  if (shape == Symmetric::box)
    for (int a = 0; a < 3; ++a)
      add([&, a](double s, double t) {
        glm::dvec3 p = half;
        p[(a + 1) % 3] *= s;
        p[(a + 2) % 3] *= t;
        return p;
      });
  const auto turned = [](double angle, double from_axis, double y) {
    return glm::dvec3(from_axis * std::cos(0.5 * pi * angle), y, from_axis * std::sin(0.5 * pi * angle));
  };
  // Angles are equal parts: the inverse of the sine that thins panels towards edges.
  const auto even = [](double s) { return 2 / pi * std::asin(std::clamp(s, 0.0, 1.0)); };
  const double straight = shape == Symmetric::capsule ? top - r : top;
  if (shape == Symmetric::cylinder || (shape == Symmetric::capsule && straight > 0))
    add([=](double s, double t) { return turned(even(s), r, t * straight); });
  if (shape == Symmetric::cylinder) add([=](double s, double t) { return turned(even(s), t * r, top); });
  const glm::dvec3 bulge = shape == Symmetric::ellipsoid ? half : glm::dvec3(r);
  if (shape == Symmetric::capsule || shape == Symmetric::ellipsoid || shape == Symmetric::sphere)
    add([=](double s, double t) {
      const double up = 0.5 * pi * even(t);
      const glm::dvec3 p = bulge * turned(even(s), std::cos(up), std::sin(up));
      return shape == Symmetric::capsule ? p + glm::dvec3(0, straight, 0) : p;
    });
  return out;
}

// Integrals of 1/r and of -d(1/r)/dn over a panel mirrored by `mirror`, at x. A panel's own: a curved disc of its area.
std::pair<double, double> influence(const Panel& p, const glm::dvec3& mirror, const glm::dvec3& x, const glm::dvec3& n,
                                    bool own) {
  if (own) return {2 * std::sqrt(pi * p.area), 2 * pi + p.curvature * std::sqrt(pi * p.area)};
  const glm::dvec3 middle = mirror * p.middle;
  const double far = glm::distance(x, middle);
  const int cuts = far > 6 * std::sqrt(p.area) ? 1 : far > 2.5 * std::sqrt(p.area) ? 2 : 6;
  double potential = 0, flow = 0;
  for (int i = 0; i < cuts; ++i)
    for (int j = 0; j < cuts; ++j) {
      const double s = (i + 0.5) / cuts, t = (j + 0.5) / cuts;
      const glm::dvec3 at =
          mirror * glm::mix(glm::mix(p.corners[0], p.corners[1], s), glm::mix(p.corners[3], p.corners[2], s), t);
      const glm::dvec3 d = x - at;
      const double r = glm::length(d);
      potential += 1 / r;
      flow += glm::dot(d, n) / (r * r * r);
    }
  const double part = p.area / (cuts * cuts);
  return {potential * part, flow * part};
}

void solve(std::vector<std::vector<double>>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
}

double volume_of(Symmetric shape, const glm::dvec3& half) {
  if (shape == Symmetric::box) return 8 * half.x * half.y * half.z;
  if (shape == Symmetric::cylinder) return 2 * pi * half.x * half.x * half.y;
  if (shape == Symmetric::capsule) return pi * half.x * half.x * (2 * half.y - 2.0 / 3 * half.x);
  return 4.0 / 3 * pi * half.x * half.y * half.z;
}

// Surface and integral of the mean curvature of a convex shape: a layer of width w around it has the volume
// area w + curvature w² + 4/3 pi w³ (Steiner).
std::pair<double, double> steiner(Symmetric shape, const glm::dvec3& half) {
  const double r = half.x, length = 2 * half.y;
  if (shape == Symmetric::cylinder) return {2 * pi * r * (r + length), pi * (length + pi * r)};
  if (shape == Symmetric::capsule || shape == Symmetric::sphere) return {2 * pi * r * length, pi * (length + 2 * r)};
  return {8 * (half.x * half.y + half.y * half.z + half.z * half.x), 2 * pi * (half.x + half.y + half.z)};
}

double surface(const bodies::BodyFleet& fleet, const bodies::BodyKind& k) {
  double sum = 0;
  for (std::uint32_t f = 0; f < k.facets; ++f) {
    const glm::uvec3 t = fleet.facets[k.first_facet + f];
    const auto at = [&](std::uint32_t i) { return glm::dvec3(fleet.points[k.first_vertex + i]); };
    sum += 0.5 * glm::length(glm::cross(at(t.y) - at(t.x), at(t.z) - at(t.x)));
  }
  return sum;
}

// Drag coefficients times areas [Hoerner 1965]: faces of a box 1.05; a cylinder about as long as wide 0.9 along its
// axis and 0.65 across; round ends as a sphere, 0.4. Any other hull by its sphericity, at large Reynolds numbers
// [Haider & Levenspiel 1989].
glm::dvec3 drag_of(Symmetric shape, const glm::dvec3& half, double volume, double area) {
  const double r = half.x, disc = pi * r * r;
  if (shape == Symmetric::box) return 4.2 * glm::dvec3(half.y * half.z, half.z * half.x, half.x * half.y);
  if (shape == Symmetric::sphere) return glm::dvec3(0.4 * disc);
  if (shape == Symmetric::cylinder) return {0.65 * 4 * r * half.y, 0.9 * disc, 0.65 * 4 * r * half.y};
  if (shape == Symmetric::capsule) {
    const double side = 0.4 * disc + 0.65 * 4 * r * (half.y - r);
    return {side, 0.4 * disc, side};
  }
  const double ball = std::cbrt(36 * pi * volume * volume);  // surface of a ball of the volume
  return glm::dvec3(73.69 * std::exp(-5.0748 * std::min(ball / area, 1.0)) * ball / 4);
}

}  // namespace

glm::dvec3 added_mass(Symmetric shape, const glm::dvec3& half_size, int parts) {
  if (shape == Symmetric::sphere) return glm::dvec3(0.5);
  const std::vector<Panel> panels = octant(shape, half_size, parts);
  const std::size_t n = panels.size();
  glm::dvec3 out;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<std::vector<double>> flows(n, std::vector<double>(n)), potentials = flows;
    std::vector<double> strength(n);
    for (std::size_t i = 0; i < n; ++i) {
      strength[i] = panels[i].normal[axis];
      for (std::size_t j = 0; j < n; ++j)
        for (int image = 0; image < 8; ++image) {
          const glm::dvec3 mirror(image & 1 ? -1 : 1, image & 2 ? -1 : 1, image & 4 ? -1 : 1);
          const auto [potential, flow] =
              influence(panels[j], mirror, panels[i].middle, panels[i].normal, image == 0 && i == j);
          flows[i][j] += mirror[axis] * flow;
          potentials[i][j] += mirror[axis] * potential;
        }
    }
    solve(flows, strength);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        sum += 8 * panels[i].area * panels[i].normal[axis] * potentials[i][j] * strength[j];
    out[axis] = sum / volume_of(shape, half_size);
  }
  return out;
}

Closure closure_of(const bodies::BodyFleet& fleet, std::size_t entry, double spacing) {
  const bodies::BodyKind& k = fleet.kinds[entry];
  const int proxy = k.proxy & bodies::body_proxy_shape;
  const glm::dvec3 half(k.half_size);
  Closure c;
  const double volume = fleet.entries[entry].volume, size = std::cbrt(3 * volume / (4 * pi));
  if (k.mass <= 0 || k.basins > 0 || half == glm::dvec3(0) || size >= static_cast<double>(sph_most_ball) * spacing)
    return c;
  const auto shape = static_cast<Symmetric>(proxy);
  static_assert(bodies::body_proxy_cylinder == 2 && bodies::body_proxy_capsule == 3);
  c.displaced = volume;
  c.added = added_mass(shape, half);
  c.drag = drag_of(shape, half, 0, 0);
  // A mesh lies between the ellipsoid and the box of its extents.
  const double full = volume / volume_of(Symmetric::box, half), sharp = (full - pi / 6) / (1 - pi / 6);
  if (proxy == bodies::body_proxy_box && full < 0.999) {
    c.added = glm::mix(added_mass(Symmetric::ellipsoid, half), c.added, std::clamp(sharp, 0.0, 1.0));
    c.drag = drag_of(Symmetric::ellipsoid, half, volume, surface(fleet, k));
  }
  c.wide = std::max(size, 3 * spacing);
  c.beside = std::max(0.5 * size, 2 * spacing);
  const auto [area, curvature] = steiner(shape, half);
  c.room = c.beside * (area + c.beside * (curvature + c.beside * 4.0 / 3 * pi));
  return c;
}

}  // namespace undine::sph
