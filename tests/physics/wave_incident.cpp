// Incident waves over a sea edge of waves: height, reflection by another sea edge, a wall, a file, a spectrum.
#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>

#include "tests/support/wave_runner.h"

namespace undine {
namespace {

class WaveIncident : public test::WaveTest {
 protected:
  static constexpr double tau = 2 * std::numbers::pi;

  static wave::WaveSettings channel(std::uint32_t n, double length, double speed) {
    wave::WaveSettings s;
    s.cells = {n, 4};
    s.size = {length, 4 * length / n};
    s.speed = speed;
    s.edges.west = s.edges.east = wave::WaveEdge::sea;
    return s;
  }
  struct Found {
    double in, back;  // heights over half of the told one
  };
  // Amplitudes of both directions in the middle rows of a period, by least squares.
  Found found(const wave::WaveSettings& s, double k) {
    const std::uint32_t n = s.cells.x;
    const double step = s.waves.period / 40;
    std::vector<std::complex<double>> sums(n);
    for (int m = 0; m < 40; ++m) {
      advance(step, 1);
      const auto h = field("height");
      for (std::uint32_t i = 0; i < n; ++i)
        sums[i] += static_cast<double>(h[i + n]) * std::polar(2.0 / 40, tau * (m + 1) / 40);
    }
    std::complex<double> to{}, from{}, cross{};
    const double count = n - 16.0;
    for (std::uint32_t i = 8; i < n - 8; ++i) {
      const double x = (i + 0.5) * s.size.x / n;
      to += sums[i] * std::polar(1 / count, -k * x);
      from += sums[i] * std::polar(1 / count, k * x);
      cross += std::polar(1 / count, -2 * k * x);
    }
    const double rest = 1 - std::norm(cross);
    return {2 * std::abs(to - cross * from) / rest / s.waves.height,
            2 * std::abs(from - std::conj(cross) * to) / rest / s.waves.height};
  }
};

TEST_F(WaveIncident, RegularWavesComeInAndLeave) {
  using From = grid::IncidentWaves::From;
  for (const From from : {From::west, From::east})
    for (const std::uint32_t per_wave : {12u, 40u}) {
      constexpr double speed = 3, period = 2;
      wave::WaveSettings s = channel(4 * per_wave, 4 * speed * period, speed);
      s.waves.height = 0.2;
      s.waves.period = period;
      s.waves.from = from;
      make(s);
      advance(period / 40, 40 * 12);
      const Found f = found(s, tau / (speed * period));
      const double in = from == From::west ? f.in : f.back, back = from == From::west ? f.back : f.in;
      fmt::print("{} cells a wave: height {:.4f} of the told one, {:.4f} comes back\n", per_wave, in, back);
      EXPECT_NEAR(in, 1, 0.02);
      EXPECT_LT(back, 0.02);
    }
}

TEST_F(WaveIncident, StandingWavesHaveTwiceTheHeight) {
  constexpr double speed = 2, period = 3;
  wave::WaveSettings s = channel(160, 4 * speed * period, speed);
  s.edges.east = wave::WaveEdge::wall;
  s.waves.height = 0.1;
  s.waves.period = period;
  make(s);
  advance(period / 40, 40 * 14);
  double most = 0;
  for (int m = 0; m < 40; ++m) {
    advance(period / 40, 1);
    most = std::max(most, std::abs(static_cast<double>(field("height")[2 * 160 - 1])));
  }
  EXPECT_NEAR(most, 0.1, 0.001);
}

TEST_F(WaveIncident, AFileArrivesAtTheSpeedOfWaves) {
  constexpr double speed = 2, length = 20;
  wave::WaveSettings s = channel(400, length, speed);
  s.waves.kind = grid::IncidentWaves::Kind::series;
  s.waves.file = file("hump.csv");
  const auto hump = [](double t) { return 0.05 * std::exp(-std::pow((t - 3) / 0.8, 2)); };
  std::ofstream out(s.waves.file);
  for (double t = 0; t < 12; t += 0.02) out << fmt::format("{:.3f},{:.8f}\n", t, hump(t));
  out.close();
  make(s);
  advance(0.01, 700);
  const auto h = field("height");
  double off = 0;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const double x = (i - 0.5) * length / 400;  // from the border, behind the outermost cell
    off = std::max(off, std::abs(static_cast<double>(h[i]) - hump(7 - x / speed)));
  }
  fmt::print("largest error {:.5f} of the height\n", off / 0.05);
  EXPECT_LT(off, 0.005 * 0.05);
}

}  // namespace
}  // namespace undine
