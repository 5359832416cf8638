#include "passes/sky/atmosphere.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <numbers>
#include <utility>

#include "engine/core/parallel.h"

namespace undine::deferred {
namespace {

using std::numbers::pi;
constexpr double ground = 6360, top = 6460;                          // radii, km
constexpr double rayleigh_height = 8, mie_height = 1.2;              // over which densities fall to 1/e, km
const glm::dvec3 rayleigh_scattering(5.802e-3, 13.558e-3, 33.1e-3);  // 1/km at the ground
const glm::dvec3 ozone_absorption(0.650e-3, 1.881e-3, 0.085e-3);     // 1/km at its densest, 25 km up
constexpr double mie_albedo = 0.9, mie_g = 0.8;
constexpr double eye_altitude = 0.05;  // km
constexpr double ground_albedo = 0.25;
// Sunlight above the atmosphere: 128 klux in units of 100 klux = 3, relative to the white point of sun and sky on
// level ground at a solar elevation of 45 degrees.
const glm::dvec3 sun_irradiance = 3.84 * glm::dvec3(0.936, 1, 1.065);

constexpr int radii = 48, cosines = 128;     // of the table of transmittance
constexpr int orders_side = 16, sphere = 8;  // of the table of further orders, and directions along each angle
constexpr int view_columns = 96, view_rows = 96;

// Distance along a ray to a sphere around the origin; negative: it misses it, or leaves it behind.
double distance_to_sphere(const glm::dvec3& from, const glm::dvec3& along, double radius, bool far) {
  const double b = glm::dot(from, along), c = glm::dot(from, from) - radius * radius, d = b * b - c;
  if (d < 0) return -1;
  return far ? -b + std::sqrt(d) : -b - std::sqrt(d);
}

glm::dvec3 exp3(const glm::dvec3& x) { return {std::exp(x.x), std::exp(x.y), std::exp(x.z)}; }

glm::dvec3 between(const std::vector<glm::dvec3>& table, int columns, int rows, double u, double v) {
  const double x = std::clamp(u, 0.0, 1.0) * (columns - 1), y = std::clamp(v, 0.0, 1.0) * (rows - 1);
  const int i = std::min(static_cast<int>(x), columns - 2), j = std::min(static_cast<int>(y), rows - 2);
  const auto at = [&](int a, int b) { return table[static_cast<std::size_t>(b * columns + a)]; };
  return glm::mix(glm::mix(at(i, j), at(i + 1, j), x - i), glm::mix(at(i, j + 1), at(i + 1, j + 1), x - i), y - j);
}

}  // namespace

Atmosphere::Atmosphere(const glm::dvec3& sun, double turbidity) : sun_(glm::normalize(sun)) {
  // The vertical optical thickness at 550 nm beyond that of the molecules is haze.
  haze_ = std::max(turbidity - 1, 0.0) * rayleigh_scattering.y * rayleigh_height / mie_height;
  tabulate_transmittance();
  tabulate_orders();
  tabulate_view();
}

Atmosphere::Medium Atmosphere::medium(double altitude) const {
  const double h = std::max(altitude, 0.0);
  Medium m;
  m.rayleigh = rayleigh_scattering * std::exp(-h / rayleigh_height);
  const double haze = haze_ * std::exp(-h / mie_height);
  m.mie = mie_albedo * haze;
  m.extinction = m.rayleigh + haze + ozone_absorption * std::max(0.0, 1 - std::abs(h - 25) / 15);
  return m;
}

// Rows by the distance to the horizon, columns by the way to the top [Bruneton and Neyret 2008].
glm::dvec3 Atmosphere::transmittance(double radius, double up) const {
  const double horizon = std::sqrt(top * top - ground * ground);
  const double rho = std::sqrt(std::max(radius * radius - ground * ground, 0.0));
  const double way =
      std::max(-radius * up + std::sqrt(std::max(radius * radius * (up * up - 1) + top * top, 0.0)), 0.0);
  const double least = top - radius, most = rho + horizon;
  return between(transmittance_, cosines, radii, (way - least) / std::max(most - least, 1e-9), rho / horizon);
}

void Atmosphere::tabulate_transmittance() {
  const double horizon = std::sqrt(top * top - ground * ground);
  for (int j = 0; j < radii; ++j)
    for (int i = 0; i < cosines; ++i) {
      const double rho = horizon * j / (radii - 1), r = std::sqrt(rho * rho + ground * ground);
      const double least = top - r, most = rho + horizon, way = least + (most - least) * i / (cosines - 1);
      const double up =
          way > 0 ? std::clamp((horizon * horizon - rho * rho - way * way) / (2 * r * way), -1.0, 1.0) : 1;
      constexpr int steps = 64;  // that grow with the square, for the air is densest at the beginning
      glm::dvec3 depth(0);
      for (int k = 0; k < steps; ++k) {
        const double from = way * k * k / (steps * steps), to = way * (k + 1) * (k + 1) / (steps * steps);
        const double t = 0.5 * (from + to);
        depth += medium(std::sqrt(r * r + t * t + 2 * r * t * up) - ground).extinction * (to - from);
      }
      transmittance_.push_back(exp3(-depth));
    }
}

Atmosphere::Path Atmosphere::march(const glm::dvec3& from, const glm::dvec3& along, const glm::dvec3& sun, int steps,
                                   bool isotropic) const {
  Path path;
  double way = distance_to_sphere(from, along, top, true);
  const double below = distance_to_sphere(from, along, ground, false);
  if (below > 0) {
    way = below;
    path.ground = true;
  }
  const double angle = glm::dot(along, sun);
  const double rayleigh_phase = isotropic ? 1 / (4 * pi) : 3 / (16 * pi) * (1 + angle * angle);
  const double g2 = mie_g * mie_g;
  const double mie_phase = isotropic ? 1 / (4 * pi)
                                     : 3 / (8 * pi) * (1 - g2) * (1 + angle * angle) /
                                           ((2 + g2) * std::pow(1 + g2 - 2 * mie_g * angle, 1.5));
  double before = 0;
  for (int k = 0; k < steps; ++k) {
    // Steps grow with the square, for the air is densest where the eye is.
    const double share = (k + 1.0) / steps, after = way * share * share, t = 0.5 * (before + after);
    const glm::dvec3 p = from + along * t;
    const double r = glm::length(p), sun_up = glm::dot(p, sun) / r;
    const Medium m = medium(r - ground);
    const glm::dvec3 step = exp3(-m.extinction * (after - before));
    const bool shaded = distance_to_sphere(p, sun, ground, false) > 0;
    const glm::dvec3 sunlight = shaded ? glm::dvec3(0) : transmittance(r, sun_up);
    glm::dvec3 scattered = sunlight * (m.rayleigh * rayleigh_phase + m.mie * mie_phase);
    if (!isotropic) scattered += m.scattering() * further_orders(r, sun_up);
    const glm::dvec3 kept = path.through * (1.0 - step) / m.extinction;
    path.light += scattered * kept;
    path.share += m.scattering() * kept;
    path.through *= step;
    before = after;
  }
  if (path.ground) {
    const glm::dvec3 p = from + along * way;
    const double sun_up = glm::dot(glm::normalize(p), sun);
    path.light += path.through * transmittance(ground, sun_up) * (std::max(sun_up, 0.0) * ground_albedo / pi);
  }
  return path;
}

glm::dvec3 Atmosphere::further_orders(double radius, double sun_up) const {
  return between(orders_, orders_side, orders_side, 0.5 + 0.5 * sun_up, (radius - ground) / (top - ground));
}

void Atmosphere::tabulate_orders() {
  std::vector<glm::dvec3> orders(std::size_t{orders_side} * orders_side);
  parallel_for(orders_side, [&](std::size_t row) {
    const double j = static_cast<double>(row);
    for (int i = 0; i < orders_side; ++i) {
      const double up = 2.0 * i / (orders_side - 1) - 1;
      const glm::dvec3 from(0, ground + std::max((top - ground) * j / (orders_side - 1), 0.001), 0);
      const glm::dvec3 sun(std::sqrt(std::max(1 - up * up, 0.0)), up, 0);
      glm::dvec3 second(0), share(0);
      for (int a = 0; a < sphere; ++a)
        for (int b = 0; b < sphere; ++b) {
          const double around = 2 * pi * (a + 0.5) / sphere, y = 2 * (b + 0.5) / sphere - 1, s = std::sqrt(1 - y * y);
          const Path p = march(from, {s * std::cos(around), y, s * std::sin(around)}, sun, 20, true);
          second += p.light;
          share += p.share;
        }
      const double each = 1.0 / (sphere * sphere);
      orders[row * orders_side + static_cast<std::size_t>(i)] = second * each / (1.0 - share * each);
    }
  });
  orders_ = std::move(orders);
}

void Atmosphere::tabulate_view() {
  const glm::dvec3 from(0, ground + eye_altitude, 0);
  const double up = sun_.y;
  const glm::dvec3 sun(std::sqrt(std::max(1 - up * up, 0.0)), up, 0);
  std::vector<glm::dvec3> view(std::size_t{view_rows} * view_columns);
  parallel_for(view_rows, [&](std::size_t row) {
    for (int i = 0; i < view_columns; ++i) {
      const double v = static_cast<double>(row) / (view_rows - 1), u = static_cast<double>(i) / (view_columns - 1);
      const double height = v * v * pi / 2, around = u * u * pi;  // denser at the horizon and about the sun
      const glm::dvec3 d(std::cos(height) * std::cos(around), std::sin(height), std::cos(height) * std::sin(around));
      view[row * view_columns + static_cast<std::size_t>(i)] =
          sun_irradiance * march(from, glm::dvec3(d.x, std::max(d.y, -0.003), d.z), sun, 32, false).light;
    }
  });
  view_ = std::move(view);
}

glm::dvec3 Atmosphere::radiance(const glm::dvec3& direction) const {
  const double height = std::asin(std::clamp(direction.y, 0.0, 1.0));
  const glm::dvec2 flat(direction.x, direction.z), sun(sun_.x, sun_.z);
  const double lengths = glm::length(flat) * glm::length(sun);
  const double around = lengths > 1e-9 ? std::acos(std::clamp(glm::dot(flat, sun) / lengths, -1.0, 1.0)) : 0;
  return between(view_, view_columns, view_rows, std::sqrt(around / pi), std::sqrt(height / (pi / 2)));
}

glm::dvec3 Atmosphere::sunlight() const { return transmittance(ground + eye_altitude, sun_.y); }

}  // namespace undine::deferred
