#include "passes/bodies/bodies_window.h"

#include <algorithm>
#include <cmath>

#include "passes/bodies/bodies_hull.h"

namespace undine::bodies {
namespace {

// B-spline of degree n, centered at 0, with integral 1. The overlap of two cubic B-splines is one of degree 7.
double spline(int n, double x) {
  const double half = 0.5 * (n + 1), u = x + half;
  double sum = 0, binomial = 1, factorial = 1;
  for (int k = 2; k <= n; ++k) factorial *= k;
  for (int k = 0; k <= n + 1; ++k) {
    if (u > k) sum += (k % 2 == 0 ? binomial : -binomial) * std::pow(u - k, n);
    binomial *= static_cast<double>(n + 1 - k) / (k + 1);
  }
  return std::abs(x) < half ? sum / factorial : 0;
}
double bend(double x) { return spline(5, x + 1) - 2 * spline(5, x) + spline(5, x - 1); }

// Integrals of the squares of the weights and of their slope along an axis, with the images in both walls.
glm::dvec2 squares(double size, double knot, double at) {
  glm::dvec2 out(0);
  const int images = static_cast<int>(std::ceil(2 * knot / size)) + 1;
  for (int k = -images; k <= images; ++k) {
    const double same = 2 * k * size / knot, mirrored = (2 * at + 2 * k * size) / knot;
    out += glm::dvec2(spline(7, same) + spline(7, mirrored), bend(mirrored) - bend(same));
  }
  return out / glm::dvec2(knot, knot * knot * knot);
}

// Largest share that comes back to bodies side by side, along x or along z.
double returned_to_rows(const Shadow& shadow, glm::dvec2 size, glm::dvec2 knots, double bodies) {
  const double length = shadow.length;
  const glm::dvec2 axes[2] = {squares(size.x, knots.x, 0.5 * size.x), squares(size.y, knots.y, 0.5 * size.y)};
  double most = 0;
  for (int along = 0; along < 2; ++along) {
    const double across = std::min(1.0, bodies * shadow.width() * axes[1 - along][0]);
    most = std::max({most, across * length * axes[along][0], across * length * length * length / 12 * axes[along][1]});
  }
  return most;
}

}  // namespace

Shadow largest_shadow(const Hull& hull) {
  Shadow out;
  glm::dvec3 low(1e300), high(-1e300), areas(0);
  for (const glm::dvec3& p : hull.points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  glm::dmat3 moments(0);  // of the shadow along an axis, about the two others
  for (const auto& [f, weight] : weighted_facets(hull)) {
    const glm::dvec3 &a = hull.points[f.x], &b = hull.points[f.y], &c = hull.points[f.z];
    const glm::dvec3 seen =
        0.25 * weight * glm::abs(glm::cross(b - a, c - a));  // both sides of a hull throw one shadow
    const glm::dvec3 square = (a * a + b * b + c * c + a * b + b * c + c * a) / 6.0;
    areas += seen;
    for (int axis = 0; axis < 3; ++axis) moments[axis] += seen[axis] * square;
  }
  for (int axis = 0; axis < 3; ++axis) {
    out.area = std::max(out.area, areas[axis]);
    for (int along = 0; along < 3; ++along)
      if (along != axis) out.moment = std::max(out.moment, moments[axis][along]);
  }
  const glm::dvec3 extent = high - low;
  out.length = std::max({extent.x, extent.y, extent.z});
  return out;
}

Returned returned(const Shadow& shadow, glm::dvec2 size, glm::dvec2 knots, glm::dvec2 at) {
  const glm::dvec2 x = squares(size.x, knots.x, at.x), z = squares(size.y, knots.y, at.y);
  const glm::dvec2 fits = glm::min(size / shadow.length, glm::dvec2(1)), moments = shadow.moment * fits * fits;
  return {shadow.area * x[0] * z[0], std::max(moments.x * x[1] * z[0], moments.y * x[0] * z[1])};
}

glm::dvec2 level_knots(const Shadow& shadow, glm::dvec2 size, double bodies) {
  const glm::dvec2 most = size;
  const double even = std::min(1.1 * shadow.area / (size.x * size.y), 0.85);  // little over what comes back at least
  for (double knot = 0.758 * std::sqrt(shadow.area);; knot *= 1.01) {
    const glm::dvec2 knots = glm::min(glm::dvec2(knot), most);
    if (knots == most) return knots;
    const double across = 0.5 * shadow.width(), along = 0.5 * shadow.length;
    const auto fits = [&](double x, double z, double allowed) {
      const Returned r = returned(shadow, size, knots, glm::min(glm::dvec2(x, z), 0.5 * size));
      return r.level <= std::max(allowed, even) && r.slope <= allowed;
    };
    if (fits(size.x, size.y, 0.5) && fits(across, along, 0.85) && fits(along, across, 0.85) &&
        (bodies < 2 || returned_to_rows(shadow, size, knots, bodies) <= 0.9))
      return knots;
  }
}

}  // namespace undine::bodies
