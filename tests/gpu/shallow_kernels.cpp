// Kernels of the shallow-water step against the native twin, an independent implementation.
#include "passes/shallow/shallow_native.h"
#include "tests/support/shallow_runner.h"

namespace undine {

struct ShallowKernels : test::ShallowTest {
  struct Case {
    bool rough = false;  // bed steps and dry columns
    double friction = 0, manning = 0;
    unsigned threads = 1;
  };

  // One sub-step at a time, so that both use the same length: later ones would select their own.
  void compare(glm::uvec2 cells, const Case& c) {
    SCOPED_TRACE(
        fmt::format("{} x {}, rough {}, friction {}, manning {}", cells.x, cells.y, c.rough, c.friction, c.manning));
    const std::size_t count = std::size_t{cells.x} * cells.y;
    std::vector<double> bed, depth;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = double(i % cells.x), z = double(i / cells.x);
      bed.push_back(
          static_cast<float>(0.1 * std::sin(0.7 * x) * std::cos(0.5 * z) + (c.rough ? 0.5 : 0.02) * random(1, i)));
      const bool dry = c.rough && random(2, i) < 0.4;
      const double dam = x < 0.4 * cells.x ? 0.5 : 0;
      depth.push_back(dry ? 0.0 : static_cast<float>(0.4 + dam + (c.rough ? 0.4 : 0.1) * random(3, i)));
    }
    shallow::ShallowSettings s;
    s.cells = cells;
    s.size = {0.5 * cells.x, 0.6 * cells.y};
    s.friction = c.friction;
    s.manning = c.manning;
    shallow(s, bed, depth);
    reference::ShallowNative native({.nx = cells.x,
                                     .nz = cells.y,
                                     .dx = 0.5f,
                                     .dz = 0.6f,
                                     .friction = static_cast<float>(c.friction),
                                     .manning = static_cast<float>(c.manning),
                                     .threads = c.threads},
                                    {bed.begin(), bed.end()}, {depth.begin(), depth.end()});
    const double before = native.volume(), dt = 0.01;
    for (int step = 0; step < 12; ++step) {
      advance(dt, 1);
      ASSERT_EQ(stats().sub_steps, 1);
      native.run(1, static_cast<float>(dt));
    }
    const auto h = field("depth"), u = field("velocity");
    const auto want = native.depth(), fast = native.velocity();
    double worst = 0, worst_discharge = 0, moving = 0;
    for (std::size_t i = 0; i < count; ++i) {
      worst = std::max(worst, double(std::abs(h[i] - want[i])));
      for (std::size_t k = 2 * i; k < 2 * i + 2; ++k) {
        worst_discharge = std::max(worst_discharge, double(h[i] * std::abs(u[k] - fast[k])));
        moving = std::max(moving, double(h[i] * std::abs(fast[k])));
      }
    }
    EXPECT_LT(worst, 2e-6);
    EXPECT_LT(worst_discharge, 2e-5);
    EXPECT_TRUE(count == 1 || moving > 0.01) << "or nothing is compared";
    EXPECT_NEAR(native.volume(), before, 1e-12 * before);
  }
};

TEST_F(ShallowKernels, StepsEqualTheNativeTwin) {
  for (const glm::uvec2 cells : {glm::uvec2{1, 1}, {3, 3}, {27, 27}, {1, 5}, {6, 1}, {129, 27}, {130, 7}})
    for (const unsigned threads : {1u, 3u}) compare(cells, {.threads = threads});
}

TEST_F(ShallowKernels, FrictionEqualsTheNativeTwin) { compare({67, 27}, {.friction = 0.7, .manning = 0.04}); }

TEST_F(ShallowKernels, StepsAndDryGroundEqualTheNativeTwin) {
  compare({67, 27}, {.rough = true, .manning = 0.02, .threads = 2});
}

}  // namespace undine
