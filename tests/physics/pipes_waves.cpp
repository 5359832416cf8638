// Rest, seiches, sloshing in a bowl and dam breaks of the pipe solver against closed forms.
#include <numbers>

#include "tests/support/pipes_runner.h"

namespace undine {

struct PipesWaves : test::PipesTest {
  static constexpr double pi = std::numbers::pi;

  // Period of a signal sampled each `dt`: from its zero crossings, with linear interpolation between samples.
  static double period(const std::vector<double>& signal, double dt) {
    double first = -1, last = -1;
    int crossings = 0;
    for (std::size_t i = 1; i < signal.size(); ++i) {
      if ((signal[i - 1] < 0) == (signal[i] < 0)) continue;
      last = (double(i) - signal[i] / (signal[i] - signal[i - 1])) * dt;
      if (crossings++ == 0) first = last;
    }
    EXPECT_GT(crossings, 4);
    return 2 * (last - first) / (crossings - 1);
  }
};

TEST_F(PipesWaves, ALakeStaysAtRestOverAndAroundHills) {
  for (const double level : {0.9, 0.5}) {  // the hills reach 0.8
    SCOPED_TRACE(level);
    pipes::PipesSettings s;
    s.cells = {33, 29};
    s.size = {16.5, 14.5};
    s.origin = {3, -0.25, 7};
    std::vector<double> bed;
    for (std::size_t i = 0; i < 33 * 29; ++i)
      bed.push_back(0.4 + 0.3 * std::sin(0.5 * double(i % 33)) * std::cos(0.4 * double(i / 33)) + 0.1 * random(5, i));
    SceneContext context;
    context.terrain = Heightmap{.nx = 33, .nz = 29, .size = {16, 14}, .origin = {3, 0, 7}};
    context.terrain->height.assign(bed.begin(), bed.end());
    s.initial = {{.kind = columns::Shape::Kind::level, .level = level}};
    make(s, context);
    const auto before = field("height"), depth = field("depth");
    EXPECT_EQ(std::count(depth.begin(), depth.end(), 0.0f) > 100, level == 0.5);
    advance(0.05, 10000);
    const auto after = field("height"), u = field("velocity"), wet = field("depth");
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_NEAR(after[i], before[i], 1e-6) << i;
      if (depth[i] == 0) {
        ASSERT_EQ(wet[i], 0) << i;
      }
    }
    EXPECT_LT(test::largest(u), 1e-6);
  }
}

TEST_F(PipesWaves, ASeicheHasMeriansPeriodAtThreeDepths) {
  for (const double depth : {0.05, 0.5, 5.0}) {
    for (const bool along_x : {true, false}) {
      SCOPED_TRACE(fmt::format("{} m, along {}", depth, along_x ? "x" : "z"));
      pipes::PipesSettings s;
      s.cells = along_x ? glm::uvec2{64, 3} : glm::uvec2{3, 64};
      s.size = along_x ? glm::dvec2{10, 0.5} : glm::dvec2{0.5, 10};
      std::vector<double> shape, water;
      for (std::size_t i = 0; i < 192; ++i) {
        shape.push_back(std::cos(pi * ((along_x ? double(i % 64) : double(i / 3)) + 0.5) / 64));
        water.push_back(depth * (1 + 0.005 * shape.back()));
      }
      pipes(s, std::vector<double>(192, 0.0), water);
      const double merian = 20 / std::sqrt(9.81 * depth), dt = merian / 60;
      std::vector<double> signal;
      for (int k = 0; k < 300; ++k) {
        const auto h = field("depth");
        double share = 0;
        for (std::size_t i = 0; i < 192; ++i) share += shape[i] * (h[i] - depth);
        signal.push_back(share / (0.005 * depth * 96));
        advance(dt, 1);
      }
      EXPECT_NEAR(period(signal, dt) / merian, 1, 0.01);
      EXPECT_NEAR(test::largest(std::vector(signal.end() - 60, signal.end())), 1, 0.02) << "nothing damps it";
    }
  }
}

// q_t = -g h eta_x + nu q_xx: the amplitude of wave number k decays as exp(-nu k^2 t / 2), with the grid's k^2 = (2 -
// 2 cos(k dx)) / dx^2; equally along z and x.
TEST_F(PipesWaves, EddiesBetweenColumnsDampWavesByTheirLength) {
  const double depth = 0.5, length = 10, dx = length / 64;
  for (const int mode : {2, 4}) {
    for (const bool along_x : {true, false}) {
      const double k = mode * pi / length, discrete = (2 - 2 * std::cos(k * dx)) / (dx * dx), nu = 0.01;
      SCOPED_TRACE(fmt::format("mode {}, along {}", mode, along_x ? "x" : "z"));
      pipes::PipesSettings s;
      s.cells = along_x ? glm::uvec2{64, 3} : glm::uvec2{3, 64};
      s.size = along_x ? glm::dvec2{length, 3 * dx} : glm::dvec2{3 * dx, length};
      s.horizontal_viscosity = nu;
      std::vector<double> shape, water;
      for (std::size_t i = 0; i < 192; ++i) {
        shape.push_back(std::cos(k * dx * ((along_x ? double(i % 64) : double(i / 3)) + 0.5)));
        water.push_back(depth * (1 + 0.005 * shape.back()));
      }
      pipes(s, std::vector<double>(192, 0.0), water);
      // Whole periods of a wave damped by `rate`: crests relative to the first one.
      const double omega = std::sqrt(9.81 * depth * discrete), rate = 0.5 * nu * discrete;
      const double period = 2 * pi / std::sqrt(omega * omega - rate * rate);
      for (int n = 1; n <= 4; ++n) {
        advance(period / 100, 200);
        const auto h = field("depth");
        double share = 0;
        for (std::size_t i = 0; i < 192; ++i) share += shape[i] * (h[i] - depth);
        EXPECT_NEAR(share / (0.005 * depth * 96), std::exp(-rate * 2 * n * period), 0.002) << n;
      }
    }
  }
}

// Thacker 1981, planar surface in a parabolic bowl: h0 = 0.5 m deep, 2 m wide; the center of mass oscillates by 2 %.
TEST_F(PipesWaves, WaterSloshesInABowlWithThackersPeriod) {
  pipes::PipesSettings s;
  s.cells = {200, 3};
  s.size = {4, 0.06};
  std::vector<double> bed, water;
  for (std::size_t i = 0; i < 600; ++i) {
    const double x = (double(i % 200) + 0.5) * 0.02 - 2, shift = 0.02;
    bed.push_back(0.5 * (x * x - 1));
    water.push_back(std::max(0.0, -0.5 * ((x + shift) * (x + shift) - 1)));
  }
  pipes(s, bed, water);
  const double exact = 2 * pi / std::sqrt(9.81), dt = exact / 60;
  std::vector<double> signal;
  for (int k = 0; k < 240; ++k) {
    const auto h = field("depth");
    double moment = 0, sum = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      moment += h[i] * ((double(i) + 0.5) * 0.02 - 2);
      sum += h[i];
    }
    signal.push_back(moment / sum);
    advance(dt, 1);
  }
  EXPECT_NEAR(period(signal, dt) / exact, 1, 0.01);
  EXPECT_GT(test::largest(std::vector(signal.end() - 60, signal.end())) / 0.02, 0.95);
}

// Exact solutions of the local inertial equations, which pipes of the local depth discretize.
TEST_F(PipesWaves, DamBreaksFollowTheLocalInertialEquations) {
  int tested = 0;
  for (const auto& row : test::numbers_of("pipes_dam_break_exact.csv")) {
    const double behind = row[0], front = row[2], plateau = row[5];
    if (behind > 0.9) continue;  // waves too low to tell front from crest
    SCOPED_TRACE(behind);
    pipes::PipesSettings s;
    const std::uint32_t n = 800;
    s.cells = {n, 1};
    s.size = {20, 20.0 / n};
    std::vector<double> water(n, behind);
    std::fill(water.begin(), water.begin() + n / 2, 1.0);
    pipes(s, std::vector<double>(n, 0.0), water);
    const double c0 = std::sqrt(9.81), time = 8 / c0;
    advance(time / 200, 200);
    const auto h = field("depth");
    std::size_t reached = 0;
    const double threshold = behind > 0 ? behind + 0.1 * (plateau - behind) : 0.01;
    for (std::size_t i = 0; i < n; ++i)
      if (h[i] > threshold) reached = i;
    const double speed = (double(reached + 1) * 20 / n - 10) / (c0 * time);
    // Plateau between the rarefaction's foot and the front: its middle half, away from the undular front.
    const double foot = -std::sqrt(plateau);
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double at = ((double(i) + 0.5) * 20 / n - 10) / (c0 * time);
      if (at < foot + 0.25 * (front - foot) || at > foot + 0.75 * (front - foot)) continue;
      sum += h[i];
      ++count;
    }
    EXPECT_NEAR(sum / count / plateau, 1, 0.02);
    EXPECT_GT(speed / front, 0.98);
    EXPECT_LT(speed / front, 1.10);
    RecordProperty(fmt::format("dam_{}", behind), fmt::format("{} {}", sum / count / plateau, speed / front));
    ++tested;
  }
  EXPECT_GE(tested, 8);
}

// Disc of deep water on shallow water: distance of the wave in all directions.
TEST_F(PipesWaves, ACircularDamBreakStaysCircular) {
  pipes::PipesSettings s;
  s.cells = {161, 161};
  s.size = {16.1, 16.1};
  std::vector<double> bed(161 * 161, 0.0), water;
  for (std::size_t i = 0; i < 161 * 161; ++i)
    water.push_back(std::hypot(double(i % 161) - 80, double(i / 161) - 80) <= 20.5 ? 1.0 : 0.4);
  pipes(s, bed, water);
  advance(0.01, 150);
  const auto h = field("depth");
  double least = 1e9, most = 0;
  for (int k = 0; k < 48; ++k) {
    const double angle = 2 * pi * k / 48;
    double radius = 75;
    auto at = [&](double r) {
      const double x = 80 + r * std::cos(angle), z = 80 + r * std::sin(angle);
      const auto i = static_cast<std::size_t>(x), j = static_cast<std::size_t>(z);
      const double fx = x - double(i), fz = z - double(j);
      const float* p = &h[j * 161 + i];
      return (p[0] * (1 - fx) + p[1] * fx) * (1 - fz) + (p[161] * (1 - fx) + p[162] * fx) * fz;
    };
    while (radius > 10 && at(radius) < 0.46) radius -= 0.05;
    least = std::min(least, radius);
    most = std::max(most, radius);
  }
  // A shock is faster than waves in the water ahead. A spreading ring is slower than the front of a plane dam break:
  // 0.753 sqrt(g) at this ratio (between rows of pipes_dam_break_exact.csv), up to 8 % more on a grid.
  const double cells_per_speed = 1.5 / 0.1;
  EXPECT_GT(least, 20.5 + std::sqrt(9.81 * 0.4) * cells_per_speed);
  EXPECT_LT(most, 20.5 + 1.08 * 0.753 * std::sqrt(9.81) * cells_per_speed);
  EXPECT_LT((most - least) / least, 0.005);
  RecordProperty("spread", fmt::format("{} {}", least, most));
}

}  // namespace undine
