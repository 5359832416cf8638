#include "passes/sea/sea_spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "passes/grid/random.h"

namespace undine::sea {
namespace {

constexpr double swell_width = 0.07;  // of the frequency, over the peak's

double square(double x) { return x * x; }

// Kitaigorodskii's factor: spectral density at a depth over that in deep water.
double depth_factor(double kd) {
  if (kd > 50) return 1;
  const double t = std::tanh(kd);
  return t * t / (1 + 2 * kd / std::sinh(2 * kd));
}

// Wave number of an angular frequency, by Newton's method.
double wave_number(const Water& water, double omega) {
  double k = omega * omega / water.gravity;
  if (water.depth > 0) k = std::max(k, omega / std::sqrt(water.gravity * water.depth));
  for (int i = 0; i < 50; ++i) k -= (water.frequency(k) - omega) / water.group_velocity(k);
  return k;
}

}  // namespace

void SpectrumSettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"jonswap", "tma", "pierson-moskowitz", "swell"},
        {.help = "spectrum of the waves over frequency: jonswap (a growing wind sea), tma (the same at finite depth), "
                 "pierson-moskowitz (fully developed), swell (long-crested waves from far away)"});
  const bool is_swell = shape == Shape::swell;
  v.value("height", height,
          {.help = is_swell ? "significant height" : "significant height; 0: as the wind raises",
           .unit = "m",
           .min = 0,
           .max = 30});
  v.value("period", period,
          {.help = is_swell ? "period of the waves; 0: 10 s" : "period of the spectrum's peak; 0: as the wind raises",
           .unit = "s",
           .min = 0,
           .max = 60});
  if (!is_swell) {
    v.value("wind", wind, {.help = "wind speed 10 m over the sea; 0: no waves", .unit = "m/s", .min = 0, .max = 60});
    if (shape != Shape::pierson_moskowitz) {
      v.value(
          "fetch", fetch,
          {.help = "distance over which the wind has blown", .unit = "m", .min = 100, .max = 1e7, .log_scale = true});
      v.value("gamma", gamma, {.help = "peak enhancement of JONSWAP", .min = 1, .max = 20});
    }
  }
  v.value("direction", direction,
          {.help = "direction of travel, from +x towards +z", .unit = "degrees", .min = -360, .max = 360});
  v.value("spreading", spreading,
          {.help = "s of the directional distribution cos^2s(angle / 2); large: long crests", .min = 0.5, .max = 500});
}

double Water::frequency(double k) const {
  const double t = depth > 0 ? std::tanh(k * depth) : 1.0;
  return std::sqrt((gravity * k + tension * k * k * k) * t);
}

double Water::group_velocity(double k) const {
  const double t = depth > 0 ? std::tanh(k * depth) : 1.0;
  const double slope = depth > 0 ? depth * (1 - t * t) : 0.0;
  const double a = gravity * k + tension * k * k * k;
  return ((gravity + 3 * tension * k * k) * t + a * slope) / (2 * std::sqrt(a * t));
}

Spectrum::Spectrum(const SpectrumSettings& settings, const Water& water) : s_(settings), water_(water) {
  using Shape = SpectrumSettings::Shape;
  const double g = water.gravity, u = s_.wind;
  if (s_.shape == Shape::swell) {
    peak_ = 2 * pi / (s_.period > 0 ? s_.period : 10.0);
    if (s_.height <= 0) peak_ = 0;
  } else if (s_.period > 0) {
    peak_ = 2 * pi / s_.period;
    if (s_.height <= 0 && u <= 0) peak_ = 0;
  } else if (u > 0) {
    peak_ = s_.shape == Shape::pierson_moskowitz ? std::pow(0.74 * 4 / 5, 0.25) * g / (1.026 * u)
                                                 : 22 * std::cbrt(g * g / (u * s_.fetch));
  }
  if (!(peak_ > 0)) return;
  double variance = 0;
  constexpr int steps = 4000;
  const double low = std::log(0.2 * peak_), high = std::log(60 * peak_), step = (high - low) / steps;
  for (int i = 0; i < steps; ++i) {
    const double omega = std::exp(low + (i + 0.5) * step);
    variance += shape(omega) * omega * step;
  }
  if (s_.height > 0) {
    scale_ = s_.height * s_.height / 16 / variance;
  } else if (s_.shape == Shape::pierson_moskowitz) {
    scale_ = 0.0081 * g * g;
  } else {
    scale_ = 0.076 * std::pow(u * u / (s_.fetch * g), 0.22) * g * g;
  }
  height_ = 4 * std::sqrt(scale_ * variance);
  // Integral of cos^2s(theta / 2) over all directions.
  spread_norm_ = std::exp(std::lgamma(s_.spreading + 1) - std::lgamma(s_.spreading + 0.5)) / (2 * std::sqrt(pi));
}

double Spectrum::shape(double omega) const {
  if (s_.shape == SpectrumSettings::Shape::swell) {
    const double x = (omega / peak_ - 1) / swell_width;
    return std::exp(-0.5 * x * x);
  }
  const double ratio = peak_ / omega;
  double out = std::pow(omega, -5) * std::exp(-1.25 * square(square(ratio)));
  if (s_.shape == SpectrumSettings::Shape::pierson_moskowitz) return out;
  const double sigma = omega <= peak_ ? 0.07 : 0.09;
  return out * std::pow(s_.gamma, std::exp(-0.5 * square((omega / peak_ - 1) / sigma)));
}

double Spectrum::frequency_density(double omega) const {
  if (!(peak_ > 0) || !(omega > 0)) return 0;
  double out = scale_ * shape(omega);
  if (s_.shape == SpectrumSettings::Shape::tma && water_.depth > 0)
    out *= depth_factor(wave_number(water_, omega) * water_.depth);
  return out;
}

double Spectrum::density(glm::dvec2 k) const {
  const double length = glm::length(k);
  if (!(length > 0) || !(peak_ > 0)) return 0;
  const double omega = water_.frequency(length);
  double out = scale_ * shape(omega);
  if (s_.shape == SpectrumSettings::Shape::tma && water_.depth > 0) out *= depth_factor(length * water_.depth);
  const double angle = s_.direction * pi / 180;
  const double across = std::max(0.0, 0.5 * (1 + (k.x * std::cos(angle) + k.y * std::sin(angle)) / length));
  return out * spread_norm_ * std::pow(across, s_.spreading) * water_.group_velocity(length) / length;
}

double Spectrum::peak_length() const { return 2 * pi / wave_number(water_, peak_); }

std::vector<Patch> make_patches(double length, int count, int n) {
  constexpr double ratio = 7.31;    // incommensurate: the sum of patches does not repeat
  constexpr double first_mode = 5;  // of a patch after the first: enough directions at the lowest wave number
  std::vector<Patch> out;
  for (int c = 0; c < count; ++c, length /= std::min(ratio, 0.057 * n)) {
    const double unit = 2 * pi / length;
    out.push_back({length, c == 0 ? 0.5 * unit : first_mode * unit, 0.4 * n * unit});
    if (c > 0) out[out.size() - 2].high = out.back().low;
  }
  return out;
}

double cell_variance(std::span<const Spectrum> spectra, const Patch& patch, int i, int j) {
  const double unit = 2 * pi / patch.length;
  const double near = std::max(0.0, std::hypot(i, j) - 0.75) * unit, far = (std::hypot(i, j) + 0.75) * unit;
  if (far < patch.low || near >= patch.high) return 0;
  const int samples = std::clamp(64 / std::max({std::abs(i), std::abs(j), 1}), 2, 32);
  double sum = 0;
  for (int b = 0; b < samples; ++b)
    for (int a = 0; a < samples; ++a) {
      const glm::dvec2 k = unit * glm::dvec2(i - 0.5 + (a + 0.5) / samples, j - 0.5 + (b + 0.5) / samples);
      const double length = glm::length(k);
      if (length < patch.low || length >= patch.high) continue;
      for (const Spectrum& s : spectra) sum += s.density(k);
    }
  return sum * square(unit / samples);
}

std::vector<Component> make_components(std::span<const Spectrum> spectra, const Water& water, const Patch& patch, int n,
                                       std::uint64_t seed, int index, double loop) {
  std::vector<Component> out(element(0, n, n));
  const std::uint64_t stream = 0x5ea0 + static_cast<std::uint64_t>(index);
  const double unit = 2 * pi / patch.length;
  for (int j = -n / 2 + 1; j < n / 2; ++j)
    for (int i = -n / 2 + 1; i < n / 2; ++i) {
      if (i == 0 && j == 0) continue;
      Component& c = out[element((i + n) % n, (j + n) % n, n)];
      c.frequency = water.frequency(unit * std::hypot(i, j)) / (2 * pi);
      if (loop > 0) c.frequency = std::max(1.0, std::round(c.frequency * loop)) / loop;
      const double variance = cell_variance(spectra, patch, i, j);
      if (!(variance > 0)) continue;
      // Normal numbers by Box and Muller, of counters that do not depend on n.
      const auto counter = static_cast<std::uint64_t>(i + 32768) << 16 | static_cast<std::uint64_t>(j + 32768);
      const double u = 1 - grid::uniform_random(seed, stream, 2 * counter);
      const double phase = 2 * pi * grid::uniform_random(seed, stream, 2 * counter + 1);
      c.amplitude = std::polar(std::sqrt(variance * -2 * std::log(u)), phase);
    }
  return out;
}

}  // namespace undine::sea
