// Neutral drops and presses of the pointer conserve volume, for any cells: waves of zero speed preserve their sum.
#include "passes/fluid/fluid_settings.h"
#include "tests/support/wave_runner.h"

namespace undine::test {

class WaveNeutral : public WaveTest {
 protected:
  static constexpr wave::WaveEdge wall = wave::WaveEdge::wall, fixed = wave::WaveEdge::fixed,
                                  periodic = wave::WaveEdge::periodic, absorb = wave::WaveEdge::absorb;
  wave::WaveSettings still(double radius_in_cells) {
    wave::WaveSettings s;
    s.cells = {41, 30};
    s.size = {4.1, 3};
    s.speed = 0;
    s.drops = {.rate = 2000, .radius = 0.1 * radius_in_cells, .depth = 0.02, .neutral = true};
    return s;
  }
  // Net volume of all drops relative to the displacement of one.
  double drift(const wave::WaveSettings& s) {
    make(s);
    advance(0.01, 100);
    const auto h = field("height");
    EXPECT_GT(largest(h), 0.02);
    const double radius = std::max(s.drops.radius, 1.5 * std::max(s.cell().x, s.cell().y));
    return *stats().volume / (s.drops.depth * radius * radius);
  }
};

// 2000 drops. A bias of a thousandth of a drop each would be 2.
TEST_F(WaveNeutral, DropsOfFewCellsKeepTheLevel) {
  for (const double radius : {1.0, 1.6, 2.3, 4.7}) {
    SCOPED_TRACE(radius);
    wave::WaveSettings s = still(radius);
    EXPECT_NEAR(drift(s), 0, 2e-3);
    s.size = {4.1, 4.5};  // rectangular cells
    EXPECT_NEAR(drift(s), 0, 2e-3);
  }
}

TEST_F(WaveNeutral, DropsKeepTheLevelAtEveryEdge) {
  const wave::WaveEdge kinds[][4] = {{periodic, periodic, wall, wall},
                                     {periodic, periodic, periodic, periodic},
                                     {fixed, wall, wall, fixed},
                                     {absorb, wall, absorb, absorb},
                                     {wall, absorb, periodic, periodic}};
  for (const auto& k : kinds) {
    SCOPED_TRACE(fmt::format("{} {} {} {}", int(k[0]), int(k[1]), int(k[2]), int(k[3])));
    wave::WaveSettings s = still(3.1);
    s.edges = {k[0], k[1], k[2], k[3]};
    EXPECT_NEAR(drift(s), 0, 2e-3);
    s.cells = {7, 5};  // a drop spans the grid
    s.size = {0.7, 0.5};
    EXPECT_NEAR(drift(s), 0, 2e-3);
  }
}

TEST_F(WaveNeutral, DropsKeepTheLevelAroundIslands) {
  std::vector<float> land(41 * 30, 0.0f);
  for (std::size_t i = 0; i < land.size(); ++i) land[i] = (i * 7919) % 11 < 2 ? 1.0f : 0.0f;
  wave::WaveSettings s = still(2.2);
  s.islands = array("islands.npy", 41, 30, land);
  EXPECT_NEAR(drift(s), 0, 2e-3);
}

TEST_F(WaveNeutral, PushesOfThePointerKeepTheLevel) {
  wave::WaveSettings s = still(2);
  s.drops.rate = 0;
  make(s);
  for (int i = 0; i < 200; ++i) {
    const double x = -2.1 + 0.021 * i, z = 1.3 * std::sin(0.7 * i);
    solver->disturb({.point = {x, 0, z}, .motion = {0.05 * (i % 9), 0, 0.03 * (i % 5)}, .radius = 0.12});
    advance(0.01, 1);
  }
  EXPECT_GT(largest(field("height")), 0.005);
  EXPECT_NEAR(*stats().volume / (0.2 * 0.12 * 0.15 * 0.15), 0, 1e-3);
}

TEST_F(WaveNeutral, RipplesOnAFluidKeepTheirMean) {
  for (const bool blocked : {false, true}) {
    fluid::FluidSettings s;
    s.cells = {32, 24};
    s.size = {3.2, 2.4};
    s.waves = {.speed = 0.5, .damping = 0.5, .drops = {.rate = 400, .radius = 0.17, .depth = 0.01, .neutral = true}};
    if (blocked) s.obstacles = {{.kind = fluid::FluidObstacle::Kind::box, .center = {0.3, 0.1}, .size = {0.9, 0.7}}};
    make(s);
    advance(0.01, 100);
    const auto h = field("height");
    double sum = 0;
    for (const float v : h) sum += static_cast<double>(v);
    EXPECT_GT(largest(h), 0.002);
    EXPECT_NEAR(sum * 0.01 / (0.01 * 0.17 * 0.17), 0, 1e-2);
  }
}

}  // namespace undine::test
