// Edges that are a sea: waves come in as they are told, others leave, and no water is lost on the way.
#include <cmath>
#include <complex>
#include <fstream>
#include <functional>
#include <glm/trigonometric.hpp>
#include <numbers>

#include "passes/grid/incident_waves.h"
#include "tests/support/shallow_runner.h"

namespace undine {
namespace {

constexpr double tau = 2 * std::numbers::pi;

class ShallowSea : public test::ShallowTest {
 protected:
  static constexpr double length = 60, gravity = 9.81;
  static constexpr std::size_t columns = 600;

  shallow::ShallowSettings sea(columns::Edge east = columns::Edge::sea) const {
    shallow::ShallowSettings s = channel(columns, length);
    s.edges.west = columns::Edge::sea;
    s.edges.east = east;
    return s;
  }
  static grid::IncidentWaves regular(double height, double period) {
    grid::IncidentWaves out;
    out.kind = grid::IncidentWaves::Kind::regular;
    out.height = height;
    out.period = period;
    return out;
  }
  void still(const shallow::ShallowSettings& s, double depth) {
    shallow(s, std::vector<double>(columns, 0.0), std::vector<double>(columns, depth));
  }
  // Amplitudes of the waves towards +x and -x, from the elevation over whole periods at every column.
  std::pair<double, double> both_ways(double period, double depth) {
    constexpr int steps = 60;
    std::vector<std::complex<double>> sums(columns);
    for (int n = 0; n < 2 * steps; ++n) {
      advance(period / steps, 1);
      const auto h = field("depth");
      for (std::size_t i = 0; i < columns; ++i)
        sums[i] += (static_cast<double>(h[i]) - depth) * std::polar(1.0 / steps, tau * (n + 1) / steps);
    }
    // Least squares for a e^(ikx) + b e^(-ikx).
    const double k = tau / period / std::sqrt(gravity * depth);
    std::complex<double> to{}, from{}, cross{};
    double count = 0;
    for (std::size_t i = columns / 4; i < 3 * columns / 4; ++i) {
      const double x = (static_cast<double>(i) + 0.5) * length / columns;
      to += sums[i] * std::polar(1.0, -k * x);
      from += sums[i] * std::polar(1.0, k * x);
      cross += std::polar(1.0, -2 * k * x);
      ++count;
    }
    to /= count, from /= count, cross /= count;
    const double rest = 1 - std::norm(cross);
    return {std::abs(to - cross * from) / rest, std::abs(from - std::conj(cross) * to) / rest};
  }
};

TEST_F(ShallowSea, RegularWavesComeInAndLeave) {
  for (const auto& [period, depth] : {std::pair(5.0, 0.5), {15.0, 4.0}}) {
    SCOPED_TRACE(fmt::format("period {} s, depth {} m", period, depth));
    shallow::ShallowSettings s = sea();
    const double height = 0.004 * depth;
    s.waves = regular(height, period);
    still(s, depth);
    const double transit = length / std::sqrt(gravity * depth);
    advance(period / 60, static_cast<int>(60 * std::ceil(2 * transit / period + 2)));
    const auto [to, from] = both_ways(period, depth);
    fmt::print("period {:4} s, depth {:3} m: height {:.4f} of the told one, {:.4f} comes back\n", period, depth,
               2 * to / height, from / to);
    EXPECT_NEAR(2 * to / height, 1, 0.02);
    EXPECT_LT(from / to, 0.05);
  }
}

// In front of a wall they stand, twice as high, and what the wall throws back leaves over the sea.
TEST_F(ShallowSea, StandingWavesHaveTwiceTheHeight) {
  constexpr double depth = 1, period = 6, height = 0.004;
  shallow::ShallowSettings s = sea(columns::Edge::wall);
  s.waves = regular(height, period);
  still(s, depth);
  advance(period / 60, 60 * 12);
  const auto [to, from] = both_ways(period, depth);
  EXPECT_NEAR(2 * to / height, 1, 0.03);
  EXPECT_NEAR(from / to, 1, 0.05);
}

// A bore's worth of water: long waves of a fifth of the depth come in as simple waves do, x + (3 c - 2 c0) t constant.
TEST_F(ShallowSea, HighWavesSteepenAsSimpleWaves) {
  constexpr double depth = 1, period = 20, height = 0.2, x = 12.05;
  shallow::ShallowSettings s = sea();
  s.waves = regular(height, period);
  still(s, depth);
  const double c0 = std::sqrt(gravity * depth);
  const auto elevation = [&](double t) {
    return height / 2 * std::clamp(t / period, 0.0, 1.0) * std::sin(tau * t / period);
  };
  double worst = 0;
  for (int n = 0; n < 360; ++n) {
    advance(0.1, 1);
    const double time = 0.1 * (n + 1);
    // Left the edge at t: it runs at 3 c - 2 c0.
    double left = time - x / c0;
    for (int k = 0; k < 60; ++k) left = time - x / (3 * std::sqrt(gravity * (depth + elevation(left))) - 2 * c0);
    worst = std::max(worst, std::abs(static_cast<double>(field("depth")[120]) - depth - elevation(left)));
  }
  fmt::print("{:.4f} of the amplitude off\n", worst / (height / 2));
  EXPECT_LT(worst, 0.02 * height / 2);
}

TEST_F(ShallowSea, AHumpLeaves) {
  shallow::ShallowSettings s = sea();
  std::vector<double> depth(columns, 1.0);
  for (std::size_t i = 0; i < columns; ++i) depth[i] += 0.1 * std::exp(-std::pow((0.1 * double(i) - 30) / 3, 2));
  shallow(s, std::vector<double>(columns, 0.0), depth);
  advance(0.05, 800);
  for (const float h : field("depth")) EXPECT_NEAR(h, 1, 0.001);
  EXPECT_NEAR(*stats().volume / 6, 1, 1e-4) << "60 x 0.1 m, and the still level again";
}

TEST_F(ShallowSea, SeriesOfAFile) {
  const std::filesystem::path table = file("w.csv");
  std::ofstream(table)
      << "time,eta,u\n# a step that moves on as it is told\n0,0,0\n1,0,0\n3,0.02,0.0626\n90,0.02,0.0626\n";
  shallow::ShallowSettings s = sea();
  s.waves.kind = grid::IncidentWaves::Kind::series;
  s.waves.file = table;
  still(s, 1);
  advance(0.05, 800);
  for (const float h : field("depth")) EXPECT_NEAR(h, 1.02, 2e-4);
  for (const double u : part("velocity", 0)) EXPECT_NEAR(u, 0.0626, 4e-4);
}

TEST_F(ShallowSea, ASpectrumHasItsHeight) {
  grid::IncidentWaves waves;
  waves.kind = grid::IncidentWaves::Kind::jonswap;
  waves.height = 2;
  waves.period = 9;
  for (const std::uint64_t seed : {1, 2, 77}) {
    const grid::IncidentElevation maker(waves, seed, "");
    double square = 0, mean = 0;
    int crossings = 0, count = 0;
    for (double t = 0; t < 40000; t += 0.25, ++count) {
      const double e = maker.elevation(t);
      mean += e;
      square += e * e;
      crossings += e < 0 && maker.elevation(t + 0.25) >= 0 ? 1 : 0;
    }
    EXPECT_NEAR(4 * std::sqrt(square / count), 2, 0.06);
    EXPECT_NEAR(mean / count, 0, 0.01);
    EXPECT_NEAR(40000.0 / crossings / 9, 0.82, 0.03);  // sqrt(m0 / m2) of the band, gamma 3.3, over the peak's period
  }
}

// Wave vector of a wave of `period` about the middle of a water of cells x cells, from the phases of neighboring
// columns.
class ObliqueSea : public ShallowSea {
 protected:
  static constexpr std::uint32_t side = 128;
  static constexpr double wide = 64;  // m

  // Direction in degrees and wavenumber at x in meters from the middle.
  struct Seen {
    double degrees, k, amplitude;
  };
  std::vector<Seen> seen(const shallow::ShallowSettings& s, double period, int periods,
                         const std::function<double(double x)>& depth, const std::vector<double>& places) {
    std::vector<double> bed, water;
    const double cell = wide / side;
    for (std::uint32_t j = 0; j < side; ++j)
      for (std::uint32_t i = 0; i < side; ++i) {
        const double h = depth((i + 0.5) * cell - wide / 2);
        bed.push_back(-h);
        water.push_back(h);
      }
    shallow(s, bed, water);
    constexpr int steps = 48;
    advance(period / steps, steps * periods);
    std::vector<std::complex<double>> sums(std::size_t{side} * side);
    for (int n = 0; n < 2 * steps; ++n) {
      advance(period / steps, 1);
      const auto h = field("depth");
      for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += (static_cast<double>(h[i]) - water[i]) * std::polar(1.0 / steps, tau * (n + 1) / steps);
    }
    std::vector<Seen> out;
    for (const double x : places) {
      // Phase steps over columns around the place, weighted by their squared amplitudes.
      const int middle = static_cast<int>((x + wide / 2) / cell);
      std::complex<double> dx{}, dz{};
      double amplitude = 0;
      int count = 0;
      for (int j = side / 2 - 10; j < static_cast<int>(side) / 2 + 10; ++j)
        for (int i = middle - 6; i < middle + 6; ++i) {
          const auto at = [&](int a, int b) {
            return sums[static_cast<std::size_t>(b) * side + static_cast<std::size_t>(a)];
          };
          dx += at(i + 1, j) * std::conj(at(i, j));
          dz += at(i, j + 1) * std::conj(at(i, j));
          amplitude += std::abs(at(i, j));
          ++count;
        }
      const double kx = std::arg(dx) / cell, kz = std::arg(dz) / cell;
      out.push_back({glm::degrees(std::atan2(kz, kx)), std::hypot(kx, kz), amplitude / count});
    }
    return out;
  }
  shallow::ShallowSettings open_sea(double height, double period, double degrees) {
    shallow::ShallowSettings s;
    s.cells = {side, side};
    s.size = {wide, wide};
    s.edges.west = s.edges.east = s.edges.north = s.edges.south = columns::Edge::sea;
    s.waves = regular(height, period);
    s.waves.direction = degrees;
    return s;
  }
};

TEST_F(ObliqueSea, WavesGoTheWayThatIsTold) {
  for (const double degrees : {15.0, -30.0}) {
    const double period = 8, depth = 1;  // 50 columns a wave
    const shallow::ShallowSettings s = open_sea(0.004, period, degrees);
    const std::vector<Seen> all = seen(s, period, 6, [&](double) { return depth; }, {-20.0, -10.0});
    for (const Seen& w : all) {
      fmt::print("{} degrees: {:.2f}, wavenumber {:.4f} of sqrt(g h)'s, height {:.3f}\n", degrees, w.degrees,
                 w.k / (tau / period / std::sqrt(gravity * depth)), 2 * w.amplitude / 0.004);
      EXPECT_NEAR(w.degrees, degrees, 1);
      EXPECT_NEAR(2 * w.amplitude / 0.004, 1, 0.05);
    }
  }
}

// The same from the other three sides; towards rising z, or x from the sides along x.
TEST_F(ObliqueSea, WavesComeFromEverySide) {
  using From = grid::IncidentWaves::From;
  const double period = 6;
  for (const auto& [from, way] : {std::pair(From::east, 155.0), {From::north, 65.0}, {From::south, -65.0}}) {
    shallow::ShallowSettings s = open_sea(0.004, period, 25);
    s.waves.from = from;
    const Seen w = seen(s, period, 6, [](double) { return 1.0; }, {0.0})[0];
    fmt::print("{:.0f} degrees: {:.2f}, height {:.3f}\n", way, w.degrees, 2 * w.amplitude / 0.004);
    EXPECT_NEAR(w.degrees, way, 1);
    EXPECT_NEAR(2 * w.amplitude / 0.004, 1, 0.06);
  }
}

// Over parallel contours the wavenumber along them stays: sin(angle) goes with sqrt(h) (Snell), and the flux of energy
// across them: height squared times sqrt(h) cos(angle) (Green).
TEST_F(ObliqueSea, WavesTurnTowardsTheShallows) {
  const double period = 6, deep = 1.6, start = glm::radians(30.0);
  const auto depth = [&](double x) { return std::clamp(deep - (x + 24) * 0.025, 0.4, deep); };
  const shallow::ShallowSettings s = open_sea(0.004, period, 30);
  const std::vector<double> places{-25, -8, 8, 18};
  const std::vector<Seen> all = seen(s, period, 8, depth, places);
  EXPECT_NEAR(all[0].degrees, 30, 1);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double there = depth(places[i]), angle = std::asin(std::sin(start) * std::sqrt(there / deep));
    const double higher = std::sqrt(std::sqrt(deep / there) * std::cos(start) / std::cos(angle));
    const double seen_higher = all[i].amplitude / all[0].amplitude;
    fmt::print("depth {:.2f} m: {:.2f} degrees, by Snell {:.2f}; height {:.3f}, by Green {:.3f}\n", there,
               all[i].degrees, glm::degrees(angle), seen_higher, higher);
    EXPECT_NEAR(all[i].degrees, glm::degrees(angle), 1);
    EXPECT_NEAR(seen_higher / higher, 1, 0.03);
  }
}

}  // namespace
}  // namespace undine
