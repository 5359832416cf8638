// Basins of the shallow-water solver: sloshing, spreading, breaking and still water.
#include <numbers>

#include "engine/core/error.h"
#include "tests/support/shallow_runner.h"

namespace undine {

using columns::Edge;
using shallow::ShallowSettings;

struct ShallowBasins : test::ShallowTest {
  static constexpr double pi = std::numbers::pi, gravity = 9.81;
  // Center of mass of the water along x, meters from the center of the grid.
  double middle(double length) {
    const auto h = field("depth");
    const std::size_t nx = static_cast<std::size_t>(solver->fields()[0].shape[1]);
    double sum = 0, first = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      sum += h[i];
      first += h[i] * ((double(i % nx) + 0.5) / double(nx) - 0.5) * length;
    }
    return first / sum;
  }
  struct Swing {
    double period = 0, last = 0;  // seconds; largest center in the third period
  };
  // Three periods of a center that starts at its maximum. `expected`: the period, seconds.
  Swing swing(double length, double expected) {
    Swing out;
    const int steps = 80;
    double before = middle(length), crossing = 0;
    int crossings = 0;
    for (int k = 1; k <= 3 * steps + 4; ++k) {
      advance(expected / steps, 1);
      const double now = middle(length);
      if ((before < 0) != (now < 0)) crossing = (k - now / (now - before)) * expected / steps, ++crossings;
      if (k > 2.5 * steps) out.last = std::max(out.last, std::abs(now));
      before = now;
    }
    out.period = crossing / (0.25 + 0.5 * (crossings - 1));
    return out;
  }
  // Water that flows over random ground, parts of which stay dry.
  void release_over_noise() {
    ShallowSettings s;
    s.cells = {22, 18};
    s.size = {11, 9};
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < 22 * 18; ++i) {
      bed.push_back(random(1, i));
      water.push_back(i % 22 < 9 ? std::max(1.5 - bed.back(), 0.0) : 0.0);
    }
    shallow(s, bed, water);
  }
};

// Thacker 1981, planar surface, as in SWASHES: in a parabola and in a paraboloid.
TEST_F(ShallowBasins, WaterSwingsInBowlsAsThackerSays) {
  {
    const double omega = std::sqrt(2 * gravity * 0.5);
    std::vector<double> bed, water;
    for (int i = 0; i < 80; ++i) {
      const double x = 0.05 * (i + 0.5) - 2;
      bed.push_back(0.5 * x * x);
      water.push_back(std::max(0.5 * (1 - (x + 0.5) * (x + 0.5)), 0.0));
    }
    shallow(channel(80, 4), bed, water);
    const Swing s = swing(4, 2 * pi / omega);
    fmt::print("parabola: period {:.5f} middle {:.4f}\n", s.period * omega / (2 * pi), s.last / 0.5);
    EXPECT_NEAR(s.period * omega / (2 * pi), 1, 0.005);
    EXPECT_GT(s.last / 0.5, 0.97);
  }
  {
    const double omega = std::sqrt(2 * gravity * 0.1);
    ShallowSettings s;
    s.cells = {80, 80};
    s.size = {4, 4};
    s.velocity = {0, 0.5 * omega};
    std::vector<double> bed, water;
    for (int i = 0; i < 6400; ++i) {
      const double x = 0.05 * (i % 80 + 0.5) - 2, z = 0.05 * (i / 80 + 0.5) - 2;
      bed.push_back(0.1 * (x * x + z * z));
      water.push_back(std::max(0.1 * (1 - (x - 0.5) * (x - 0.5) - z * z), 0.0));
    }
    shallow(s, bed, water);
    const Swing found = swing(4, 2 * pi / omega);
    fmt::print("paraboloid: period {:.5f} middle {:.4f}\n", found.period * omega / (2 * pi), found.last / 0.5);
    EXPECT_NEAR(found.period * omega / (2 * pi), 1, 0.005);
    EXPECT_GT(found.last / 0.5, 0.97);
  }
}

// Sampson, Easton & Singh 2006: oscillation in a parabola with linear friction; errors compared with Basilisk's.
TEST_F(ShallowBasins, TheParabolaErrsLittleMoreThanBasilisk) {
  const double a = 3000, h0 = 10, tau = 1e-3, b = 5, p = std::sqrt(8 * gravity * h0) / a,
               s = std::sqrt(p * p - tau * tau) / 2;
  auto level = [&](double x, double t) {
    return h0 +
           a * a * b * b * std::exp(-tau * t) / (8 * gravity * gravity * h0) *
               (-s * tau * std::sin(2 * s * t) + (tau * tau / 4 - s * s) * std::cos(2 * s * t)) -
           b * b * std::exp(-tau * t) / (4 * gravity) -
           std::exp(-tau * t / 2) / gravity * (b * s * std::cos(s * t) + tau * b / 2 * std::sin(s * t)) * x;
  };
  double before = 0;
  const auto names = test::rows_of("basilisk_parabola_errors.csv");
  const auto numbers = test::numbers_of("basilisk_parabola_errors.csv");
  for (const std::size_t n : {32u, 64u, 128u, 256u, 512u}) {
    SCOPED_TRACE(n);
    ShallowSettings settings = channel(n, 10000);
    settings.friction = tau;
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = 10000 * ((double(i) + 0.5) / double(n) - 0.5);
      bed.push_back(h0 * x * x / (a * a));
      water.push_back(std::max(level(x, 0) - bed.back(), 0.0));
    }
    shallow(settings, bed, water);
    double first = 0, second = 0, most = 0;
    for (int k = 1; k <= 120; ++k) {
      advance(50, 1);
      const auto h = field("depth");
      double one = 0, two = 0, worst = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double x = 10000 * ((double(i) + 0.5) / double(n) - 0.5);
        const double off = std::abs(h[i] - std::max(level(x, 50.0 * k) - bed[i], 0.0)) / h0;
        one += off / double(n);
        two += off * off / double(n);
        worst = std::max(worst, off);
      }
      first += one / 120;
      second += std::sqrt(two) / 120;
      most += worst / 120;
    }
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k][0] != "parabola" || numbers[k][1] != double(n)) continue;
      fmt::print("parabola {}: {:.6f} {:.6f} {:.6f}, of Basilisk's {:.2f} {:.2f} {:.2f}; order {:.2f}\n", n, first,
                 second, most, first / numbers[k][2], second / numbers[k][3], most / numbers[k][4],
                 before > 0 ? std::log2(before / first) : 0.0);
      EXPECT_LT(first, 1.5 * numbers[k][2]);
      EXPECT_LT(second, 1.5 * numbers[k][3]);
      EXPECT_LT(most, 1.5 * numbers[k][4]);
    }
    before = first;
  }
}

// Collapsing cylinder of water: its front stays round on a square grid.
TEST_F(ShallowBasins, ACircularDamBreakStaysRound) {
  ShallowSettings s;
  s.cells = {256, 256};
  s.size = {40, 40};
  std::vector<double> water;
  for (int i = 0; i < 256 * 256; ++i) {
    // Part of each column inside the circle.
    double in = 0;
    for (int k = 0; k < 64; ++k)
      in += std::hypot(40.0 / 256 * (i % 256 + (k % 8 + 0.5) / 8) - 20,
                       40.0 / 256 * (i / 256 + (k / 8 + 0.5) / 8) - 20) < 5;
    water.push_back(0.5 + 2 * in / 64);
  }
  shallow(s, std::vector<double>(256 * 256, 0.0), water);
  run_for(1.5, 15);
  const auto h = field("depth");
  auto depth = [&](double x, double z) {
    const double i = x / (40.0 / 256) + 127.5, j = z / (40.0 / 256) + 127.5;
    const auto i0 = static_cast<std::size_t>(i), j0 = static_cast<std::size_t>(j);
    const double u = i - double(i0), v = j - double(j0);
    return (h[j0 * 256 + i0] * (1 - u) + h[j0 * 256 + i0 + 1] * u) * (1 - v) +
           (h[(j0 + 1) * 256 + i0] * (1 - u) + h[(j0 + 1) * 256 + i0 + 1] * u) * v;
  };
  double least = 1e9, most = 0;
  for (int k = 0; k < 48; ++k) {
    double r = 18;
    while (depth(r * std::cos(k * pi / 24), r * std::sin(k * pi / 24)) < 0.6) r -= 0.005;
    least = std::min(least, r);
    most = std::max(most, r);
  }
  fmt::print("circle: {:.3f} to {:.3f}\n", least, most);
  EXPECT_GT(least, 9);
  EXPECT_LT(most / least - 1, 0.01);
}

// Volume is conserved, except for sources, sinks and edges; and the step has no preferred direction.
TEST_F(ShallowBasins, VolumeStaysOnPartlyDryGround) {
  release_over_noise();
  const double before = *stats().volume;
  for (int k = 0; k < 10; ++k) {
    advance(0.1, 60);
    EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
    const auto h = field("depth");
    EXPECT_GE(*std::min_element(h.begin(), h.end()), 0);
  }
  fmt::print("volume: {:.2e} after {} sub-steps a step\n", *stats().volume / before - 1, stats().sub_steps);
}

// The same over 100,000 sub-steps: takes some minutes.
TEST_F(ShallowBasins, VolumeStaysForLong) {
  release_over_noise();
  const double before = *stats().volume;
  std::int64_t taken = 0;
  while (taken < 100000) {
    advance(0.2, 100);
    taken += 100 * stats().sub_steps;
  }
  EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
  fmt::print("volume: {:.2e} after {} sub-steps\n", *stats().volume / before - 1, taken);
}

// Bed with differences of up to 10 m between columns.
TEST_F(ShallowBasins, SteepNoiseDoesNoHarm) {
  steep_noise();
  const double before = *stats().volume;
  for (int k = 0; k < 8; ++k) {
    advance(0.05, 60);
    EXPECT_NEAR(*stats().volume, before, 1e-8 * before);
    const auto h = field("depth"), u = field("velocity");
    EXPECT_GE(*std::min_element(h.begin(), h.end()), 0);
    for (const float x : h) ASSERT_TRUE(std::isfinite(x));
    for (const float x : u) ASSERT_TRUE(std::isfinite(x));
  }
  fmt::print("noise: speed {:.3f}, {} sub-steps\n", test::largest(field("velocity")), stats().sub_steps);
}

TEST_F(ShallowBasins, BadSettingsAreRefused) {
  auto refused = [&](ShallowSettings s, const std::string& says, std::vector<double> water = {}) {
    try {
      shallow(s, std::vector<double>(std::size_t{s.cells.x} * s.cells.y, 0.0),
              water.empty() ? std::vector<double>(std::size_t{s.cells.x} * s.cells.y, 1.0) : water);
      advance(1, 1);
      ADD_FAILURE() << says;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(says), std::string::npos) << e.what();
    }
  };
  ShallowSettings s = channel(20, 2);
  std::vector<double> dry(20, 0.0);
  dry[10] = 1;
  s.edges.west = Edge::discharge;
  s.edges.discharge.x = 1;
  refused(s, "dry at the start", dry);
  s.edges.west = Edge::level;
  refused(s, "dry at the start", dry);
  refused(channel(2000, 0.2), "sub-steps");
}

// One wet column at the edge, with dry ground behind it that rises over the level: the level has no slope there.
TEST_F(ShallowBasins, APondAtAnEdgeRests) {
  for (const Edge edge : {Edge::level, Edge::sea, Edge::transmissive})
    for (const bool east : {false, true}) {
      ShallowSettings s = channel(8, 2);
      (east ? s.edges.east : s.edges.west) = edge;
      std::vector<double> ground, depth;
      for (int i = 0; i < 8; ++i) {
        const int from_edge = east ? 7 - i : i;
        ground.push_back(from_edge == 0 ? -0.02 : 0.01 + 0.02 * from_edge);
        depth.push_back(from_edge == 0 ? 0.02 : 0);
      }
      shallow(s, ground, depth);
      advance(0.01, 100);
      EXPECT_NEAR(field("depth")[east ? 7 : 0], 0.02, 1e-6) << static_cast<int>(edge) << (east ? " east" : " west");
    }
}

}  // namespace undine
