// Incompressible particle model: densities, pressures and steps.
#include "passes/sph/sph_settings.h"
#include "tests/support/csv.h"
#include "tests/support/line.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphIncompressible : test::WaveTest {
  static sph::SphSettings dam(sph::SphModel model) {
    sph::SphSettings s;
    s.model = model;
    s.spacing = 0.05;
    s.domain = {{-1, 0, 0}, {1, 1, 0.2}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{-1, 0, 0}, {-0.5, 0.6, 0.2}}}};
    return s;
  }
};

TEST_F(SphIncompressible, DensityErrorStaysSmallInStepsTenTimesAsLong) {
  std::int64_t sub_steps[2] = {0, 0};
  double worst = 0, last = 0, first = 0, rise = 0;
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    make(dam(model));
    first = last = stats().energy;
    for (int i = 0; i < 28; ++i) {
      advance(0.025, 1);
      const Stats now = stats();
      sub_steps[static_cast<int>(model)] += now.sub_steps;
      if (model == sph::SphModel::compressible) continue;
      worst = std::max(worst, *now.residual);
      rise = std::max(rise, now.energy - last);
      last = now.energy;
      EXPECT_GT(now.iterations + (i == 0), 0);
      EXPECT_EQ(now.particles, 480);
    }
  }
  EXPECT_LT(worst, 0.005);
  EXPECT_GT(double(sub_steps[0]) / double(sub_steps[1]), 10);
  EXPECT_LT(rise, 0.01 * first);
  EXPECT_LT(last, first);
}

TEST_F(SphIncompressible, ColumnsCarryTheirWeight) {
  sph::SphSettings s = dam(sph::SphModel::incompressible);
  const double height = 0.5;
  s.domain = {{0, 0, 0}, {0.25, 0.8, 0.25}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {0.25, height, 0.25}}}};
  s.damping = 0.3;
  s.xsph = 20;
  s.iterations = 12;
  make(s);
  advance(0.01, 200);
  double pressure = 0, exact = 0;
  test::Line line;
  for (int sample = 0; sample < 20; ++sample) {
    advance(0.01, 1);
    const auto x = field("position"), p = field("pressure");
    for (std::size_t i = 0; i < p.size(); ++i)
      if (x[3 * i + 1] < 0.9 * height) line.add(x[3 * i + 1], p[i]);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double y = x[3 * i + 1];
      if (y < 0.35 * height || y > 0.65 * height) continue;
      pressure += p[i];
      exact += 1000 * 9.81 * (height - y);
    }
  }
  EXPECT_NEAR(pressure / exact, 1, 0.05);
  for (const auto& row : test::numbers_of("hydrostatic_column.csv")) {
    if (row[2] != height || row[3] > 0.4) continue;
    EXPECT_NEAR(line.at(row[3]) / row[4], 1, row[3] == 0 ? 0.02 : 0.05) << row[3];
  }
  EXPECT_LT(test::largest(field("velocity")), 0.02 * std::sqrt(9.81 * height));
  EXPECT_LT(*stats().residual, 0.005);
}

// A solve limited to one iteration leaves a larger error than one to its tolerance.
TEST_F(SphIncompressible, IterationsEndAtTheTolerance) {
  double residual[2];
  std::int64_t iterations[2];
  for (int k = 0; k < 2; ++k) {
    sph::SphSettings s = dam(sph::SphModel::incompressible);
    s.tolerance = k == 0 ? 0.02 : 0.0002;
    s.iterations = 60;
    make(s);
    advance(0.005, 60);
    iterations[k] = stats().iterations;
    residual[k] = *stats().residual;
  }
  EXPECT_LT(iterations[0], iterations[1]);
  EXPECT_LT(iterations[1], 2 * 60);
  EXPECT_GT(residual[0], 4 * residual[1]);
}

TEST_F(SphIncompressible, TwoRunsGiveTheSameBytes) {
  std::vector<float> first;
  for (int run = 0; run < 2; ++run) {
    make(dam(sph::SphModel::incompressible));
    advance(0.01, 70);
    auto got = field("position");
    const auto p = field("pressure");
    got.insert(got.end(), p.begin(), p.end());
    if (run == 0)
      first = got;
    else
      EXPECT_EQ(0, std::memcmp(got.data(), first.data(), 4 * got.size()));
  }
}

}  // namespace undine
