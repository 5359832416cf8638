// Rest, dam breaks and sloshing of the shallow-water solver against closed forms.
#include <numbers>

#include "tests/support/shallow_runner.h"

namespace undine {

using columns::Edge;
using shallow::ShallowSettings;

struct ShallowWaves : test::ShallowTest {
  static constexpr double pi = std::numbers::pi, gravity = 9.81;
};

// Over hills, between walls of steps, over noise between columns; some of it dry.
TEST_F(ShallowWaves, ALakeStaysAtRest) {
  for (const int ground : {0, 1, 2}) {
    SCOPED_TRACE(ground);
    ShallowSettings s;
    s.cells = {33, 29};
    s.size = {16.5, 14.5};
    std::vector<double> bed;
    for (std::size_t i = 0; i < 33 * 29; ++i) {
      const double x = double(i % 33), z = double(i / 33);
      bed.push_back(ground == 0   ? 0.8 * std::exp(-((x - 16) * (x - 16) + (z - 14) * (z - 14)) / 40)
                    : ground == 1 ? 0.4 * double((i % 33 / 5 + i / 33 / 4) % 3)
                                  : 1.2 * random(5, i));
    }
    SceneContext context;
    context.terrain = Heightmap{.nx = 33, .nz = 29, .size = {16, 14}};
    context.terrain->height.assign(bed.begin(), bed.end());
    s.initial = {{.kind = columns::Shape::Kind::level, .level = 0.6}};
    make(s, context);
    const auto before = field("height"), depth = field("depth");
    EXPECT_GT(std::count(depth.begin(), depth.end(), 0.0f), 5);
    advance(0.05, 2500);  // two sub-steps each
    const auto after = field("height");
    double off = 0;
    for (std::size_t i = 0; i < before.size(); ++i) off = std::max(off, double(std::abs(after[i] - before[i])));
    EXPECT_LT(off, 1e-6);
    EXPECT_LT(test::largest(field("velocity")), 1e-6);
    EXPECT_GE(stats().sub_steps, 2);
  }
}

// Stoker 1957 and Ritter 1892 as in SWASHES: 10 m, 5 mm of water at the left.
TEST_F(ShallowWaves, DamBreaksAreStokersAndRitters) {
  const double high = 0.005, wave = std::sqrt(gravity * high), time = 6;
  for (const double low : {0.001, 0.0}) {
    for (const std::size_t n : {100u, 400u}) {
      SCOPED_TRACE(fmt::format("{} m beyond, {} columns", low, n));
      std::vector<double> water, h, u;
      double tip = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double x = 10 * (double(i) + 0.5) / double(n), xi = (x - 5) / time;
        water.push_back(x < 5 ? high : low);
        const double middle = 0.0025393572, speed = 0.12727972, front = low > 0 ? 0.2099634 : 2 * wave;
        const bool fan = xi < (low > 0 ? speed - std::sqrt(gravity * middle) : 2 * wave);
        h.push_back(xi < -wave ? high : fan ? std::pow(2 * wave - xi, 2) / (9 * gravity) : xi < front ? middle : low);
        u.push_back(xi < -wave ? 0 : fan ? 2.0 / 3 * (xi + wave) : xi < front ? speed : 0);
      }
      shallow(channel(n, 10), std::vector<double>(n, 0.0), water);
      run_for(time, 120);
      const auto depth = values("depth"), speed = part("velocity", 0);
      for (std::size_t i = 0; i + 1 < n; ++i)
        if (depth[i] > 0.01 * high && depth[i + 1] <= 0.01 * high)
          tip = 10 * (double(i) + 0.5 + (depth[i] - 0.01 * high) / (depth[i] - depth[i + 1])) / double(n);
      const double h_off = test::ShallowTest::relative(depth, h), u_off = test::ShallowTest::relative(speed, u);
      fmt::print("low {} n {}: h {:.4f} u {:.4f} tip {:.3f} of {:.3f}\n", low, n, h_off, u_off, tip,
                 5 + time * (2 * wave - 3 * 0.1 * wave));
      EXPECT_LT(h_off, low > 0 ? 0.01 : 0.015);
      if (low > 0) {  // half of it in the two columns of the shock, the rest at the ends of the fan: first order
        EXPECT_LT(u_off, 0.06 * 100 / double(n) * 1.5);
      }
      if (low == 0 && n == 400) {
        EXPECT_NEAR(tip, 5 + time * 1.7 * wave, 0.05 * time * 1.7 * wave);
      }
    }
  }
}

}  // namespace undine
