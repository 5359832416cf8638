// Double-precision reference of a floating body: the pressure of still or moving water over a box, sphere or any
// surface of small triangles, each entirely wet or dry. Converges to the same integrals as the kernels by a different
// method.
#pragma once
#include <functional>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

namespace undine::reference {

struct Body {
  // Hull as points with outward area, from the center of mass.
  struct Point {
    glm::dvec3 at, area;
  };
  std::vector<Point> hull;
  double mass = 1;
  glm::dmat3 inertia{1};
  glm::dvec3 position{0}, velocity{0}, spin{0};
  glm::dquat rotation{1, 0, 0, 0};
  double gravity = 9.81, drag_normal = 0, drag_tangential = 0, creep = 0.1, added_mass = 0;
  std::function<double(double x, double z, double t)> level = [](double, double, double) { return 0.0; };

  // A box of `size`, its sides in n x n points each.
  static Body box(const glm::dvec3& size, double density, int n);
  void step(double t, double dt);
  double volume(double t) const;  // displaced
};

}  // namespace undine::reference
