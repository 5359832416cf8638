// Gauges and hydrographs of every solver: levels of lakes at rest, discharges of uniform streams, volumes of inflow
// series.
#include <map>
#include <numbers>

#include "passes/fluid/fluid_settings.h"
#include "passes/pipes/pipes_settings.h"
#include "passes/shallow/shallow_settings.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/columns_runner.h"
#include "tests/support/refused.h"

namespace undine::test {

class Gauges : public ColumnsTest {
 protected:
  using Measures = grid::Gauge::Measures;
  double reading(const std::string& name) {
    for (const auto& [gauge, value] : stats().gauges)
      if (gauge == name) return value;
    ADD_FAILURE() << "no gauge " << name;
    return 0;
  }
  std::vector<double> velocity(const std::string& name) {
    for (const auto& [gauge, value] : stats().velocities)
      if (gauge == name) return value;
    ADD_FAILURE() << "no gauge " << name;
    return {0, 0, 0};
  }
  // Lake at a level over a stepped bed with one dry column.
  template <class Settings>
  void lake(Settings s) {
    s.cells = {13, 9};
    s.size = {26, 9};
    s.origin = {3, 5, -2};
    s.initial = {{.kind = columns::Shape::Kind::level, .level = 6.3}};
    std::vector<float> bed(13 * 9);
    for (std::size_t i = 0; i < bed.size(); ++i) bed[i] = static_cast<float>(i == 60 ? 7.0 : 5 + 0.1 * double(i % 7));
    SceneContext context;
    context.terrain = Heightmap{.nx = 13, .nz = 9, .size = {24, 8}, .origin = {3, 0, -2}, .height = bed};
    s.traces = kept;
    for (int k = 0; k < 20; ++k)
      s.gauges.push_back({"level" + std::to_string(k), Measures::level, {-9.5 + 1.2 * k, 0, -6 + 0.4 * k}});
    // Column 60 is the 8th of the 5th row.
    s.gauges.push_back({"dry", Measures::level, {-10 + 2 * 8.5, 0, -6.5 + 4.5}});
    s.gauges.push_back({"deep", Measures::depth, {-9, 0, -6}});
    s.gauges.push_back({"still", Measures::velocity, {-9, 0, -6}});
    s.gauges.push_back({"none", Measures::discharge, {-10, 0, -6.5}, {16, 0, 2.5}});
    make(s, context);
    advance(0.05, 20);
    EXPECT_NEAR(reading("dry"), 7, 1e-6);
    for (int k = 0; k < 20; ++k) EXPECT_NEAR(reading("level" + std::to_string(k)), 6.3, 1e-6) << k;
    EXPECT_NEAR(reading("deep"), 1.3, 1e-6);
    EXPECT_NEAR(reading("none"), 0, 1e-5);
    const auto still = velocity("still");
    ASSERT_EQ(still.size(), 2u);
    EXPECT_NEAR(std::hypot(still[0], still[1]), 0, 1e-5);
  }
};

TEST_F(Gauges, ReadTheLevelOfALakeOfPipes) { lake(pipes::PipesSettings{}); }
TEST_F(Gauges, ReadTheLevelOfALakeOfShallowWater) { lake(shallow::ShallowSettings{}); }

TEST_F(Gauges, WavesGiveTheValuesOfTheCell) {
  wave::WaveSettings s;
  s.cells = {21, 14};
  s.size = {21, 14};
  s.origin = {100, 2, 50};
  s.initial = {{.kind = wave::WaveShape::Kind::gaussian, .height = 0.3, .radius = 4, .center = {2, 1}}};
  s.gauges = {{"a", Measures::level, {100 + 3.4, 0, 50 - 2.3}}};
  make(s);
  advance(0.1, 7);
  const auto height = field("height");
  EXPECT_NEAR(reading("a"), height[4 * 21 + 13], 1e-6);
  EXPECT_GT(std::abs(reading("a") - 2), 1e-3);
}

// Standing wave of two half waves, against the exact solution of the wave equation.
TEST_F(Gauges, WavesGiveVelocity) {
  wave::WaveSettings s;
  s.cells = {200, 20};
  s.size = {4, 0.4};
  s.origin = {7, 3, 0};
  s.speed = 2;
  s.initial = {{.kind = wave::WaveShape::Kind::cosine, .height = 0.01, .mode = {2, 0}}};
  const double x = 0.61, z = 0.2;  // center of a cell
  s.gauges = {{"u", Measures::velocity, {7 - 2 + x, 0, 0}},
              {"q", Measures::discharge, {7 - 2 + x, 0, -z}, {7 - 2 + x, 0, z}},
              {"d", Measures::depth, {7 - 2 + x, 0, 0}},
              {"y", Measures::level, {7 - 2 + x, 0, 0}}};
  make(s);
  const double k = std::numbers::pi / 2, omega = 2 * k, depth = 4 / 9.81;
  for (int i = 1; i <= 8; ++i) {
    advance(0.002, 73);
    const double t = 0.002 * 73 * i, u = 9.81 * 0.01 * k / omega * std::sin(k * x) * std::sin(omega * t),
                 h = 0.01 * std::cos(k * x) * std::cos(omega * t);
    const double fastest = 9.81 * 0.01 * k / omega;
    EXPECT_NEAR(velocity("u")[0], u, 1e-3 * fastest) << i;
    EXPECT_NEAR(velocity("u")[1], 0, 1e-6 * fastest) << i;
    EXPECT_NEAR(reading("q"), u * depth * 2 * z, 1e-3 * fastest * depth * 2 * z) << i;
    EXPECT_NEAR(reading("d"), depth + h, 1e-5) << i;
    EXPECT_NEAR(reading("y"), 3 + h, 1e-5) << i;
  }
}

// Flow through a line equals the gain of the water beyond it, over any bed and around land, with damping.
TEST_F(Gauges, WavesGiveDischargeThroughALine) {
  for (const bool over_ground : {false, true}) {
    wave::WaveSettings s;
    s.cells = {48, 30};
    s.size = {4.8, 3};
    s.speed = 1.7;
    s.damping = 0.35;
    SceneContext context;
    if (over_ground) {
      s.speed_from = wave::WaveSettings::Speed::depth;
      std::vector<float> bed(48 * 30);
      for (std::size_t i = 0; i < bed.size(); ++i)
        bed[i] = i % 48 > 20 && i % 48 < 28 && i / 48 > 18 ? 0.2f : -0.3f - 0.01f * static_cast<float>(i % 17);
      context.terrain = Heightmap{.nx = 48, .nz = 30, .size = {4.7, 2.9}, .height = bed};
    }
    s.initial = {{.kind = wave::WaveShape::Kind::gaussian, .height = 0.05, .radius = 0.5, .center = {-1.1, -0.4}}};
    s.sources = {{.region = {{-1.9, 0.6}, {0.4, 0.4}}, .rate = 0.004}};
    s.gauges = {{"q", Measures::discharge, {0.05, 0, -1.5}, {0.05, 0, 1.5}}};
    make(s, context);
    const auto beyond = [&] {  // the line is the middle of column 24, half of which lies beyond
      const auto height = field("height");
      double sum = 0;
      for (std::size_t i = 0; i < height.size(); ++i)
        if (!over_ground || height[i] != 0) sum += i % 48 == 24 ? 0.5 * height[i] : i % 48 > 24 ? height[i] : 0;
      return sum * 0.01;
    };
    double passed = beyond(), last = 0, most = 0, off = 0;
    for (int i = 0; i < 400; ++i) {
      advance(0.01, 1);
      const double now = reading("q");
      passed += 0.005 * (last + now);
      last = now;
      most = std::max(most, std::abs(beyond()));
      off = std::max(off, std::abs(beyond() - passed));
    }
    EXPECT_LT(off, 1e-3 * most) << over_ground;
    EXPECT_GT(most, 1e-3);
  }
}

TEST_F(Gauges, OverALineReadTheDischargeOfAUniformStream) {
  shallow::ShallowSettings s;
  s.cells = {24, 8};
  s.size = {48, 8};
  s.velocity = {1.5, 0};
  s.edges.west = columns::Edge::discharge;
  s.edges.discharge.x = 1.2;
  s.edges.east = columns::Edge::transmissive;
  s.gauges = {{"straight", Measures::discharge, {3, 0, -4}, {3, 0, 4}},
              {"slanted", Measures::discharge, {-11.3, 0, -4}, {9.7, 0, 4}},
              {"flat", Measures::discharge, {20, 0, -4}, {-22, 0, 4}},
              {"back", Measures::discharge, {3, 0, 4}, {3, 0, -4}},
              {"part", Measures::discharge, {3, 0, -0.6}, {3, 0, 1.7}},
              {"along", Measures::discharge, {-9, 0, 1}, {9, 0, 1}},
              {"speed", Measures::velocity, {0, 0, 0}}};
  columns_of(s, std::vector<double>(24 * 8, 0.0), std::vector<double>(24 * 8, 0.8));
  advance(0.05, 40);
  for (const char* whole : {"straight", "slanted", "flat"}) EXPECT_NEAR(reading(whole), 1.2 * 8, 1e-4) << whole;
  EXPECT_NEAR(reading("back"), -1.2 * 8, 1e-4);
  EXPECT_NEAR(reading("part"), 1.2 * 2.3, 1e-4);
  EXPECT_NEAR(reading("along"), 0, 1e-4);
  EXPECT_NEAR(velocity("speed")[0], 1.5, 1e-4);
}

TEST_F(Gauges, FlowGivesVelocityAndDischarge) {
  fluid::FluidSettings s;
  s.cells = {16, 16};
  s.size = {4, 4};
  s.depth = 0.7;
  s.edges.west = {fluid::FluidEdge::Kind::inflow, {0.4, 0}};
  s.edges.east.kind = fluid::FluidEdge::Kind::outflow;
  s.edges.north.kind = s.edges.south.kind = fluid::FluidEdge::Kind::slip;
  s.initial = {{.kind = fluid::FluidShape::Kind::flow, .flow = {0.4, 0}}};
  s.gauges = {{"q", Measures::discharge, {0.3, 0, -2}, {-1, 0, 2}},
              {"u", Measures::velocity, {0, 0, 0}},
              {"y", Measures::level, {0, 0, 0}}};
  make(s);
  advance(0.02, 10);
  EXPECT_NEAR(reading("q"), 0.4 * 4 * 0.7, 1e-4);
  EXPECT_NEAR(velocity("u")[0], 0.4, 1e-4);
  EXPECT_NEAR(reading("y"), 0, 1e-4);
}

TEST_F(Gauges, ParticlesGiveLevelVelocityAndDischarge) {
  sph::SphSettings s;
  s.spacing = 0.02;
  s.domain = {{-1, 0.5, -0.2}, {1, 1.5, 0.2}};
  s.fluid = {{.box = sph::SphBox{{-0.3, 0.5, -0.2}, {0.3, 0.8, 0.2}}, .velocity = {1.5, 0, 0.1}}};
  s.gauges = {{"level", Measures::level, {0, 0, 0}},
              {"depth", Measures::depth, {0, 0, 0}},
              {"u", Measures::velocity, {0, 0.65, 0}},
              {"nothing", Measures::velocity, {0.8, 1.2, 0}},
              {"q", Measures::discharge, {0, 0, -0.2}, {0, 0, 0.2}},
              {"half", Measures::discharge, {0, 0, 0}, {0, 0, 0.2}}};
  make(s);
  EXPECT_NEAR(reading("level"), 0.8, 0.02);
  EXPECT_NEAR(reading("depth"), 0.3, 0.02);
  const auto u = velocity("u"), nothing = velocity("nothing");
  ASSERT_EQ(u.size(), 3u);
  EXPECT_NEAR(u[0], 1.5, 1e-4);
  EXPECT_NEAR(u[2], 0.1, 1e-4);
  EXPECT_EQ(nothing[0], 0);
  EXPECT_NEAR(reading("q"), 1.5 * 0.3 * 0.4, 0.03 * 0.18);
  EXPECT_NEAR(reading("half"), 1.5 * 0.3 * 0.2, 0.03 * 0.09);
}

TEST_F(Gauges, OutsideOfTheGridAreRefused) {
  shallow::ShallowSettings s;
  s.gauges = {{"far", Measures::level, {9, 0, 0}}};
  expect_refused([&] { make(s); }, {"gauges/0/position", "outside the grid", "-8 to 8"});
}

class Hydrographs : public ColumnsTest {
 protected:
  // Closed basins: series of two overlapping sources, a constant source and a drain with a series.
  template <class Settings>
  void basin(Settings s) {
    s.cells = {16, 12};
    s.size = {16, 12};
    const columns::Region middle{{1, 0}, {5, 4}}, beside{{3, 1}, {4, 4}};
    s.sources = {{.region = middle, .series = {{0.3, 0}, {0.9, 4}, {1.4, 4}, {1.7, 0.5}}},
                 {.region = beside, .series = {{0, 1}, {3, 0}}},
                 {.region = beside, .rate = 0.25}};
    s.drains = {{.region = {{-5, 0}, {3, 3}}, .series = {{1, 0}, {2, 0.8}}}};
    columns_of(s, std::vector<double>(16 * 12, 0.0), std::vector<double>(16 * 12, 1.0));
    const double before = *stats().volume;
    advance(0.05, 50);
    const double came = 0.5 * 4 * 0.6 + 4 * 0.5 + 2.25 * 0.3 + 0.5 * 0.8  // the first, until 2.5 s
                        + 2.5 * 0.5 * (1 + 1 / 6.0) + 0.25 * 2.5,
                 went = 0.5 * 0.8 + 0.8 * 0.5;
    EXPECT_NEAR(*stats().volume - before, came - went, 1e-6 * (came + went));
  }
};

TEST_F(Hydrographs, BringTheirIntegralToPipes) { basin(pipes::PipesSettings{}); }
TEST_F(Hydrographs, BringTheirIntegralToShallowWater) { basin(shallow::ShallowSettings{}); }

// Steady stream of waves between a source and a drain of the same rate: damping determines its slope.
TEST_F(Hydrographs, BringTheirIntegralToWaves) {
  wave::WaveSettings s;
  s.cells = {40, 10};
  s.size = {4, 1};
  s.speed = 2;
  s.damping = 1.5;
  s.sources = {{.region = {{-1.7, 0}, {0.6, 1}}, .rate = 0.02}};
  s.drains = {{.region = {{1.7, 0}, {0.6, 1}}, .series = {{0, 0.02}, {1, 0.02}}}};
  const auto at = [](double x) { return glm::dvec3(x, 0, 0); };
  using Measures = grid::Gauge::Measures;
  s.gauges = {{"q", Measures::discharge, {0, 0, -0.5}, {0, 0, 0.5}},
              {"a", Measures::level, at(-1.05)},
              {"b", Measures::level, at(1.05)}};
  make(s);
  advance(0.01, 3000);
  std::map<std::string, double> read;
  for (const auto& [gauge, value] : stats().gauges) read[gauge] = value;
  EXPECT_NEAR(read["q"], 0.02, 1e-5);
  EXPECT_NEAR(read["a"] - read["b"], 2.1 * 1.5 * 0.02 / 4, 1e-5);
  EXPECT_NEAR(*stats().volume, 0, 1e-6);
  // Over an absorbing border it leaves: what passes the last column is what passes all others.
  s.drains = {};
  s.edges.east = wave::WaveEdge::absorb;
  s.gauges = {{"q", Measures::discharge, {0, 0, -0.5}, {0, 0, 0.5}},
              {"last", Measures::discharge, {1.96, 0, -0.5}, {1.96, 0, 0.5}}};
  make(s);
  advance(0.01, 3000);
  for (const auto& [gauge, value] : stats().gauges) EXPECT_NEAR(value, 0.02, 2e-4) << gauge;
  s.edges.east = wave::WaveEdge::wall;
  s.gauges.clear();
  s.sources = {{.region = {{-0.3, 0.1}, {0.3, 0.3}}, .series = {{0.3, 0}, {0.9, 0.04}, {1.4, 0.04}, {1.7, 0.005}}}};
  make(s);
  // Integral of the hydrograph up to 0.52, 1.04 ... 2.6 s: triangles and rectangles.
  constexpr double came[] = {0.0016133333, 0.0176, 0.036906667, 0.04065, 0.04325};
  for (int i = 1; i <= 5; ++i) {
    advance(0.04, 13);
    EXPECT_NEAR(*stats().volume, came[i - 1], 1e-7) << i;
  }
  s.sources[0].region.center = {9, 0};
  expect_refused([&] { make(s); }, {"sources/0/region", "outside the grid"});
  s.sources[0].region = {{2, 0}, {0.1, 1}};
  s.edges.east = wave::WaveEdge::absorb;
  expect_refused([&] { make(s); }, {"sources/0/region", "no water", "absorbing"});
}

// Inflow and outflow agree with the series, along and across the edge.
TEST_F(Hydrographs, ComeThroughEdgesOfFlow) {
  fluid::FluidSettings s;
  s.cells = {32, 16};
  s.size = {4, 2};
  s.depth = 0.5;
  s.edges.west = {fluid::FluidEdge::Kind::inflow, {0, 0}, {{{{0, 0}, {1, 0.8}, {2, 0.3}}, {{0, 0.1}, {1, 0}, {2, 0}}}}};
  s.edges.east.kind = fluid::FluidEdge::Kind::outflow;
  s.edges.north.kind = s.edges.south.kind = fluid::FluidEdge::Kind::slip;
  s.pressure.tolerance = 1e-5;
  s.gauges = {{"in", grid::Gauge::Measures::discharge, {-1.4, 0, -1}, {-1.4, 0, 1}},
              {"out", grid::Gauge::Measures::discharge, {1.9, 0, -1}, {1.7, 0, 1}},
              {"d", grid::Gauge::Measures::depth, {1.9, 0, 0}}};
  make(s);
  for (int i = 1; i <= 30; ++i) {
    advance(0.1, 1);
    const double t = 0.1 * i - 0.05;  // the series is linear within each step: its mean is the value at the midpoint
    const double q = 2 * 0.5 * (t < 1 ? 0.8 * t : t < 2 ? 0.8 - 0.5 * (t - 1) : 0.3);
    for (const auto& [gauge, value] : stats().gauges)
      EXPECT_NEAR(value, gauge == "d" ? 0.5 : q, gauge == "d" ? 0.02 : 1e-3) << gauge << i;
  }
}

TEST_F(Hydrographs, ComeThroughEdgesOfShallowWater) {
  shallow::ShallowSettings s;
  s.cells = {40, 3};
  s.size = {40, 6};
  s.edges.west = columns::Edge::discharge;
  s.edges.series[0] = {{0, 0.2}, {1, 1.4}, {2.5, 0.1}};
  columns_of(s, std::vector<double>(120, 0.0), std::vector<double>(120, 1.0));
  const double before = *stats().volume;
  advance(0.04, 75);
  const double came = 6 * (0.8 + 1.5 * 0.75 + 0.5 * 0.1);
  EXPECT_NEAR(*stats().volume - before, came, 1e-6 * came);
}

TEST_F(Hydrographs, StartAgainWithTheScene) {
  shallow::ShallowSettings s;
  s.cells = {8, 8};
  s.size = {8, 8};
  s.sources = {{.region = {{0, 0}, {4, 4}}, .series = {{0, 1}, {1, 3}}}};
  columns_of(s, std::vector<double>(64, 0.0), std::vector<double>(64, 1.0));
  advance(0.1, 20);
  const double first = *stats().volume;
  start_again();
  advance(0.1, 20);
  EXPECT_EQ(*stats().volume, first);
}

// Whole layers of particles enter as the integral reaches them, for any step.
TEST_F(Hydrographs, OpenAndCloseEmittersOfParticles) {
  for (const double dt : {0.01, 0.05}) {
    sph::SphSettings s;
    s.spacing = 0.04;
    s.domain = {{0, 0, -0.3}, {1, 0.6, 0.3}};
    sph::SphEmitter opening{.position = {0.001, 0.3, 0}, .direction = {1, 0, 0}, .size = {0.2, 0.12}};
    opening.series = {{0, 0}, {0.2, 0.03}, {0.3, 0.03}, {0.4, 0}, {0.6, 0}, {0.8, 0.01}};
    s.fluid = {{.emitter = opening}};
    make(s);
    const double layer = 5 * 3 * std::pow(0.04, 3);
    double came = 0, last = 0;
    for (int i = 1; i <= 5; ++i) {
      advance(dt, static_cast<int>(std::lround(0.2 / dt)));
      came = settings::series_integral(opening.series, 0, 0.2 * i);
      const Stats now = stats();
      EXPECT_NEAR(static_cast<double>(now.emitted) * std::pow(0.04, 3), came, 1.01 * layer) << i << " of " << dt;
      if (i == 3) {
        EXPECT_EQ(static_cast<double>(now.emitted), last);
      }
      last = static_cast<double>(now.emitted);
      EXPECT_EQ(now.refused, 0);
    }
    EXPECT_NEAR(came, 0.003 + 0.003 + 0.0015 + 0.001 + 0.002, 1e-9);
  }
}

}  // namespace undine::test
