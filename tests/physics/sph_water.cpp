// Particle water against measurements and theory.
#include <numbers>
#include <set>

#include "passes/sph/sph_settings.h"
#include "tests/support/csv.h"
#include "tests/support/line.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphWater : test::WaveTest {
  void whole(const sph::SphSettings& s, std::size_t count) {
    const auto x = field("position"), id = field("id");
    ASSERT_EQ(id.size(), count);
    std::set<float> seen(id.begin(), id.end());
    EXPECT_EQ(seen.size(), count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t a = 0; a < 3; ++a) {
        const int axis = static_cast<int>(a);
        ASSERT_GE(x[3 * i + a], static_cast<float>(s.domain.min[axis])) << i;
        ASSERT_LE(x[3 * i + a], static_cast<float>(s.domain.max[axis])) << i;
      }
  }
  static sph::SphSettings dam() {
    sph::SphSettings s;
    s.spacing = 0.05;
    s.domain = {{-1, 0, 0}, {1, 1, 0.2}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{-1, 0, 0}, {-0.5, 0.6, 0.2}}}};
    return s;
  }
};

// p = rho g (H - y): 5 % at the center, water at rest, after 5 s; averaged over the last half second, in which sound
// crosses the column several times.
TEST_F(SphWater, ColumnsCarryTheirWeight) {
  sph::SphSettings s;
  const double height = 0.5;
  s.spacing = height / 12;
  s.domain = {{0, 0, 0}, {4 * s.spacing, 0.8, 4 * s.spacing}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {4 * s.spacing, height, 4 * s.spacing}}}};
  s.damping = 0.3;
  make(s);
  advance(0.02, 225);
  double pressure = 0, exact = 0, error = 0;
  test::Line line;
  for (int sample = 0; sample < 25; ++sample) {
    advance(0.02, 1);
    const auto x = field("position"), d = field("density"), p = field("pressure");
    for (std::size_t i = 0; i < d.size(); ++i)
      if (x[3 * i + 1] < 0.9 * height) line.add(x[3 * i + 1], p[i]);
    for (std::size_t i = 0; i < d.size(); ++i) {
      const double y = x[3 * i + 1];
      error += std::abs(d[i] / 1000 - 1) / static_cast<double>(25 * d.size());
      if (y < 0.35 * height || y > 0.65 * height) continue;
      pressure += p[i];
      exact += 1000 * 9.81 * (height - y);
    }
  }
  EXPECT_NEAR(pressure / exact, 1, 0.05);
  // Rows of the table at this height: linear fit of the pressures, and the pressure on the floor.
  for (const auto& row : test::numbers_of("hydrostatic_column.csv")) {
    if (row[2] != height || row[3] > 0.4) continue;
    EXPECT_NEAR(line.at(row[3]) / row[4], 1, row[3] == 0 ? 0.02 : 0.05) << row[3];
  }
  EXPECT_LT(error, 0.01);
  EXPECT_LT(test::largest(field("velocity")), 0.02 * std::sqrt(9.81 * height));
  whole(s, 4 * 4 * 12);
}

// Front of a column twice as high as it is wide. The gate's opening time differs by up to 0.175 between experiments.
TEST_F(SphWater, DamBreakFrontIsTheMeasuredOne) {
  sph::SphSettings s;
  const double width = 0.146;
  s.spacing = width / 16;
  s.domain = {{0, 0, 0}, {4 * width, 3 * width, 4 * s.spacing}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {width, 2 * width, 4 * s.spacing}}}};
  make(s);
  const double scale = std::sqrt(2 * 9.81 / width);
  double time = 0, error = 0;
  int rows = 0;
  for (const auto& row : test::numbers_of("koshizuka_oka_1996_front.csv")) {
    if (rows == 9) break;  // later rows are from a simulation
    ++rows;
    const double at = std::max(row[1] - 0.175, 0.0) / scale;
    if (row[1] == 0) continue;
    advance((at - time) / 4, 4);
    time = at;
    const auto x = field("position"), d = field("density");
    double tip = 0;
    for (std::size_t i = 0; i < d.size(); ++i) tip = std::max(tip, static_cast<double>(x[3 * i]));
    tip = (tip + 0.5 * s.spacing) / width;
    error += std::abs(tip / row[2] - 1) / 8;
    RecordProperty("tip_at_" + std::to_string(row[1]), std::to_string(tip) + " of " + std::to_string(row[2]));
  }
  EXPECT_EQ(rows, 9);
  EXPECT_LT(error, 0.1);
}

TEST_F(SphWater, EnergyNeverGrowsAndNoParticleIsLost) {
  const sph::SphSettings s = dam();
  make(s);
  double last = stats().energy;
  const double first = last;
  for (int i = 0; i < 60; ++i) {
    advance(0.02, 1);
    const Stats now = stats();
    EXPECT_LE(now.energy, last + 1e-4 * first) << i;
    EXPECT_EQ(now.particles, 480);
    last = now.energy;
  }
  EXPECT_LT(last, 0.75 * first);
  whole(s, 480);
}

TEST_F(SphWater, ElasticWallsKeepMoreEnergyThanDeadOnes) {
  double energy[2];
  for (int k = 0; k < 2; ++k) {
    sph::SphSettings s = dam();
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.5, 0.5, 0.05}, {-0.45, 0.55, 0.1}}}};  // one falling particle
    s.restitution = k == 0 ? 1 : 2;
    make(s);
    advance(0.01, 60);
    energy[k] = stats().energy;
  }
  EXPECT_GT(energy[1], 3 * energy[0]);
}

// XSPH blends velocities and conserves momentum: two halves in shear, without gravity. It is a diffusion by xsph
// <r^2> / 6, with <r^2> = 0.225 h^2 of the cubic spline.
TEST_F(SphWater, XsphBringsVelocitiesTogether) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    double apart[2], sum[2];
    for (int k = 0; k < 2; ++k) {
      sph::SphSettings s = dam();
      s.model = model;
      s.gravity = 1e-6;
      s.damping = 0;
      s.stiffness = 4;
      s.xsph = k == 0 ? 0 : 40;
      s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.4, 0.2, 0}, {0.4, 0.4, 0.2}}, .velocity = {0.2, 0, 0}},
                 sph::SphFluid{.box = sph::SphBox{{-0.4, 0.4, 0}, {0.4, 0.6, 0.2}}, .velocity = {-0.1, 0, 0}}};
      make(s);
      advance(0.01, 20);
      const auto v = field("velocity"), id = field("id");
      double mean[2] = {0, 0};
      for (std::size_t i = 0; i < id.size(); ++i)
        mean[id[i] < 0.5f * static_cast<float>(id.size()) ? 0 : 1] += 2 * v[3 * i] / static_cast<double>(id.size());
      apart[k] = mean[0] - mean[1];
      sum[k] = mean[0] + mean[1];
    }
    EXPECT_NEAR(apart[0], 0.3, 0.05);
    const double spread = std::sqrt(40 * 0.225 * 0.01 / 6 * 0.2 / std::numbers::pi);
    EXPECT_NEAR(apart[1], 0.3 * (1 - 2 * spread / 0.2), 0.015);
    EXPECT_NEAR(sum[0], 0.1, 2e-3);
    EXPECT_NEAR(sum[1], 0.1, 2e-3);
  }
}

TEST_F(SphWater, TwoRunsGiveTheSameBytes) {
  std::vector<float> first[3];
  for (int run = 0; run < 2; ++run) {
    make(dam());
    advance(0.02, 30);
    int k = 0;
    for (const char* what : {"position", "velocity", "density"}) {
      const auto got = field(what);
      if (run == 0)
        first[k] = got;
      else
        EXPECT_EQ(0, std::memcmp(got.data(), first[k].data(), 4 * got.size())) << what;
      ++k;
    }
  }
}

// The GPU divides the clock step: by the speed of sound at first, later also by the speed of the water.
TEST_F(SphWater, SubStepsFollowTheSpeed) {
  sph::SphSettings s = dam();
  s.compressibility = 0.2;
  make(s);
  advance(0.02, 1);
  const auto calm = stats().sub_steps;
  advance(0.02, 22);
  EXPECT_GT(stats().sub_steps, calm);
  // For any division the total time is the clock step: free fall of one particle.
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0.9, 0.05}, {0.05, 0.95, 0.1}}}};
  make(s);
  advance(0.05, 6);
  EXPECT_NEAR(field("velocity")[1], -9.81 * 0.3, 1e-3);
  EXPECT_NEAR(field("position")[1], 0.925 - 0.5 * 9.81 * 0.09, 0.02);
}

}  // namespace undine
