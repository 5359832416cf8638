// Scenes after published sources, measured against the sources' formulas.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/support/body_runner.h"

namespace undine {

using SourceScenes = test::BodyTest;

// u_next = (2 - vis) u - (1 - vis) u_prev + L, with L the mean of the four neighbors minus u. Beyond the edges the
// ghost value is the negative of the border, which fixes the rest level there.
TEST_F(SourceScenes, PopovsPoolTakesHisSteps) {
  begin(load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/popov.json", {{"water.0.drops.rate", "0"}}));
  constexpr int n = 128, steps = 160;
  const auto first = height();
  advance(1);
  const auto second = height();
  std::vector<double> before(first.begin(), first.end()), now(second.begin(), second.end()), next(n * n);
  ASSERT_EQ(now.size(), next.size());
  constexpr double vis = 0.005;
  for (int k = 1; k < steps; ++k) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto u = [&](int x, int z) {
          return x < 0 || z < 0 || x >= n || z >= n ? -now[std::size_t(j * n + i)] : now[std::size_t(z * n + x)];
        };
        const double mid = u(i, j), mean = (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) / 4;
        next[std::size_t(j * n + i)] = (2 - vis) * mid - (1 - vis) * before[std::size_t(j * n + i)] + mean - mid;
      }
    before.swap(now);
    now.swap(next);
  }
  advance(steps - 1);
  const auto got = height();
  double off = 0, most = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    off = std::max(off, std::abs(static_cast<double>(got[i]) - now[i]));
    most = std::max(most, std::abs(now[i]));
  }
  fmt::print("popov: {:.3g} m off of {:.3g} m after {} steps\n", off, most, steps);
  EXPECT_GT(most, 5e-4);
  EXPECT_LT(off, 1e-4 * most);
}

// Archimedes: the raft of raft.json in still water, its center above the level that its displacement causes.
TEST_F(SourceScenes, TheRaftFloatsAtItsDraft) {
  load_text(R"({"version": 1, "clock": {"step": 0.01}, "meshes": [],
    "water": [{"name": "tank", "solver": "sph", "model": "incompressible", "spacing": 0.05,
      "domain": {"min": [-0.6, 0, -0.5], "max": [0.6, 1, 0.5]},
      "fluid": [{"box": {"min": [-0.6, 0, -0.5], "max": [0.6, 0.25, 0.5]}}]}],
    "bodies": [{"name": "raft", "size": [0.62, 0.09, 0.5], "density": 380, "position": [0, 0.30, 0]}]})");
  advance(300);
  const double displaced = 0.38 * 0.62 * 0.09 * 0.5, level = 0.25 + displaced / 1.2;
  const double expected = level + 0.09 * (0.5 - 0.38), got = static_cast<double>(state().position.y);
  fmt::print("raft: {:.4f} m of {:.4f} m\n", got, expected);
  EXPECT_NEAR(got, expected, 0.2 * 0.05);
}

// Ritter 1892: behind a wall as wide as its basin the depth is (2 c - x/t)^2 / (9 g) and the speed 2/3 (c + x/t).
// This holds until the wave returns from the basin's far end. At the wall the discharge is 8/27 b sqrt(g) h^(3/2).
// The gauges are 0.625 m behind the wall's wet face.
TEST_F(SourceScenes, TheBreachLetsThroughWhatRitterSays) {
  begin(load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/breach.json"));
  const double c = std::sqrt(9.81 * 3), limit = 8.0 / 27 * 8 * std::sqrt(9.81) * std::pow(3.0, 1.5);
  advance(120);
  for (int second = 3; second <= 6; ++second) {
    advance(60);
    const Stats now = water_stats();
    double depth = 0, discharge = 0;
    for (const auto& [name, value] : now.gauges) {
      if (name == "breach depth") depth = value;
      if (name == "breach discharge") discharge = value;
    }
    const double along = 0.625 / (second - 1.15);  // the wall fails from 1.0 to 1.3 s
    const double h = std::pow(2 * c - along, 2) / (9 * 9.81), q = 8 * h * 2 / 3 * (c + along);
    fmt::print("breach, {} s: {:.3f} m3/s of {:.3f} (at the wall {:.3f}), {:.4f} m of {:.4f}\n", second, discharge, q,
               limit, depth, h);
    EXPECT_NEAR(discharge, q, 0.01 * q) << second;
    EXPECT_NEAR(depth, h, 0.015 * h) << second;
  }
}

// The reservoir is wider than the breach: the peak discharge lies between Ritter's for one of equal width, 8/27 b
// sqrt(g) h^1.5, and critical flow from water at rest, (2/3)^1.5 b sqrt(g) h^1.5, both summed over the columns of the
// breach. Arrivals: the table in docs/scenes.md.
TEST_F(SourceScenes, TheFloodOfTheValleyArrivesAsTheManualSays) {
  begin(load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/valley.json"));
  const double volume = water_stats().volume.value();
  std::map<std::string, double> arrivals;
  double most = 0;
  for (int seconds = 5; seconds <= 550; seconds += 5) {
    advance(20);
    const Stats now = water_stats();
    EXPECT_NEAR(now.volume.value(), volume, 1e-12 * volume) << seconds;
    for (const auto& [name, value] : now.gauges) {
      if (name == "breach") most = std::max(most, value);
      if (name != "breach" && value > 0.1) arrivals.try_emplace(name, seconds);
    }
  }
  const auto bed = field("flood.bed");                                                     // the gate has sunk into it
  constexpr int nx = 376, row = (3975 - 1480) / 15, rows = 7, column = (2820 + 930) / 15;  // under the gate
  double ritter = 0;
  for (int j = row; j < row + rows; ++j) {
    const double depth = 494 - static_cast<double>(bed[std::size_t(j * nx + column)]);
    ritter += 8.0 / 27 * 15 * std::sqrt(9.81) * std::pow(depth, 1.5);
  }
  fmt::print("valley: at most {:.0f} m3/s, Ritter {:.0f}\n", most, ritter);
  EXPECT_GT(most, ritter);
  EXPECT_LT(most, std::pow(2.0 / 3, 1.5) / (8.0 / 27) * ritter);
  EXPECT_NEAR(arrivals["1.5 km below"], 105, 5);
  EXPECT_NEAR(arrivals["3 km below"], 255, 10);
  EXPECT_NEAR(arrivals["5 km below"], 525, 15);
}

}  // namespace undine
