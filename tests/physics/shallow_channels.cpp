// Steady channel flows of the shallow-water solver: over bumps, weirs and drops, down slopes, through jumps.
#include <numbers>

#include "tests/support/shallow_runner.h"

namespace undine {

using columns::Edge;
using shallow::ShallowSettings;

struct ShallowChannels : test::ShallowTest {
  static constexpr double gravity = 9.81;
  struct Profile {
    std::vector<double> bed, depth;
  };
  // Rows of a table (columns x, bed, h, starting at `first`), interpolated at the centers of n cells.
  static Profile at_middles(const std::vector<std::vector<double>>& rows, std::size_t n, double length,
                            std::size_t first = 0) {
    Profile out;
    std::size_t k = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = length * (double(i) + 0.5) / double(n);
      while (k + 1 < rows.size() && rows[k][first] < x) ++k;
      const double t = (x - rows[k - 1][first]) / (rows[k][first] - rows[k - 1][first]);
      out.bed.push_back(rows[k - 1][first + 1] * (1 - t) + rows[k][first + 1] * t);
      out.depth.push_back(rows[k - 1][first + 2] * (1 - t) + rows[k][first + 2] * t);
    }
    return out;
  }
  // Largest relative error of the discharge, except for columns within `beside` meters of x.
  double discharge_error(double q, double length, double x, double beside) {
    const auto through = part("discharge", 0);
    double worst = 0;
    for (std::size_t i = 0; i < through.size(); ++i)
      if (std::abs(length * (double(i) + 0.5) / double(through.size()) - x) > beside)
        if (const double off = std::abs(through[i] / q - 1); off > worst) worst = off, worst_at = i;
    return worst;
  }
  std::size_t worst_at = 0;  // column of discharge_error
};

// SWASHES 3.1.3 to 3.1.5, from still water or, where waves between jump and edge decay slowly, from the exact depths.
TEST_F(ShallowChannels, StreamsOverABumpDipAndJump) {
  struct Case {
    const char* name;
    double q, level, most, seconds;
    Edge end;
  };
  for (const Case& c : {Case{"subcritical", 4.42, 2, 0.005, 80, Edge::level},
                        Case{"transcritical_no_shock", 1.53, 0.66, 0.005, 80, Edge::level},
                        Case{"transcritical_shock", 0.18, 0.33, 0.01, 200, Edge::level}}) {
    SCOPED_TRACE(c.name);
    std::vector<std::vector<double>> rows;
    const auto names = test::rows_of("swashes_bump_steady.csv");
    const auto numbers = test::numbers_of("swashes_bump_steady.csv");
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i][0] == c.name) rows.push_back(numbers[i]);
    ASSERT_EQ(rows.size(), 201u);
    const std::size_t n = 200;
    Profile want = at_middles(rows, n, 25, 1);
    std::vector<double> water;
    const bool jumps = std::string(c.name) == "transcritical_shock";
    for (std::size_t i = 0; i < n; ++i) water.push_back(jumps ? want.depth[i] : c.level - want.bed[i]);
    ShallowSettings s = channel(n, 25);
    s.velocity.x = jumps ? 0.5 : 0;
    s.edges.west = Edge::discharge;
    s.edges.discharge.x = c.q;
    s.edges.east = c.end;
    shallow(s, want.bed, water);
    run_for(c.seconds, int(c.seconds / 0.05));
    const auto depth = values("depth");
    const double shock = 11.665618, off = discharge_error(c.q, 25, jumps ? shock : -1, jumps ? 0.15 : 0);
    std::size_t steepest = 1;
    for (std::size_t i = 1; i < n; ++i)
      if (depth[i] - depth[i - 1] > depth[steepest] - depth[steepest - 1]) steepest = i;
    fmt::print("{}: h {:.5f} q {:.5f} in column {}, jump at {:.3f}\n", c.name, relative(depth, want.depth), off,
               worst_at, 0.125 * double(steepest));
    EXPECT_LT(relative(depth, want.depth), c.most);
    EXPECT_LT(off, jumps ? 0.012 : 0.01);
    if (jumps) {
      EXPECT_NEAR(0.125 * double(steepest), shock, 0.125);
    }
  }
}

// MacDonald 1995 in SWASHES 3.2: friction and slope that sustain a given depth.
TEST_F(ShallowChannels, MacDonaldsChannelsHoldTheirDepths) {
  for (const bool jumps : {false, true}) {
    SCOPED_TRACE(jumps);
    const auto rows =
        test::numbers_of(jumps ? "swashes_macdonald_short_shock.csv" : "pipes_macdonald_long_subcritical.csv");
    const double length = jumps ? 100 : 1000;
    const Profile want = at_middles(rows, 100, length);
    ShallowSettings s = channel(100, length);
    s.manning = jumps ? 0.0328 : 0.033;
    s.velocity.x = 2;
    s.edges.west = Edge::discharge;
    s.edges.discharge.x = 2;
    s.edges.east = Edge::level;
    auto water = want.depth;
    for (std::size_t i = 0; i + 1 < 100; ++i) water[i] = 1;
    shallow(s, want.bed, water);
    jumps ? run_for(400, 1600) : run_for(3000, 1500);
    const double off = relative(values("depth"), want.depth);
    // The long one ends at a Froude number of 0.986: its last columns depend on the flow regime at the boundary.
    const double through = discharge_error(2, length, jumps ? 66.667 : length, jumps ? 2 : 30);
    fmt::print("macdonald {}: h {:.5f} q {:.5f} in column {}\n", jumps ? "shock" : "long", off, through, worst_at);
    EXPECT_LT(off, 0.01);
    EXPECT_LT(through, 0.01);
  }
}

// Stream against a wall, which reflects a bore. Relative to the bore its Froude number is F = r / (r - 1) of the
// stream's own, and the depths are conjugate: r = (sqrt(1 + 8 F^2) - 1) / 2.
TEST_F(ShallowChannels, DepthsAtAJumpAreConjugate) {
  for (const double froude : {2.0, 4.0, 6.0}) {
    SCOPED_TRACE(froude);
    const double ratio = 0.5 * (std::sqrt(1 + 8 * froude * froude) - 1), low = 0.2;
    const double speed = froude * std::sqrt(gravity * low) * (ratio - 1) / ratio, bore = speed / (ratio - 1);
    ShallowSettings s = channel(200, 20);
    s.velocity.x = speed;
    s.edges.west = Edge::discharge;
    s.edges.discharge.x = speed * low;
    shallow(s, std::vector<double>(200, 0.0), std::vector<double>(200, low));
    const double time = 10 / bore;
    run_for(time, 200);
    const auto depth = values("depth"), u = part("velocity", 0);
    EXPECT_NEAR(depth[150] / depth[50], ratio, 0.01 * ratio);
    EXPECT_NEAR(depth[50], low, 0.002 * low);
    std::size_t at = 0;
    while (at < 200 && depth[at] < 0.5 * (1 + ratio) * low) ++at;
    EXPECT_NEAR(0.1 * double(at), 10, 0.2) << "and it goes as fast as they say";
    fmt::print("jump {}: {:.4f} of {:.4f} at {:.2f}\n", froude, depth[150] / depth[50], ratio, 0.1 * double(at));
  }
}

// Discharge over a broad crest under a head of 0.3 m, and over a drop: (2/3)^(3/2) sqrt(g) H^(3/2).
TEST_F(ShallowChannels, CrestsAndDropsPassTheCriticalDischarge) {
  const double q = std::pow(2.0 / 3, 1.5) * std::sqrt(gravity) * std::pow(0.3, 1.5);
  for (const int kind : {0, 1, 2}) {  // vertical sides, sides of 1:2, a drop
    for (const double cell : {0.4, 0.2, 0.1}) {
      if (kind != 1 && cell < 0.2) continue;
      SCOPED_TRACE(fmt::format("{} with cells of {} m", kind, cell));
      const auto n = static_cast<std::size_t>(std::lround(20 / cell));
      std::vector<double> bed, water;
      for (std::size_t i = 0; i < n; ++i) {
        const double x = cell * (double(i) + 0.5);
        bed.push_back(kind == 0   ? (x > 8 && x < 12 ? 1 : 0)
                      : kind == 1 ? std::clamp(std::min(0.5 * (x - 6), 0.5 * (14 - x)), 0.0, 1.0)
                                  : (x < 12 ? 1 : 0));
        water.push_back(x < 12 ? std::max(1.28 - bed.back(), 0.02) : 0.02);
      }
      ShallowSettings s = channel(n, 20);
      s.edges.west = Edge::discharge;
      s.edges.discharge.x = q;
      s.edges.east = Edge::transmissive;
      shallow(s, bed, water);
      run_for(40, 1000);
      const auto depth = values("depth"), u = part("velocity", 0);
      double head = 0, count = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double x = cell * (double(i) + 0.5);
        if (x < 2 || x > 5) continue;
        head += bed[i] + depth[i] + u[i] * u[i] / (2 * gravity) - 1;
        ++count;
      }
      const double critical = std::pow(2.0 / 3, 1.5) * std::sqrt(gravity) * std::pow(head / count, 1.5);
      fmt::print("crest {} cell {}: {:.4f} of critical\n", kind, cell, q / critical);
      EXPECT_NEAR(q / critical, 1, kind == 2 ? 0.05 : 0.03);
    }
  }
}

TEST_F(ShallowChannels, SlopesHaveManningsNormalDepth) {
  const double q = 0.5, n = 0.03;
  for (const double slope : {0.001, 0.01, 0.1}) {
    SCOPED_TRACE(slope);
    const double normal = std::pow(q * n / std::sqrt(slope), 0.6), froude = q / normal / std::sqrt(gravity * normal);
    ShallowSettings s = channel(100, 100);
    s.manning = n;
    s.velocity.x = 0.8 * q / normal;
    s.edges.west = Edge::discharge;
    s.edges.discharge.x = q;
    s.edges.east = froude < 1 ? Edge::level : Edge::transmissive;
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < 100; ++i) {
      bed.push_back(slope * (100 - double(i)));
      water.push_back(i < 99 ? 0.9 * normal : normal);
    }
    shallow(s, bed, water);
    run_for(froude < 1 ? 600 : 100, froude < 1 ? 600 : 400);
    const auto depth = values("depth");
    double worst = 0;
    for (std::size_t i = 30; i < 70; ++i) worst = std::max(worst, std::abs(depth[i] / normal - 1));
    fmt::print("slope {}: {:.5f}\n", slope, worst);
    EXPECT_LT(worst, 0.005);
  }
}

}  // namespace undine
