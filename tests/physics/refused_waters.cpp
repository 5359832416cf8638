// Construction rejects invalid waters with helpful messages.
#include "passes/fluid/fluid_settings.h"
#include "passes/pipes/pipes_settings.h"
#include "passes/shallow/shallow_settings.h"
#include "tests/support/refused.h"
#include "tests/support/wave_runner.h"

namespace undine::test {

class RefusedWaters : public WaveTest {
 protected:
  using Kind = fluid::FluidEdge::Kind;
  void refused(const SolverSettings& s, std::initializer_list<std::string_view> parts, double gravity = 9.81) {
    expect_refused([&] { s.create(state, {.name = "w", .gravity = gravity}); }, parts);
  }
  static fluid::FluidSettings basin(fluid::FluidEdge west, fluid::FluidEdge east = {}, fluid::FluidEdge north = {},
                                    fluid::FluidEdge south = {}) {
    fluid::FluidSettings s;
    s.cells = {16, 12};
    s.size = {2, 1.5};
    s.edges = {west, east, north, south};
    return s;
  }
};

TEST_F(RefusedWaters, ColumnsNeedGravity) {
  const auto check = [&](auto s) {
    s.cells = {4, 4};
    s.size = {4, 4};
    s.initial = {{.kind = columns::Shape::Kind::level, .level = 0.1}};
    refused(s, {"gravity", "over 0"}, 0);
    s.gravity = 1.6;
    EXPECT_NO_THROW(make(s, {.gravity = 0}));
    s.gravity = 0;
    make(s);
    s.rain = 1e-3;
    EXPECT_TRUE(solver->retune(s, {.name = "w", .gravity = 9.81}));
    expect_refused([&] { solver->retune(s, {.name = "w", .gravity = 0}); }, {"gravity"});
    advance(0.01, 3);
    for (const float h : field("depth")) EXPECT_NEAR(h, 0.1, 1e-3);  // goes on as it was
  };
  check(pipes::PipesSettings{});
  check(shallow::ShallowSettings{});
}

TEST_F(RefusedWaters, InflowNeedsAnOutflow) {
  const fluid::FluidEdge in{Kind::inflow, {1, 0}}, back{Kind::inflow, {-1, 0}}, half{Kind::inflow, {0.5, 0}};
  const fluid::FluidEdge north{Kind::inflow, {0.2, 1}};
  refused(basin(in), {"edges", "1.5 m²/s flows in", "outflow"});
  refused(basin(back), {"edges", "1.5 m²/s flows out"});
  refused(basin(in, back), {"edges", "3 m²/s flows in"});
  refused(basin(in, half), {"edges", "0.75 m²/s flows in"});
  refused(basin(half, in), {"edges", "0.75 m²/s flows out"});
  refused(basin({}, {}, north), {"edges", "2 m²/s flows in"});
  EXPECT_NO_THROW(basin(in, in).create(state, {.name = "through"}));
  EXPECT_NO_THROW(basin(in, {Kind::outflow}).create(state, {.name = "open"}));
  fluid::FluidEdge later{Kind::inflow, {0, 0}, {{{{0, 0}, {5, 0.3}}, {{0, 0}, {5, 0}}}}};
  refused(basin(later), {"edges", "0.45 m²/s flows in", "5 s"});
}

// A mask closes part of an outflow side of the flow: the statistics report the imbalance.
TEST_F(RefusedWaters, ImbalanceIsNotConverged) {
  fluid::FluidSettings s = basin({Kind::inflow, {1, 0}}, {Kind::inflow, {1, 0}});
  make(s);
  advance(0.02, 10);
  const Stats through = stats();
  EXPECT_TRUE(through.warnings.empty());
  EXPECT_TRUE(through.converged.value_or(false));
  std::vector<float> pixels(16 * 12, 0.0f);
  for (std::size_t j = 0; j < 5; ++j) pixels[16 * j + 15] = pixels[16 * j + 14] = 1;
  s.mask = array("part.npy", 16, 12, pixels);
  make(s);
  advance(0.02, 10);
  const Stats shut = stats();
  EXPECT_FALSE(shut.converged.value_or(true));
  ASSERT_EQ(shut.warnings.size(), 1u);
  EXPECT_NE(shut.warnings[0].find("takes in"), std::string::npos) << shut.warnings[0];
}

TEST_F(RefusedWaters, PositionsOutsideTheGridAreRefused) {
  fluid::FluidSettings s = basin({});
  s.emitters = {{.center = {1.2, 0}, .velocity = {1, 0}, .radius = 0.1, .push = 1}};
  refused(s, {"emitters/0/center", "[1.2, 0]", "from -1 to 1 along x"});
  s.emitters[0].radius = 0.3;
  EXPECT_NO_THROW(s.create(state, {.name = "reaches"}));
  s.emitters[0] = {.center = {0, -9}, .radius = 0.3};
  refused(s, {"emitters/0/center"});
  s.edges.north = s.edges.south = {Kind::periodic};
  EXPECT_NO_THROW(s.create(state, {.name = "around"}));
  fluid::FluidSettings o = basin({});
  o.obstacles = {{.kind = fluid::FluidObstacle::Kind::disc, .center = {3, 0}}};
  refused(o, {"obstacles/0/center"});
  o.obstacles[0].velocity = {-1, 0};
  EXPECT_NO_THROW(o.create(state, {.name = "comes"}));
  const auto columns_too = [&](auto c) {
    c.cells = {8, 8};
    c.size = {4, 4};
    c.initial = {{.kind = columns::Shape::Kind::disc, .depth = 1, .radius = 1, .center = {0, 3.5}}};
    refused(c, {"initial/0/center", "[0, 3.5]"});
    c.initial = {{.kind = columns::Shape::Kind::box, .depth = 1, .center = {-5, 0}, .size = {1, 9}}};
    refused(c, {"initial/0/center"});
  };
  columns_too(pipes::PipesSettings{});
  columns_too(shallow::ShallowSettings{});
  wave::WaveSettings w;
  w.cells = {16, 16};
  w.size = {2, 2};
  w.makers = {{.center = {4, 0}}};
  refused(w, {"makers/0/center"});
  w.makers = {};
  w.speed_from = wave::WaveSettings::Speed::depth;
  refused(w, {"gravity"}, 0);
}

}  // namespace undine::test
