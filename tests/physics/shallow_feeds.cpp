// Inflow and outflow of the shallow-water solver: sources, drains, rain, sinks and boundaries.
#include "passes/pipes/pipes_settings.h"
#include "tests/support/shallow_runner.h"

namespace undine {

using columns::Edge;
using columns::SourceOrDrain;
using shallow::ShallowSettings;

struct ShallowFeeds : test::ShallowTest {
  static ShallowSettings basin() {
    ShallowSettings s;
    s.cells = {24, 16};
    s.size = {12, 8};
    return s;
  }
  void still(const ShallowSettings& s, double depth) {
    const std::size_t n = std::size_t{s.cells.x} * s.cells.y;
    shallow(s, std::vector<double>(n, 0.0), std::vector<double>(n, depth));
  }
};

TEST_F(ShallowFeeds, SourcesDrainsAndRainCloseTheBudget) {
  ShallowSettings s = basin();
  s.sources = {{.region = {.center = {-4, 1}, .size = {2, 2}}, .rate = 0.05}};
  s.drains = {{.region = {.center = {4, -2}, .size = {1, 1}}, .rate = 0.02}};
  s.rain = 2e-5;
  s.manning = 0.03;
  still(s, 0.3);
  const double before = *stats().volume;
  advance(0.1, 400);
  const double brought = 40 * (0.05 - 0.02 + 2e-5 * 96);
  EXPECT_NEAR(*stats().volume - before, brought, 1e-5 * brought);
}

TEST_F(ShallowFeeds, SinksTakeWhatIsThereAndNoMore) {
  ShallowSettings s = basin();
  s.evaporation = 0.001;
  s.infiltration = 0.002;
  still(s, 0.3);
  advance(0.05, 1000);
  EXPECT_NEAR(*stats().volume, 96 * 0.15, 96 * 0.15 * 1e-5);
  advance(0.05, 1100);
  EXPECT_EQ(*stats().volume, 0);
}

TEST_F(ShallowFeeds, ASourceHoldsItsLevelAndADrainTakesWhatIsOverIts) {
  ShallowSettings s = basin();
  s.sources = {
      {.region = {.center = {-5.5, 0}, .size = {1, 8}}, .level = 0.5, .level_from = SourceOrDrain::Level::number}};
  s.drains = {
      {.region = {.center = {5.5, 0}, .size = {1, 8}}, .level = 0.2, .level_from = SourceOrDrain::Level::number}};
  still(s, 0.3);
  advance(0.05, 20);
  const auto h = field("depth");
  EXPECT_NEAR(h[8 * 24], 0.5, 1e-6);
  EXPECT_LE(h[8 * 24 + 23], 0.2f + 1e-6f);
}

// Columns with a prescribed level follow the level series of a source, in both solvers; a drain follows its own
// series.
TEST_F(ShallowFeeds, HeldLevelsFollowTheirTide) {
  const auto follows = [&](auto s) {
    s.cells = {24, 16};
    s.size = {12, 8};
    SourceOrDrain sea;
    sea.region = {.center = {-5.5, 0}, .size = {1, 8}};
    sea.level = 0.5;
    sea.level_from = SourceOrDrain::Level::number;
    sea.level_series = {{1, 0}, {3, 0.2}, {4, 0.2}, {6, -0.1}};
    s.sources = {sea};
    sea.region.center.x = 5.5;
    s.drains = {sea};
    columns_of(s, std::vector<double>(24 * 16, 0.0), std::vector<double>(24 * 16, 0.5));
    EXPECT_DOUBLE_EQ(sea.highest_level(), 0.7);
    for (const double expected : {0.5, 0.6, 0.7, 0.7, 0.55, 0.4, 0.4}) {
      advance(0.05, 20);
      const auto h = field("depth");
      EXPECT_NEAR(h[8 * 24], expected, 1e-6);
      EXPECT_LE(h[8 * 24 + 23], expected + 1e-6);
    }
  };
  follows(ShallowSettings{});
  follows(pipes::PipesSettings{});
}

// An inflow gives its discharge for every meter of wet boundary, subcritical or supercritical, from any side.
TEST_F(ShallowFeeds, AnInflowGivesItsDischarge) {
  for (const double q : {0.05, 1.5}) {
    for (const int side : {0, 1, 2, 3}) {
      SCOPED_TRACE(fmt::format("{} m2/s, side {}", q, side));
      ShallowSettings s = basin();
      Edge* edges[4] = {&s.edges.west, &s.edges.east, &s.edges.north, &s.edges.south};
      *edges[side] = Edge::discharge;
      s.edges.discharge[side] = q;
      still(s, 0.3);
      const double before = *stats().volume, wide = side < 2 ? 8 : 12;
      advance(0.02, 50);
      EXPECT_NEAR(*stats().volume - before, q * wide, 1e-5 * q * wide);
    }
  }
}

// A small wave passes a transmissive boundary. A level boundary reflects it inverted, as a lake does at the mouth of
// a channel.
TEST_F(ShallowFeeds, WavesMeetSides) {
  for (const Edge edge : {Edge::level, Edge::transmissive}) {
    SCOPED_TRACE(static_cast<int>(edge));
    ShallowSettings s = channel(200, 20);
    s.edges.east = edge;
    std::vector<double> water;
    for (int i = 0; i < 200; ++i) water.push_back(0.5 + 0.01 * std::exp(-std::pow((0.1 * (i + 0.5) - 10) / 1.5, 2)));
    shallow(s, std::vector<double>(200, 0.0), water);
    run_for(6.5, 130);  // the eastward half has reached the boundary, the westward half is in the first half
    const auto h = values("depth");
    double back = 0;
    for (std::size_t i = 120; i < 200; ++i)
      if (std::abs(h[i] - 0.5) > std::abs(back)) back = h[i] - 0.5;
    fmt::print("side {}: {:.4f} of the wave comes back\n", static_cast<int>(edge), back / 0.005);
    EXPECT_NEAR(back / 0.005, edge == Edge::level ? -1 : 0, edge == Edge::level ? 0.1 : 0.02);
  }
}

}  // namespace undine
