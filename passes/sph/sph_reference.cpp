#include "passes/sph/sph_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine::reference {

using std::numbers::pi;

double Sph::kernel(double r) const {
  const double h = support, q = r / h;
  if (q >= 1) return 0;
  if (!cubic) return 315 / (64 * pi * std::pow(h, 9)) * std::pow(h * h - r * r, 3);
  return 8 / (pi * h * h * h) * (q <= 0.5 ? 1 - 6 * q * q + 6 * q * q * q : 2 * std::pow(1 - q, 3));
}

double Sph::slope(double r) const {
  const double h = support, q = r / h;
  if (q >= 1) return 0;
  if (!cubic) return -45 / (pi * std::pow(h, 6)) * (h - r) * (h - r);
  return 48 / (pi * h * h * h * h) * (q <= 0.5 ? 3 * q * q - 2 * q : -(1 - q) * (1 - q));
}

// Mirror images of particle j beyond every combination of its nearest walls.
template <class Each>
void Sph::images(std::size_t i, Each&& each) const {
  for (std::size_t j = 0; j < position.size(); ++j) {
    for (int image = 0; image < 8; ++image) {
      if (image == 0 && i == j) continue;
      glm::dvec3 x = position[j], v = velocity[j];
      bool far = false;
      for (int a = 0; a < 3; ++a) {
        if (!((image >> a) & 1)) continue;
        const double to_low = x[a] - low[a], to_high = high[a] - x[a], gap = std::min(to_low, to_high);
        far = far || gap >= support;
        x[a] += to_low <= to_high ? -2 * gap : 2 * gap;
        v[a] = -v[a];
      }
      if (!far && glm::distance(x, position[i]) < support) each(j, x, v);
    }
  }
}

void Sph::measure() {
  density.assign(position.size(), 0);
  for (std::size_t i = 0; i < position.size(); ++i) {
    double sum = kernel(0);
    images(i,
           [&](std::size_t, const glm::dvec3& x, const glm::dvec3&) { sum += kernel(glm::distance(x, position[i])); });
    density[i] = volume * sum;
  }
}

void Sph::step(double dt) {
  measure();
  const auto pressure = [&](std::size_t i) { return stiffness * std::max(density[i] - 1, 0.0); };
  std::vector<glm::dvec3> acceleration(position.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    glm::dvec3 a(0, -gravity, 0);
    const double h = support, own = pressure(i) / (density[i] * density[i]);
    images(i, [&](std::size_t j, const glm::dvec3& x, const glm::dvec3& v) {
      const glm::dvec3 d = position[i] - x, u = velocity[i] - v;
      const double r = glm::length(d);
      if (r < 1e-6 * h) return;
      const glm::dvec3 grad = slope(r) * d / r;
      a -= slope_volume * (own + pressure(j) / (density[j] * density[j])) * grad;
      const double approach = glm::dot(u, d);
      // Monaghan's viscosity; his smoothing length is half the support, and half of it is in `damping`.
      if (approach < 0)
        a += slope_volume * damping * approach / (r * r + 0.01 * 0.25 * h * h) * 2.0 / (density[i] + density[j]) * grad;
      a -= volume * viscosity * 45 / (pi * std::pow(h, 6)) * (h - r) / (density[i] * density[j]) * u;
    });
    acceleration[i] = a;
  }
  for (std::size_t i = 0; i < position.size(); ++i) {
    velocity[i] += dt * acceleration[i];
    position[i] += dt * velocity[i];
    for (int a = 0; a < 3; ++a) {
      double& x = position[i][a];
      double& v = velocity[i][a];
      if (x < low[a]) {
        x += restitution * (low[a] - x);
        if (v < 0) v -= restitution * v;
      } else if (x > high[a]) {
        x -= restitution * (x - high[a]);
        if (v > 0) v -= restitution * v;
      }
    }
  }
}

double Sph::energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const double d = std::max(density[i], 1.0);
    sum += 0.5 * glm::dot(velocity[i], velocity[i]) + gravity * (position[i].y - low.y) +
           stiffness * (std::log(d) + 1 / d - 1);
  }
  return sum;
}

}  // namespace undine::reference
