// Energy of the pipe solver: sum[g h (b + h / 2) + q q / 2h] dx dz. The scheme is symplectic: for a wave of frequency
// w it conserves an energy that differs from this one by at most the share w dt. The discharge of a column, a mean
// over its pipes, has the energy of the wave up to the share (k dx)^2.
#include <numbers>

#include "tests/support/pipes_runner.h"

namespace undine {

struct PipesEnergy : test::PipesTest {
  static constexpr double pi = std::numbers::pi;
  void slosh(double friction) {
    pipes::PipesSettings s;
    s.cells = {40, 10};
    s.size = {40, 10};
    s.friction = friction;
    std::vector<double> depth;
    for (std::size_t i = 0; i < 400; ++i) depth.push_back(1 + 0.05 * std::cos(pi * (double(i % 40) + 0.5) / 40));
    pipes(s, std::vector<double>(400, 0.0), depth);
  }
  static constexpr double rest = 9.81 * 0.5 * 400;
};

TEST_F(PipesEnergy, AClosedBasinKeepsItWithinTheSchemesBound) {
  slosh(0);
  const double dt = 0.1, k = pi / 40, frequency = k * std::sqrt(9.81), first = stats().energy - rest;
  EXPECT_GT(first, 2);
  double least = first, most = first;
  for (int i = 0; i < 250; ++i) {  // ten periods
    advance(dt, 10);
    least = std::min(least, stats().energy - rest);
    most = std::max(most, stats().energy - rest);
  }
  const double bound = frequency * dt + k * k;
  EXPECT_LT(most, first * (1 + bound));
  EXPECT_GT(least, first * (1 - bound));
}

TEST_F(PipesEnergy, NeverGrowsWithFriction) {
  slosh(0.05);
  double before = stats().energy - rest;
  const double first = before;
  for (int i = 0; i < 100; ++i) {
    advance(0.1, 10);
    const double now = stats().energy - rest;
    EXPECT_LT(now, before + 1e-3 * first) << i;
    before = now;
  }
  EXPECT_LT(before, 0.05 * first);
}

// Water released over a rough bed, part of it dry. The statistic uses the unlimited flux of pipes, of which drying
// columns pass a share. It is not monotone there, but does not exceed its initial value.
TEST_F(PipesEnergy, StaysBelowTheInitialOnRoughGround) {
  pipes::PipesSettings s;
  s.cells = {48, 32};
  s.size = {24, 16};
  s.manning = 0.03;
  std::vector<double> bed, depth;
  for (std::size_t i = 0; i < 1536; ++i) {
    bed.push_back(0.4 * std::sin(0.4 * double(i % 48)) * std::cos(0.5 * double(i / 48)) + 0.4);
    depth.push_back(i % 48 < 16 ? std::max(0.0, 1.2 - bed.back()) : 0.0);
  }
  pipes(s, bed, depth);
  const double first = stats().energy;
  double last = first;
  for (int i = 0; i < 200; ++i) {
    advance(0.05, 4);
    last = stats().energy;
    EXPECT_LT(last, first) << i;
  }
  EXPECT_LT(last, 0.9 * first);
}

}  // namespace undine
