// Obstacles in waves of the shallow-water solver: a building in a dam break and a conical island, as in laboratory
// experiments.
#include <numbers>
#include <tuple>

#include "tests/support/shallow_runner.h"

namespace undine {

using columns::Edge;
using shallow::ShallowSettings;

struct ShallowObstacles : test::ShallowTest {
  static constexpr double pi = std::numbers::pi;
  static constexpr glm::dvec2 gauges[6] = {{10.2, 2.95}, {10.2, 1.2},  {11.55, 2.95},
                                           {11.55, 1},   {12.75, 2.1}, {5.68, 2.9}};

  // Soares-Frazão & Zech 2007: a flume with sloping feet of its walls, a gate 1 m wide between blocks, and a building
  // of 0.8 x 0.4 m at 64 degrees to it. x and z in meters from the corner.
  static double flume(double x, double z) {
    const bool block = x > 6.75 && x < 7.55 && std::abs(z - 1.8) > 0.5;
    const double along = std::cos(64 * pi / 180), up = std::sin(64 * pi / 180);
    const double a = (x - 10.99) * along + (z - 1.75) * up, b = (x - 10.99) * up - (z - 1.75) * along;
    if (block || (a > 0 && a < 0.8 && b > 0 && b < 0.4)) return 1;
    return 0.155 * std::max(0.0, std::abs(z - 1.8) - 1.46) / 0.34;
  }
  void break_dam(double cell) {
    ShallowSettings s;
    s.cells = {static_cast<std::uint32_t>(std::lround(35.8 / cell)),
               static_cast<std::uint32_t>(std::lround(3.6 / cell))};
    s.size = {35.8, 3.6};
    s.manning = 0.01;
    s.edges.east = Edge::transmissive;
    std::vector<double> bed, water;
    for (std::uint32_t j = 0; j < s.cells.y; ++j)
      for (std::uint32_t i = 0; i < s.cells.x; ++i) {
        const double x = cell * (i + 0.5), z = cell * (j + 0.5);
        bed.push_back(flume(x, z));
        water.push_back(std::max((x < 7.55 ? 0.4 : 0.02) - bed.back(), 0.0));
      }
    nx = s.cells.x;
    shallow(s, bed, water);
  }
  std::vector<double> at_gauges(double cell) {
    const auto h = field("depth");
    std::vector<double> out;
    for (const auto& g : gauges) {
      const double x = g.x / cell - 0.5, z = g.y / cell - 0.5;
      const auto i = static_cast<std::size_t>(x), j = static_cast<std::size_t>(z);
      const double u = x - double(i), v = z - double(j);
      out.push_back((h[j * nx + i] * (1 - u) + h[j * nx + i + 1] * u) * (1 - v) +
                    (h[(j + 1) * nx + i] * (1 - u) + h[(j + 1) * nx + i + 1] * u) * v);
    }
    return out;
  }
  std::size_t nx = 0;
};

// Measured gauges in the reservoir and in the jet beside the building; the building stays dry, and volume is
// conserved. (Measured fronts are half a second earlier: over a film of 2 cm a bore cannot be.)
TEST_F(ShallowObstacles, WaterGoesRoundABuilding) {
  const double cell = 0.1;
  break_dam(cell);
  const double before = *stats().volume;
  for (const auto& [time, jet, reservoir] :
       {std::tuple{2.5, 0.038, 0.3528}, {3.0, 0.037, 0.3523}, {3.5, 0.042, 0.3486}}) {
    run_for(time == 2.5 ? 2.5 : 0.5, time == 2.5 ? 50 : 10);
    const auto h = at_gauges(cell);
    fmt::print("building {} s: jet {:.4f} of {}, reservoir {:.4f} of {}\n", time, h[1], jet, h[5], reservoir);
    EXPECT_NEAR(h[1] / jet, 1, time < 3.2 ? 0.1 : 0.25);
    EXPECT_NEAR(h[5] / reservoir, 1, 0.02);
    if (time > 2.6) {
      EXPECT_GT(h[2], 2 * h[1]) << "the water piles up before the building";
    }
  }
  EXPECT_NEAR(*stats().volume, before, 1e-10 * before);
  const auto h = field("depth");
  for (std::size_t i = 0; i < h.size(); ++i)
    if (flume(cell * (double(i % nx) + 0.5), cell * (double(i / nx) + 0.5)) == 1) {
      EXPECT_EQ(h[i], 0);
    }
}

// Run-up over wave height, every 22.5 degrees from front to back, as measured for the lowest wave [Liu et al. 1995].
// Half of a hump beside a wall propagates as one wave.
TEST_F(ShallowObstacles, AWaveRunsUpAnIslandAllAround) {
  const double cell = 0.2, height = 0.01456, depth = 0.32, middle = 12.96;
  const double measured[] = {2.6, 2.58, 2.52, 2.15, 1.98, 1.59, 1.53, 1.25, 2.0};
  ShallowSettings s;
  s.cells = {130, 125};
  nx = s.cells.x;
  s.size = {26, 25};
  s.manning = 0.01;
  s.edges.east = Edge::transmissive;
  std::vector<double> bed, water;
  const double k = std::sqrt(0.75 * height / depth) / depth;
  for (int j = 0; j < 125; ++j)
    for (int i = 0; i < 130; ++i) {
      const double x = cell * (i + 0.5), r = std::hypot(x - middle, cell * (j - 62)), crest = 1 / std::cosh(k * x);
      bed.push_back(std::clamp((3.6 - r) / 4, 0.0, 0.625));
      water.push_back(std::max(depth + 2 * height * crest * crest - bed.back(), 0.0));
    }
  shallow(s, bed, water);
  std::vector<double> up(17, 0.0);  // from the back over one side and the front to the back
  double incident = 0;
  for (int n = 1; n <= 130; ++n) {
    advance(0.1, 1);
    const auto h = field("depth");
    incident = std::max(incident, double(h[std::size_t(5.76 / cell)]) - depth);
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (bed[i] <= depth - 0.04 || h[i] < 1e-3) continue;
      const double x = cell * (double(i % nx) + 0.5) - middle, z = cell * (double(i / nx) - 62);
      const double angle = std::atan2(z, -x) * 180 / pi;
      const auto sector = static_cast<int>(std::lround(angle / 22.5));
      if (std::abs(angle - 22.5 * sector) > 8) continue;
      auto& highest = up[static_cast<std::size_t>(sector + 8)];
      highest = std::max(highest, bed[i] + h[i] - depth);
    }
  }
  EXPECT_NEAR(incident / height, 1, 0.1);
  up[0] = up[16] = std::max(up[0], up[16]);
  for (std::size_t n = 0; n < 9; ++n) {
    fmt::print("island {:5.1f}: {:.2f} and {:.2f} of {:.2f}\n", 22.5 * double(n), up[8 + n] / incident,
               up[8 - n] / incident, measured[n]);
    EXPECT_NEAR(up[8 + n] / incident / measured[n], 1, 0.2);
    EXPECT_NEAR(up[8 - n], up[8 + n], 1e-3 * height) << "both sides alike";
  }
}

// A cliff reflects a stream like a wall at the side of the grid.
TEST_F(ShallowObstacles, ACliffIsAWall) {
  std::vector<double> depths[2];
  for (const bool cliff : {false, true}) {
    ShallowSettings s = channel(cliff ? 110 : 100, cliff ? 11 : 10);
    s.velocity.x = 1.5;
    s.edges.west = Edge::transmissive;
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < s.cells.x; ++i) {
      bed.push_back(i < 100 ? 0 : 3);
      water.push_back(i < 100 ? 0.2 : 0);
    }
    shallow(s, bed, water);
    run_for(1.5, 30);
    depths[cliff] = values("depth");
    depths[cliff].resize(100);
  }
  fmt::print("cliff: {:.2e}\n", relative(depths[1], depths[0]));
  EXPECT_GT(depths[0][99], 0.4);
  EXPECT_LT(relative(depths[1], depths[0]), 1e-3);
}

// In a pit of one column the surrounding walls absorb the water's momentum.
TEST_F(ShallowObstacles, WaterInAPitComesToRest) {
  ShallowSettings s;
  s.cells = {5, 5};
  s.size = {5, 5};
  s.velocity = {2, -1};
  std::vector<double> bed(25, 4.0), water(25, 0.0);
  bed[12] = 0;
  water[12] = 1;
  shallow(s, bed, water);
  run_for(5, 50);
  EXPECT_LT(test::largest(field("velocity")), 1e-3);
  EXPECT_NEAR(*stats().volume, 1, 1e-10);
}

}  // namespace undine
