#include "passes/bodies/bodies_reference.h"

namespace undine::reference {

Body Body::box(const glm::dvec3& size, double density, int n) {
  Body b;
  b.mass = density * size.x * size.y * size.z;
  const glm::dvec3 square = size * size;
  b.inertia = glm::dmat3(0);
  for (int axis = 0; axis < 3; ++axis)
    b.inertia[axis][axis] = b.mass / 12 * (square.x + square.y + square.z - square[axis]);
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (double side : {-1.0, 1.0})
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          Point p{};
          p.at[axis] = 0.5 * side * size[axis];
          p.at[u] = ((i + 0.5) / n - 0.5) * size[u];
          p.at[v] = ((j + 0.5) / n - 0.5) * size[v];
          p.area[axis] = side * size[u] * size[v] / (n * n);
          b.hull.push_back(p);
        }
  }
  return b;
}

double Body::volume(double t) const {
  const glm::dmat3 axes = glm::mat3_cast(rotation);
  double sum = 0;
  for (const Point& p : hull) {
    const glm::dvec3 at = position + axes * p.at;
    sum -= std::max(level(at.x, at.z, t) - at.y, 0.0) * (axes * p.area).y;
  }
  return sum;
}

void Body::step(double t, double dt) {
  const glm::dmat3 axes = glm::mat3_cast(rotation);
  glm::dvec3 force(0, -mass * gravity, 0), torque(0);
  for (const Point& p : hull) {
    const glm::dvec3 r = axes * p.at, area = axes * p.area, at = position + r;
    const double depth = level(at.x, at.z, t + dt) - at.y;
    if (depth <= 0) continue;
    glm::dvec3 f = -1000 * gravity * depth * area;
    const double rise = (level(at.x, at.z, t + dt) - level(at.x, at.z, t)) / dt;
    const glm::dvec3 u = velocity + glm::cross(spin, r) - glm::dvec3(0, rise, 0);
    const double size = glm::length(area);
    const glm::dvec3 n = area / size, across = glm::dot(u, n) * n, along = u - across;
    f -= 500 * size * drag_normal * (glm::length(across) + creep) * across;
    f -= 500 * size * drag_tangential * (glm::length(along) + creep) * along;
    force += f;
    torque += glm::cross(r, f);
  }
  velocity += dt * force / (mass + added_mass * 1000 * volume(t + dt));
  const glm::dvec3 momentum = axes * inertia * glm::transpose(axes) * spin + dt * torque;
  spin = axes * glm::inverse(inertia) * glm::transpose(axes) * momentum;
  position += dt * velocity;
  const double angle = glm::length(spin) * dt;
  if (angle > 0) rotation = glm::normalize(glm::angleAxis(angle, glm::normalize(spin)) * rotation);
  const glm::dmat3 turned = glm::mat3_cast(rotation);
  spin = turned * glm::inverse(inertia) * glm::transpose(turned) * momentum;
}

}  // namespace undine::reference
