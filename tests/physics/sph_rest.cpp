// Particles at rest, landing, hitting a wall and after release, in both models and at several clock steps. Depths,
// pressures, speeds, energies and momenta are known.
#include "engine/scene/scene.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphRest : test::WaveTest {
  struct Rest {
    double depth = 0, pressure = 0, speed = 0;  // over H; over rho g (H - y) between 0.35 and 0.65 H; over sqrt(g H)
  };
  Rest rest(double height) {
    const auto x = field("position"), v = field("velocity"), p = field("pressure");
    Rest out;
    double weight = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double y = x[3 * i + 1];
      out.depth += 2 * y / height / static_cast<double>(p.size());
      out.speed =
          std::max(out.speed, static_cast<double>(glm::length(glm::vec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]))));
      if (y < 0.35 * height || y > 0.65 * height) continue;
      out.pressure += p[i];
      weight += 1000 * 9.81 * (height - y);
    }
    out.pressure /= weight;
    out.speed /= std::sqrt(9.81 * height);
    return out;
  }
  // Particles between walls on all sides, with default settings except for the spacing.
  static sph::SphSettings column(glm::dvec3 count, sph::SphModel model) {
    sph::SphSettings s;
    s.model = model;
    s.spacing = 0.01;
    const glm::dvec3 water = 0.01 * count;
    s.domain = {{0, 0, 0}, {water.x, 1.5 * water.y, water.z}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, water}}};
    return s;
  }
};

// Depth from the mean height of the particles; it decreases by up to 1 % while layers settle.
TEST_F(SphRest, IncompressibleColumnsStandAtEveryClockStep) {
  struct Case {
    glm::dvec3 count;
    double step, time;
  };
  for (const Case& c : {Case{{6, 40, 6}, 0.005, 0.3}, Case{{6, 40, 6}, 0.01, 0.2}, Case{{40, 6, 6}, 0.01, 0.5}}) {
    SCOPED_TRACE(fmt::format("{} x {} x {}, {} s", c.count.x, c.count.y, c.count.z, c.step));
    make(column(c.count, sph::SphModel::incompressible));
    const double first = stats().energy;
    advance(c.step, static_cast<int>(std::lround(c.time / c.step)));
    const Rest now = rest(0.01 * c.count.y);
    EXPECT_NEAR(now.depth, 1, 0.03);
    EXPECT_NEAR(now.pressure, 1, 0.1);
    EXPECT_LT(now.speed, 0.1);  // fastest particle while layers settle
    const Stats s = stats();
    EXPECT_LT(s.energy, 1.002 * first);
    EXPECT_LT(s.residual, 0.003);
    EXPECT_TRUE(s.converged.value());
    EXPECT_TRUE(s.warnings.empty());
  }
}

// The impulse of gauges over a whole wall equals the momentum that the water loses to it.
TEST_F(SphRest, GaugesReadTheMomentumThatAWallTakes) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    const double dx = 0.02, long_ = 0.4, high = 0.4, wide = 8 * dx, speed = 2, step = 0.002;
    sph::SphSettings s;
    s.model = model;
    s.spacing = dx;
    s.domain = {{0, 0, 0}, {long_, high, wide}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{long_ - 8.5 * dx, 0, 0}, {long_ - 0.5 * dx, 8 * dx, wide}},
                             .velocity = {speed, 0, 0}}};
    const double side = 2 * dx;
    for (double y = 0.5 * side; y < high; y += side)
      for (double z = 0.5 * side; z < wide; z += side)
        s.gauges.push_back({"far", sph::SphGauge::Measures::pressure, {long_, y, z}});
    make(s);
    double impulse = 0, momentum = 0;
    for (int i = 0; i < 30; ++i) {
      advance(step, 1);
      for (const auto& [name, value] : stats().gauges) impulse += value * side * side * step;
    }
    const auto v = field("velocity");
    for (std::size_t i = 0; i < v.size(); i += 3)
      momentum += 1000 * std::pow(dx, 3) * (speed - static_cast<double>(v[i]));
    EXPECT_GT(momentum, 4);  // initially 8.2 kg m/s
    EXPECT_NEAR(impulse / momentum, 1, 0.05) << static_cast<int>(model);
  }
}

// Released water falls, spreads and hits a wall without gaining energy.
TEST_F(SphRest, ReleasedWaterMakesNoEnergy) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    sph::SphSettings s = column({10, 20, 4}, model);
    s.domain.max.x = 0.4;
    make(s);
    const double first = stats().energy;
    for (int i = 0; i < 30; ++i) {
      advance(0.01, 1);
      EXPECT_LT(stats().energy, 1.002 * first) << i << ' ' << static_cast<int>(model);
    }
  }
}

// A fountain that falls back on the floor contains no more energy than its inflow, and forms layers without excess
// pressure.
TEST_F(SphRest, FountainsKeepTheirEnergy) {
  sph::SphSettings s;
  s.model = sph::SphModel::incompressible;
  s.spacing = 0.03;
  s.domain = {{-0.4, 0, -0.4}, {0.4, 0.8, 0.4}};
  s.fluid = {sph::SphFluid{
      .emitter = sph::SphEmitter{.position = {0, 0.1, 0}, .direction = {0, 1, 0}, .radius = 0.06, .speed = 3}}};
  make(s);
  for (int i = 0; i < 20; ++i) {
    advance(0.005, 8);
    const Stats now = stats();
    const double came = static_cast<double>(now.emitted) * 1000 * std::pow(0.03, 3) * (0.5 * 9 + 9.81 * 0.1);
    EXPECT_LT(now.energy, 1.02 * came) << i;
    EXPECT_LT(now.residual, 0.01) << i;
    EXPECT_TRUE(now.warnings.empty()) << i;
  }
}

// The statistics report coincident particles, and the solver separates them.
TEST_F(SphRest, ParticlesInOnePlacePartAndAreTold) {
  sph::SphSettings s;
  s.model = sph::SphModel::incompressible;
  s.spacing = 0.05;
  s.gravity = 1e-6;
  s.domain = {{0, 0, 0}, {1, 1, 1}};
  s.fluid.clear();
  for (int k = 0; k < 2; ++k)  // two emitters at one place, at the same time
    s.fluid.push_back(sph::SphFluid{
        .emitter = sph::SphEmitter{
            .position = {0.2, 0.5, 0.5}, .direction = {1, 0, 0}, .radius = 0.11, .speed = 1, .end = 0.2}});
  make(s);
  advance(0.01, 4);
  ASSERT_FALSE(stats().warnings.empty());
  bool told = false;
  for (const std::string& what : stats().warnings)
    told = told || what.find("in the place of another") != std::string::npos;
  EXPECT_TRUE(told);
  advance(0.01, 60);
  for (const std::string& what : stats().warnings) EXPECT_EQ(what.find("in the place"), std::string::npos) << what;
  EXPECT_LT(*stats().residual, 0.01);
}

}  // namespace undine
