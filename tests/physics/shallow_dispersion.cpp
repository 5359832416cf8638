// Waves with dynamic pressure: dispersion, solitary waves, a sea at the edge, shoaling, a lake at rest, conservation.
#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>

#include "tests/support/shallow_runner.h"

namespace undine {
namespace {

class ShallowDispersion : public test::ShallowTest {
 protected:
  static constexpr double tau = 2 * std::numbers::pi, gravity = 9.81;
  static shallow::ShallowSettings dispersive(shallow::ShallowSettings s, std::uint32_t layers = 1) {
    s.dispersion = shallow::ShallowSettings::Dispersion::nonhydrostatic;
    s.layers = layers;
    return s;
  }
  static double airy(double k, double depth) { return std::sqrt(gravity * k * std::tanh(k * depth)); }
  // Frequency of the dispersion relation of dynamic_pressure.h over Airy's.
  static double relation(double kd, std::uint32_t layers) {
    const double x = kd * kd;
    double square = 1 - x / 3 / (1 + 1.159 / 3 * x);
    if (layers == 2) square = 1 - 0.329751 * x / (1 + 0.402283 * x) - (1.0 / 3 - 0.329751) * x / (1 + 0.026017 * x);
    return std::sqrt(square * kd / std::tanh(kd));
  }
  static double center(std::size_t i, double cell) { return (static_cast<double>(i) + 0.5) * cell; }

  struct Standing {
    double frequency;  // over that of Airy's theory
    double height;     // after three periods, over the initial one
  };
  // The standing wave of half a wavelength in a basin.
  Standing standing(double kd, std::size_t cells_per_wave, bool turned, std::uint32_t layers = 1) {
    constexpr double depth = 1, amplitude = 0.002;
    const double k = kd / depth, length = tau / k / 2, w = airy(k, depth);
    const std::size_t n = cells_per_wave / 2;
    shallow::ShallowSettings s = dispersive(channel(n, length), layers);
    if (turned) {
      std::swap(s.cells.x, s.cells.y);
      std::swap(s.size.x, s.size.y);
    }
    std::vector<double> depths(n), shape(n);
    double norm = 0;
    for (std::size_t i = 0; i < n; ++i) {
      shape[i] = std::cos(k * center(i, length / static_cast<double>(n)));
      depths[i] = depth + amplitude * shape[i];
      norm += amplitude * shape[i] * shape[i];
    }
    shallow(s, std::vector<double>(n, 0.0), depths);
    const double step = tau / w / 64;
    std::vector<double> crossings;
    double before = 1, last = 0;
    for (int m = 1; m <= 64 * 3; ++m) {
      advance(step, 1);
      const auto h = field("depth");
      double now = 0;
      for (std::size_t i = 0; i < n; ++i) now += (static_cast<double>(h[i]) - depth) * shape[i] / norm;
      if (before * now < 0) crossings.push_back(step * (m - 1 + before / (before - now)));
      before = now;
      if (m > 64 * 2.5) last = std::max(last, std::abs(now));
    }
    const double half = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    return {std::numbers::pi / half / w, last};
  }
};

TEST_F(ShallowDispersion, StandingWavesHaveAirysFrequency) {
  for (const auto& [kd, cells] : {std::pair(0.5, 40u), {1.0, 40u}, {1.0, 64u}, {1.0, 24u}, {2.0, 24u}, {3.2, 40u}})
    for (const bool turned : {false, true}) {
      const Standing wave = standing(kd, cells, turned);
      fmt::print("k d {:4}, {} columns a wave{}: frequency {:.4f} of Airy's, height {:.4f} after 3 periods\n", kd,
                 cells, turned ? " along z" : "", wave.frequency, wave.height);
      EXPECT_NEAR(wave.frequency, 1, 0.01) << "k d " << kd;
      EXPECT_NEAR(wave.frequency, relation(kd, 1), 0.002) << "k d " << kd;
      EXPECT_NEAR(wave.height, 1, 0.01) << "k d " << kd;
    }
}

struct ShallowLayers : ShallowDispersion {
  void expect_airy(double kd, std::size_t cells, bool turned) {
    const Standing wave = standing(kd, cells, turned, 2);
    fmt::print("two layers, k d {:4}, {} columns a wave{}: frequency {:.4f} of Airy's, height {:.4f} after 3 periods\n",
               kd, cells, turned ? " along z" : "", wave.frequency, wave.height);
    EXPECT_NEAR(wave.frequency, 1, 0.01) << "k d " << kd;
    const double fourth_order = std::pow(24.0 / static_cast<double>(cells), 4);
    EXPECT_NEAR(wave.frequency, relation(kd, 2), 0.002 + 0.01 * fourth_order) << "k d " << kd;
    EXPECT_NEAR(wave.height, 1, 0.02) << "k d " << kd;
    EXPECT_LT(wave.height, 1.001) << "a wave that grows, k d " << kd;
  }
};

TEST_F(ShallowLayers, TwoFollowAiryOnCoarseGrids) {
  for (const bool turned : {false, true}) expect_airy(7, 24, turned);
}

TEST_F(ShallowLayers, TwoFollowAiryDownToShortWaves) {
  for (const auto& [kd, cells] : {std::pair(0.5, 40u), {2.0, 24u}, {3.2, 40u}, {5.0, 40u}, {7.0, 32u}, {7.0, 48u}})
    expect_airy(kd, cells, false);
}

// Serre's solitary wave comes in over the sea's edge and runs over even ground.
TEST_F(ShallowDispersion, SolitaryWavesKeepHeightAndSpeed) {
  constexpr double depth = 0.5, height = 0.1, cell = depth / 8, length = 125 * depth;
  const double speed = std::sqrt(gravity * (depth + height)),
               k = std::sqrt(3 * height / (4 * depth * depth * (depth + height)));
  const std::filesystem::path table = file("solitary.csv");
  std::ofstream out(table);
  for (double t = 0; t < 12; t += 0.01) {
    const double z = height / std::pow(std::cosh(k * speed * (t - 2.5)), 2);
    out << fmt::format("{:.4f},{:.9f},{:.9f}\n", t, z, speed * z / (depth + z));
  }
  out.close();
  const auto n = static_cast<std::size_t>(length / cell);
  shallow::ShallowSettings s = dispersive(channel(n, length));
  s.edges.west = s.edges.east = columns::Edge::sea;
  s.waves.kind = grid::IncidentWaves::Kind::series;
  s.waves.file = table;
  shallow(s, std::vector<double>(n, 0.0), std::vector<double>(n, depth));
  struct Crest {
    double x, height;
  };
  const auto crest = [&] {
    const auto h = field("depth");
    const auto i = static_cast<std::size_t>(std::ranges::max_element(h) - h.begin());
    const double a = h[i - 1], b = h[i], c = h[i + 1], off = 0.5 * (a - c) / (a - 2 * b + c);
    return Crest{center(i, cell) + off * cell, b - 0.25 * (a - c) * off - depth};
  };
  advance(0.02, 350);
  const Crest first = crest();
  const double seconds = 100 * depth / speed;
  advance(seconds / 1000, 1000);
  const Crest last = crest();
  fmt::print("height {:.4f} of the wave's, then {:.4f} of that after 100 depths; speed {:.4f} of sqrt(g (d + a))\n",
             first.height / height, last.height / first.height, (last.x - first.x) / seconds / speed);
  EXPECT_NEAR(first.height / height, 1, 0.02);
  EXPECT_NEAR(last.height / first.height, 1, 0.02);
  EXPECT_NEAR((last.x - first.x) / seconds / std::sqrt(gravity * (depth + last.height)), 1, 0.01);
}

// Half a thin breakwater, waves of k d 0.94 straight at it: the coefficient of diffraction in its lee by Sommerfeld's
// solution [Penney & Price 1952].
std::complex<double> half_plane(double sigma) {  // (1 + i) / 2 times the integral of e^(-i pi u^2 / 2) up to sigma
  const int steps = 40 + static_cast<int>(400 * std::abs(sigma));
  const double h = sigma / (2 * steps);
  std::complex<double> sum{};
  for (int i = 0; i <= 2 * steps; ++i) {
    const double u = i * h;
    sum += std::polar((i == 0 || i == 2 * steps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * h / 3, -std::numbers::pi / 2 * u * u);
  }
  return std::complex(0.5, 0.5) * (std::complex(0.5, -0.5) + sum);
}

TEST_F(ShallowDispersion, WavesDiffractBehindABreakwater) {
  constexpr double length = 10, depth = 1.5, height = 0.02, cell = length / 16;
  constexpr std::size_t nx = 12 * 16, nz = 14 * 16, wall = 2 * 16,
                        tip = 6 * 16;  // columns; the breakwater's, its first
  const double k = tau / length, w = airy(k, depth);
  shallow::ShallowSettings s = dispersive(channel(nx, nx * cell));
  s.cells = {nx, nz};
  s.size = {nx * cell, nz * cell};
  s.edges.west = s.edges.east = columns::Edge::sea;
  s.waves.height = height;
  s.waves.period = tau / w;
  std::vector<double> bed(nx * nz, 0.0), depths(nx * nz, depth);
  for (std::size_t z = tip; z < nz; ++z) bed[z * nx + wall] = 3, depths[z * nx + wall] = 0;
  shallow(s, bed, depths);
  const double step = s.waves.period / 60;
  advance(step, 60 * 18);
  std::vector<std::complex<double>> sums(nx * nz);
  for (int m = 0; m < 60; ++m) {
    advance(step, 1);
    const auto h = field("depth");
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] += (static_cast<double>(h[i]) - depth) * std::polar(2.0 / 60, tau * (m + 1) / 60);
  }
  double squares = 0, most = 0;
  std::size_t count = 0;
  for (const double across : {0.5, 1.0, 2.0, 3.0, 4.0})  // wavelengths behind the breakwater, and in its shadow
    for (const double shadow : {0.0, 0.5, 1.0, 2.0, 3.0, 4.0}) {
      const std::size_t x = wall + static_cast<std::size_t>(16 * across),
                        z = tip + static_cast<std::size_t>(16 * shadow);
      const double dx = static_cast<double>(x - wall) * cell, dz = (static_cast<double>(z - tip) + 0.5) * cell;
      const double r = std::hypot(dx, dz);
      const std::complex<double> theory = half_plane(-std::sqrt(4 / length * (r - dx))) * std::polar(1.0, -k * dx) +
                                          half_plane(-std::sqrt(4 / length * (r + dx))) * std::polar(1.0, k * dx);
      const double error = std::abs(sums[z * nx + x]) / (height / 2) - std::abs(theory);
      squares += error * error, most = std::max(most, std::abs(error)), ++count;
    }
  const double rms = std::sqrt(squares / static_cast<double>(count));
  fmt::print("coefficient of diffraction at {} places: root mean square error {:.4f}, largest {:.4f}\n", count, rms,
             most);
  EXPECT_LT(rms, 0.03);
}

// Incident height and reflection of a sea at both ends, from the elevation over a period at every column.
TEST_F(ShallowDispersion, RegularWavesComeInAndLeave) {
  for (const auto& [kd, layers] : {std::pair(0.4, 1u), {1.0, 1u}, {3.0, 1u}, {2.0, 2u}, {6.0, 2u}}) {
    constexpr double depth = 1, height = 0.004;
    const double k = kd / depth, w = airy(k, depth), length = 6 * tau / k;
    constexpr std::size_t n = 6 * 40;
    shallow::ShallowSettings s = dispersive(channel(n, length), layers);
    s.edges.west = s.edges.east = columns::Edge::sea;
    s.waves.height = height;
    s.waves.period = tau / w;
    shallow(s, std::vector<double>(n, 0.0), std::vector<double>(n, depth));
    advance(s.waves.period / 50, 50 * 18);
    std::vector<std::complex<double>> sums(n);
    for (int m = 0; m < 50; ++m) {
      advance(s.waves.period / 50, 1);
      const auto h = field("depth");
      for (std::size_t i = 0; i < n; ++i)
        sums[i] += (static_cast<double>(h[i]) - depth) * std::polar(2.0 / 50, tau * (m + 1) / 50);
    }
    std::complex<double> to{}, from{}, cross{};  // least squares for a e^(ikx) + b e^(-ikx)
    for (std::size_t i = n / 6; i < 5 * n / 6; ++i) {
      const double x = center(i, length / n);
      to += sums[i] * std::polar(6.0 / (4 * n), -k * x);
      from += sums[i] * std::polar(6.0 / (4 * n), k * x);
      cross += std::polar(6.0 / (4 * n), -2 * k * x);
    }
    const double rest = 1 - std::norm(cross), in = std::abs(to - cross * from) / rest,
                 back = std::abs(from - std::conj(cross) * to) / rest;
    fmt::print("k d {}, layers {}: height {:.4f} of the told one, {:.4f} comes back\n", kd, layers, 2 * in / height,
               back / in);
    EXPECT_NEAR(2 * in / height, 1, 0.02) << "k d " << kd;
    EXPECT_LT(back / in, 0.05) << "k d " << kd;
  }
}

// From k d = 0.9 up a mild slope to 0.35: heights follow the flux of energy of Airy's theory.
TEST_F(ShallowDispersion, WavesShoalAsLinearTheorySays) {
  constexpr double deep = 1.2, flat = 0.2, length = 46, cell = 0.08, height = 0.004, period = 2.6;
  constexpr auto n = static_cast<std::size_t>(length / cell);
  const auto depth_at = [&](double x) { return std::clamp(deep - (x - 10) * (deep - flat) / 25, flat, deep); };
  std::vector<double> bed, water;
  for (std::size_t i = 0; i < n; ++i) {
    water.push_back(depth_at(center(i, cell)));
    bed.push_back(deep - water.back());
  }
  const auto number = [](double depth) {  // k of Airy's theory, by Newton's method
    const double w2 = std::pow(tau / period, 2);
    double k = w2 / gravity;
    for (int m = 0; m < 50; ++m) {
      const double t = std::tanh(k * depth);
      k -= (gravity * k * t - w2) / (gravity * (t + k * depth * (1 - t * t)));
    }
    return k;
  };
  const auto flux = [&](double depth) {  // speed of the energy
    const double k = number(depth), kd = k * depth;
    return 0.5 * (tau / period / k) * (1 + 2 * kd / std::sinh(2 * kd));
  };
  shallow::ShallowSettings s = dispersive(channel(n, length));
  s.edges.west = s.edges.east = columns::Edge::sea;
  s.waves.height = height;
  s.waves.period = period;
  shallow(s, bed, water);
  advance(period / 50, 50 * 17);
  std::vector<std::complex<double>> sums(n);
  for (int m = 0; m < 50; ++m) {
    advance(period / 50, 1);
    const auto h = field("height");
    for (std::size_t i = 0; i < n; ++i) sums[i] += static_cast<double>(h[i]) * std::polar(2.0 / 50, tau * m / 50);
  }
  const auto mean = [&](double from, double to) {
    double sum = 0, count = 0;
    for (auto i = static_cast<std::size_t>(from / cell); i < static_cast<std::size_t>(to / cell); ++i, ++count)
      sum += std::abs(sums[i]);
    return sum / count;
  };
  const double offshore = mean(1, 10);
  for (const double x : {15.0, 20.0, 25.0, 30.0}) {
    const double ratio = mean(x - 1, x + 1) / offshore, theory = std::sqrt(flux(deep) / flux(depth_at(x)));
    fmt::print("depth {:.2f} m, k d {:.2f}: height {:.4f} of the offshore one, {:.4f} in theory\n", depth_at(x),
               number(depth_at(x)) * depth_at(x), ratio, theory);
    EXPECT_NEAR(ratio / theory, 1, 0.03) << "x " << x;
  }
}

// Over noise, with islands: the pressure stays zero.
TEST_F(ShallowDispersion, ALakeRests) {
  shallow::ShallowSettings s = dispersive({});
  s.cells = {24, 20};
  s.size = {12, 10};
  std::vector<double> bed, water;
  for (std::size_t i = 0; i < 480; ++i) {
    bed.push_back(1.5 * random(1, i));
    water.push_back(std::max(0.0, 1.0 - bed.back()));
  }
  shallow(s, bed, water);
  const auto before = field("depth");
  advance(1.0 / 30, 60);
  EXPECT_EQ(field("depth"), before);
  for (const float q : field("discharge")) ASSERT_EQ(q, 0);
}

TEST_F(ShallowDispersion, KeepsTheVolume) {
  shallow::ShallowSettings s = dispersive({});
  s.cells = {40, 30};
  s.size = {20, 15};
  std::vector<double> bed, water;
  for (std::size_t z = 0; z < 30; ++z)
    for (std::size_t x = 0; x < 40; ++x) {
      bed.push_back(0.06 * static_cast<double>(x) + 0.2 * random(1, bed.size()));
      water.push_back(x < 12 ? 1.5 : 0);
    }
  shallow(s, bed, water);
  const double before = *stats().volume;
  advance(1.0 / 60, 200);
  EXPECT_NEAR(*stats().volume / before, 1, 1e-7);
  for (const float h : field("depth")) ASSERT_GE(h, 0);
}

}  // namespace
}  // namespace undine
