// How high a stream stands before a square pier, against Yarnell's formula of 2,600 experiments [Yarnell 1934]:
//   rise / y = K F² (K + 5 F² - 0.6) (a + 15 a⁴),  K = 1.25 for square ends,
// y and F the depth and the Froude number below the pier, a the share of the width that it takes.
#include <cmath>
#include <map>

#include "engine/scene/scene.h"
#include "tests/support/shallow_runner.h"

namespace undine::test {

class SolidsBackwater : public ShallowTest {};

TEST_F(SolidsBackwater, OfSquarePiersIsYarnells) {
  struct Case {
    double pier, discharge;  // m, m²/s
  };
  for (const Case& c : {Case{1, 1.2}, Case{1.6, 0.9}}) {
    constexpr double wide = 8;
    Scene scene;
    MeshSettings pier{.shape = MeshSettings::Shape::box, .size = {4 * c.pier, 4, c.pier}};
    pier.solid = true;
    scene.meshes = {pier};
    shallow::ShallowSettings s;
    s.cells = {160, 40};
    s.size = {32, wide};
    s.velocity = {c.discharge, 0};
    s.traces = kept;
    s.initial = {{.kind = columns::Shape::Kind::level, .level = 1}};
    s.edges.west = columns::Edge::discharge;
    s.edges.discharge.x = c.discharge;
    s.edges.east = columns::Edge::level;
    using Measures = grid::Gauge::Measures;
    for (int k = 0; k < 8; ++k) {
      s.gauges.push_back({"above" + std::to_string(k), Measures::level, {-12, 0, -3.5 + k}});
      s.gauges.push_back({"below" + std::to_string(k), Measures::level, {14, 0, -3.5 + k}});
    }
    SceneContext context;
    context.scene = &scene;
    make(s, context);
    advance(0.1, 500);
    double above = 0, below = 0;
    constexpr int times = 100;
    for (int i = 0; i < times; ++i) {
      advance(0.1, 4);
      for (const auto& [name, level] : stats().gauges)
        (name.starts_with("above") ? above : below) += level / (8 * times);
    }
    const double froude2 = std::pow(c.discharge, 2) / (9.81 * std::pow(below, 3)), share = c.pier / wide, k = 1.25;
    const double rise = k * froude2 * (k + 5 * froude2 - 0.6) * (share + 15 * std::pow(share, 4)) * below;
    std::printf("pier of %.3f of the width, Froude %.3f: rise %.4f, of Yarnell's %.4f\n", share, std::sqrt(froude2),
                above - below, rise);
    EXPECT_NEAR((above - below) / rise, 1, 0.1) << c.pier;
  }
}

}  // namespace undine::test
