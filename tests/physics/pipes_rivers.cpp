// Volume, weirs, channels and rough ground of the pipe solver.
#include "tests/support/pipes_runner.h"

namespace undine {

struct PipesRivers : test::PipesTest {
  // Water on rough ground of which a part is dry.
  void rough(PipesSettings s, std::uint64_t seed) {
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < std::size_t{s.cells.x} * s.cells.y; ++i) {
      bed.push_back(0.5 + 0.4 * std::sin(0.6 * double(i % s.cells.x)) * std::cos(0.5 * double(i / s.cells.x)) +
                    0.2 * random(seed, i));
      water.push_back(i % s.cells.x < s.cells.x / 3 ? 1.0 : 0.0);
    }
    pipes(s, bed, water);
  }
};

TEST_F(PipesRivers, NoDropIsLostInAHundredThousandSteps) {
  PipesSettings s;
  s.cells = {31, 27};
  s.size = {15.5, 13.5};
  rough(s, 1);
  const double before = stats().volume;
  advance(0.1, 100);
  const auto sub_steps = static_cast<int>(stats().sub_steps);
  const auto h = field("depth");
  EXPECT_GT(std::count_if(h.begin(), h.end(), [](float d) { return d < 1e-4f; }), 20) << "some ground is dry";
  advance(0.1, 100000 / sub_steps);
  EXPECT_NEAR(stats().volume / before, 1, 1e-8);
}

TEST_F(PipesRivers, SourcesDrainsRainAndSinksCloseTheBudget) {
  PipesSettings s;
  s.cells = {31, 27};
  s.size = {15.5, 13.5};
  s.sources = {{.region = {.center = {-4, 1}, .size = {2, 2}}, .rate = 0.013}};
  s.drains = {{.region = {.center = {-7.5, -6.5}, .size = {1, 1}}, .rate = 0.002}};
  s.rain = 2e-6;
  rough(s, 2);
  const double before = stats().volume;
  advance(0.1, 4000);
  const double brought = 400 * (0.013 - 0.002 + 2e-6 * 15.5 * 13.5);
  const auto h = field("depth");
  EXPECT_GT(h[0], 0.1f) << "the drain has water";
  EXPECT_NEAR(stats().volume - before, brought, 1e-5 * brought);
}

TEST_F(PipesRivers, SinksTakeWhatIsThereAndNoMore) {
  PipesSettings s;
  s.cells = {16, 16};
  s.size = {16, 16};
  s.evaporation = 0.001;
  s.infiltration = 0.002;
  pipes(s, std::vector<double>(256, 0.0), std::vector<double>(256, 0.3));
  advance(0.05, 1000);
  EXPECT_NEAR(stats().volume, 256 * 0.15, 256 * 0.15 * 1e-5);
  advance(0.05, 1100);
  EXPECT_EQ(stats().volume, 0);
  EXPECT_EQ(test::largest(field("depth")), 0);
}

// A crest 1 m high and 2 m long; the reservoir is held at a head above it, the other side drained.
TEST_F(PipesRivers, AWeirPassesTheCriticalDischargeWhateverTheStep) {
  for (const auto& row : test::numbers_of("pipes_weir_discharge.csv")) {
    const double head = row[0], critical = row[1];
    if (head > 0.6) continue;
    double first = 0;
    for (const double dt : {0.04, 0.01}) {
      SCOPED_TRACE(fmt::format("head {}, step {}", head, dt));
      PipesSettings s;
      s.cells = {100, 5};
      s.size = {20, 1};
      s.sources = {
          {.region = {.center = {-8.5, 0}, .size = {3, 1}}, .level = 1 + head, .level_from = PipesFeed::Level::number}};
      s.edges.east = PipesEdge::open;
      std::vector<double> bed, water;
      for (std::size_t i = 0; i < 500; ++i) {
        const double x = (double(i % 100) + 0.5) * 0.2;
        bed.push_back(x > 9 && x < 11 ? 1.0 : 0.0);
        water.push_back(x < 9 ? 1 + head : 0.0);
      }
      pipes(s, bed, water);
      advance(dt, static_cast<int>(20 / dt));
      double sum = 0;
      for (int k = 0; k < 20; ++k) {
        advance(dt, static_cast<int>(0.25 / dt));
        const auto h = field("depth"), u = field("velocity");
        const std::size_t crest = 2 * 100 + 50;
        sum += h[crest] * u[2 * crest];
      }
      const double discharge = sum / 20;
      EXPECT_NEAR(discharge / critical, 1, 0.15);
      if (first == 0) first = discharge;
      EXPECT_NEAR(discharge / first, 1, 0.02) << "independent of the step";
      RecordProperty(fmt::format("weir_{}_{}", head, dt), fmt::format("{}", discharge / critical));
    }
  }
}

// SWASHES 3.2.1: a kilometre of subcritical flow of 2 m²/s on a bed of Manning's n = 0.033.
TEST_F(PipesRivers, ARiverOnARoughBedHasTheDepthOfMacDonaldsChannel) {
  const auto rows = test::numbers_of("pipes_macdonald_long_subcritical.csv");
  PipesSettings s;
  const auto n = static_cast<std::uint32_t>(rows.size());
  ASSERT_EQ(n, 101u);
  s.cells = {n, 3};
  s.size = {10.0 * n, 30};
  s.manning = 0.033;
  s.edges.east = PipesEdge::level;
  s.sources = {{.region = {.center = {-500, 0}, .size = {10, 30}}, .rate = 60}};
  std::vector<double> bed, water;
  for (int j = 0; j < 3; ++j)
    for (const auto& row : rows) {
      bed.push_back(row[1]);
      water.push_back(row[2]);
    }
  pipes(s, bed, water);
  advance(1, 4000);
  const auto h = field("depth"), u = field("velocity");
  int compared = 0;
  double worst = 0;
  for (std::size_t i = 2; i + 1 < n; ++i) {
    EXPECT_NEAR(h[n + i] * u[2 * (n + i)], 2, 0.02) << i;
    if (rows[i][4] >= 0.4) continue;
    worst = std::max(worst, std::abs(h[n + i] / rows[i][2] - 1));
    ++compared;
  }
  EXPECT_GT(compared, 20);
  EXPECT_LT(worst, 0.05);
  RecordProperty("worst", fmt::format("{}", worst));
}

// 200 grounds of 16 x 16 columns, divided by walls, 25 to a grid.
TEST_F(PipesRivers, RandomGroundsNeverGiveNegativeDepthsOrNaN) {
  for (std::uint64_t grid = 0; grid < 8; ++grid) {
    PipesSettings s;
    s.cells = {84, 84};
    s.size = {84, 84};
    s.rain = 1e-4 * random(grid, 1);
    s.evaporation = 2e-4 * random(grid, 2);
    s.manning = grid % 2 ? 0.05 * random(grid, 3) : 0;
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < 84 * 84; ++i) {
      const std::size_t x = i % 84, z = i / 84, tile = x / 17 + 5 * (z / 17);
      const bool wall = x % 17 == 16 || z % 17 == 16;
      const double steep = 4 * std::pow(random(grid + 100, tile), 3);
      bed.push_back(wall ? 40.0 : steep * random(grid + 200, i));
      water.push_back(wall || random(grid + 300, i) < 0.5 ? 0.0 : 2 * random(grid + 400, i));
    }
    for (std::size_t tile = 0; tile < 25; ++tile) {
      auto place = [&](std::size_t salt) {
        return glm::dvec2(17 * double(tile % 5) + 16 * random(grid + salt, tile) - 42,
                          17 * double(tile / 5) + 16 * random(grid + salt + 1, tile) - 42);
      };
      s.sources.push_back({.region = {.center = place(500)}, .rate = random(grid + 600, tile)});
      s.drains.push_back({.region = {.center = place(700)}, .rate = random(grid + 800, tile)});
    }
    pipes(s, bed, water);
    advance(0.05, 1000);
    const auto sub_steps = stats().sub_steps;
    EXPECT_GE(1000 * sub_steps, 2000);
    const auto h = field("depth"), u = field("velocity");
    for (std::size_t i = 0; i < h.size(); ++i) {
      ASSERT_TRUE(h[i] >= 0 && h[i] < 1000) << i << ": " << h[i];
      ASSERT_TRUE(std::isfinite(u[2 * i]) && std::isfinite(u[2 * i + 1])) << i;
    }
    EXPECT_GT(test::largest(h), 0.1);
  }
}

}  // namespace undine
