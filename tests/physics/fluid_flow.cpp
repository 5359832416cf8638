// Flow solver against published and closed-form flows (tests/data/ghia1982_*.csv, cavity_*.csv, taylor_green_*.csv).
#include <numbers>

#include "engine/scene/scene.h"
#include "tests/support/fluid_runner.h"

namespace undine {

struct FluidFlow : test::FluidTest {
  using Kind = fluid::FluidEdge::Kind;
  static fluid::FluidSettings square(std::uint32_t n, Kind edge) {
    fluid::FluidSettings s;
    s.cells = {n, n};
    s.size = {1, 1};
    all(s.edges, {edge, {0, 0}});
    return s;
  }

  // Centerline values at cell centers, with the wall's values at both ends.
  struct Profile {
    std::vector<double> at, value;
    double operator()(double x) const {
      std::size_t i = 0;
      while (i + 2 < at.size() && at[i + 1] < x) ++i;
      const double t = (x - at[i]) / (at[i + 1] - at[i]);
      return value[i] * (1 - t) + value[i + 1] * t;
    }
  };
  Profile centreline(bool u, double last) {
    const std::vector<float> v = field("velocity");
    const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(v.size() / 2))));
    Profile p{{0}, {0}};
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t a = u ? k * n + n / 2 - 1 : (n / 2 - 1) * n + k, b = a + (u ? 1 : n);
      p.at.push_back((static_cast<double>(k) + 0.5) / static_cast<double>(n));
      p.value.push_back(0.5 * (static_cast<double>(v[2 * a + !u]) + static_cast<double>(v[2 * b + !u])));
    }
    p.at.push_back(1);
    p.value.push_back(last);
    return p;
  }
  double strouhal(std::uint32_t across, double dt, double regular, double seconds);
  // Velocities at centers, with twice as many cells along each axis.
  std::filesystem::path finer(const std::string& name, std::uint32_t n, const std::vector<float>& v) {
    std::vector<float> out(std::size_t{8} * n * n);
    auto at = [&](std::uint32_t i, std::uint32_t j, std::size_t k) {
      return v[2 * (std::min(j, n - 1) * n + std::min(i, n - 1)) + k];
    };
    for (std::uint32_t j = 0; j < 2 * n; ++j)
      for (std::uint32_t i = 0; i < 2 * n; ++i)
        for (std::size_t k = 0; k < 2; ++k) {
          const std::uint32_t a = i / 2, b = j / 2, c = i % 2 ? a + 1 : a > 0 ? a - 1 : 0;
          const std::uint32_t d = j % 2 ? b + 1 : b > 0 ? b - 1 : 0;
          out[2 * (j * 2 * n + i) + k] = (9 * at(a, b, k) + 3 * at(c, b, k) + 3 * at(a, d, k) + at(c, d, k)) / 16;
        }
    return planes(name, 2 * n, 2 * n, 2, out);
  }
  // Runs to steady state at 32 cells, then for a share of that time at 64 and at 128.
  void cavity(double reynolds, double seconds, double at_64, double at_128) {
    fluid::FluidShape start{.kind = fluid::FluidShape::Kind::npy};
    for (std::uint32_t n : {32u, 64u, 128u}) {
      fluid::FluidSettings s = square(n, Kind::wall);
      s.viscosity = 1 / reynolds;
      s.edges.south = {Kind::lid, {1, 0}};
      if (n > 32) s.initial = {start};
      make(s);
      advance(1.0 / n, static_cast<int>((n == 32 ? seconds : n == 64 ? at_64 : at_128) * n));
      if (n < 128) start.velocity = finer(fmt::format("v{}.npy", n), n, field("velocity"));
    }
  }
};

struct FluidEnergy : FluidFlow {
  // Kinetic energy per area of the square, from velocities at cell centers.
  double kinetic() {
    double sum = 0;
    const std::vector<float> v = field("velocity");
    for (float x : v) sum += static_cast<double>(x) * static_cast<double>(x);
    return sum / static_cast<double>(v.size());
  }
  // tests/data/cavity_re1000.json with n x n cells, Courant number 1, compared with a column of
  // cavity_re1000_energy.csv.
  void cavity_energy(std::uint32_t n, std::size_t column, double last, double tolerance) {
    const Scene scene = load_scene(std::string(UNDINE_TESTS_DIR) + "/data/cavity_re1000.json",
                                   {{"water.0.cells", fmt::format("[{0}, {0}]", n)}});
    make(*scene.water.front().settings);
    double time = 0;
    for (const auto& row : test::numbers_of("cavity_re1000_energy.csv")) {
      if (row[0] > last) break;
      advance(1.0 / n, static_cast<int>(std::lround((row[0] - time) * n)));
      time = row[0];
      const double ratio = kinetic() / row[column];
      EXPECT_NEAR(ratio, 1, tolerance) << n << " cells, t = " << time;
      RecordProperty(fmt::format("ratio_{}_{}", n, time), std::to_string(ratio));
    }
  }
};

TEST_F(FluidEnergy, CavityFollowsBasilisk) { cavity_energy(64, 1, 20, 0.04); }
TEST_F(FluidEnergy, FineCavityFollowsAFinerReference) { cavity_energy(128, 2, 5, 0.025); }

// Without viscosity energy must not grow, and eddies eight cells across lose little.
TEST_F(FluidEnergy, IsConservedByInviscidEddies) {
  for (Kind edge : {Kind::periodic, Kind::slip, Kind::wall}) {
    SCOPED_TRACE(fmt::format("edge {}", int(edge)));
    fluid::FluidSettings s = square(32, edge);
    s.viscosity = 0;
    s.initial = {edge == Kind::wall
                     ? fluid::FluidShape{.kind = fluid::FluidShape::Kind::noise, .speed = 1, .wavelength = 0.5}
                     : fluid::FluidShape{.kind = fluid::FluidShape::Kind::taylor_green, .speed = 1, .mode = {2, 2}}};
    make(s);
    advance(1.0 / 32, 1);
    const double first = kinetic();
    double before = first;
    for (int second = 1; second <= 4; ++second) {
      advance(1.0 / 32, 32);
      const double now = kinetic();
      EXPECT_LT(now, 1.001 * before) << "t = " << second;
      before = now;
    }
    EXPECT_GT(before, (edge == Kind::wall ? 0.7 : edge == Kind::slip ? 0.85 : 0.97) * first);
    RecordProperty(fmt::format("kept_{}", int(edge)), std::to_string(before / first));
  }
}

TEST_F(FluidFlow, TaylorGreenVorticesDecay) {
  int tested = 0;
  for (double nu : {0.001, 0.01}) {
    fluid::FluidSettings s = square(128, Kind::periodic);
    s.viscosity = nu;
    s.initial = {{.kind = fluid::FluidShape::Kind::taylor_green, .speed = 1}};
    make(s);
    double time = 0;
    for (const auto& row : test::numbers_of("taylor_green_decay_analytic.csv")) {
      if (std::abs(row[0] - nu) > 1e-9 || row[1] > 0.5) continue;
      advance(1.0 / 128, static_cast<int>(std::lround((row[1] - time) * 128)));
      time = std::round(row[1] * 128) / 128;
      const double decay = std::exp(-2 * nu * 4 * std::numbers::pi * std::numbers::pi * (time - row[1]) * 2);
      const Stats now = stats();
      EXPECT_NEAR(now.energy / (row[3] * decay), 1, 0.01) << "nu " << nu << ", t " << row[1];
      EXPECT_NEAR(test::largest(field("velocity")) / (row[4] * std::sqrt(decay)), 1, 0.01)
          << "nu " << nu << ", t " << row[1];
      ++tested;
    }
  }
  EXPECT_EQ(tested, 8);
}

TEST_F(FluidFlow, TheCavityAtReynolds100) {
  cavity(100, 12, 3, 1);
  const Profile u = centreline(true, 1), v = centreline(false, 0);
  int tested = 0;
  for (const auto& row : test::numbers_of("ghia1982_u_vertical_centreline.csv")) {
    EXPECT_NEAR(u(row[0]), row[1], 0.015) << "u at " << row[0];
    ++tested;
  }
  for (const auto& row : test::numbers_of("ghia1982_v_horizontal_centreline.csv"))
    EXPECT_NEAR(v(row[0]), row[1], 0.015) << "v at " << row[0];
  EXPECT_GE(tested, 16);
}

TEST_F(FluidFlow, TheCavityAtReynolds400) {
  cavity(400, 40, 10, 2);
  const Profile u = centreline(true, 1), v = centreline(false, 0);
  int tested = 0;
  for (const auto& row : test::numbers_of("ghia1982_re400.csv")) {
    EXPECT_NEAR(u(row[0]), row[1], 0.02) << "u at " << row[0];
    EXPECT_NEAR(v(row[2]), row[3], 0.02) << "v at " << row[2];
    ++tested;
  }
  EXPECT_EQ(tested, 17);
}

TEST_F(FluidFlow, TheCavityAtReynolds1000) {
  cavity(1000, 80, 40, 20);
  const Profile u = centreline(true, 1), v = centreline(false, 0);
  std::ifstream in(std::string(UNDINE_TESTS_DIR) + "/data/cavity_re1000_high_accuracy_profiles.csv");
  int tested = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("u_at") && !line.starts_with("v_at")) continue;
    const std::size_t a = line.find(','), b = line.find(',', a + 1);
    const double at = std::stod(line.substr(a + 1)), value = std::stod(line.substr(b + 1));
    EXPECT_NEAR(line[0] == 'u' ? u(at) : v(at), value, 0.01) << line;
    ++tested;
  }
  EXPECT_GE(tested, 40);
}

// Couette flow between a wall at any position in a cell and a lid: a linear velocity profile.
TEST_F(FluidFlow, CutWallsHoldTheFlowWhereTheyAre) {
  for (double wall : {0.21, 0.25, 0.2625, 0.31, 0.349})
    for (double moves : {0.0, 0.4}) {
      SCOPED_TRACE(fmt::format("wall at {}, moving at {}", wall, moves));
      fluid::FluidSettings s;
      s.cells = {12, 20};
      s.size = {0.6, 1};
      s.viscosity = 10;
      s.edges = {{Kind::periodic}, {Kind::periodic}, {Kind::wall}, {Kind::lid, {1, 0}}};
      s.obstacles = {
          {.kind = fluid::FluidObstacle::Kind::box, .center = {0, wall - 1}, .size = {4, 1}, .velocity = {moves, 0}}};
      make(s);
      advance(0.1, 3);
      const std::vector<float> v = field("velocity");
      for (std::size_t j = 0; j < 20; ++j) {
        const double z = (static_cast<double>(j) + 0.5) / 20;
        if (z > wall) {
          EXPECT_NEAR(v[2 * (12 * j + 3)], moves + (1 - moves) * (z - wall) / (1 - wall), 2e-3) << "row " << j;
        }
      }
    }
}

// Diameter and speed 1, blockage 1 / 21, `across` cells per diameter. Counting starts when the vortex street is
// regular.
double FluidFlow::strouhal(std::uint32_t across, double dt, double regular, double seconds) {
  fluid::FluidSettings s;
  s.cells = {18 * across, 21 * across};
  s.size = {18, 21};
  s.viscosity = 0.01;
  s.edges = {{Kind::inflow, {1, 0}}, {Kind::outflow}, {Kind::slip}, {Kind::slip}};
  s.initial = {{.kind = fluid::FluidShape::Kind::flow, .flow = {1, 0}},
               {.kind = fluid::FluidShape::Kind::vortex, .center = {-1.5, 0.8}, .radius = 1, .speed = 1.2}};
  s.obstacles = {{.kind = fluid::FluidObstacle::Kind::disc, .center = {-3, 0}, .radius = 0.5}};
  make(s);
  advance(dt, static_cast<int>(std::lround(regular / dt)));
  // Zero crossings of the transverse velocity, 2.5 diameters behind the cylinder.
  const std::size_t nx = s.cells.x, at = nx * (s.cells.y / 2) + nx * 17 / 36;
  std::vector<double> crossings;
  double before = 0, most = 0;
  for (int k = 0; k < static_cast<int>(std::lround(seconds / dt)); ++k) {
    advance(dt, 1);
    const std::vector<float> v = field("velocity");
    const double now = 0.5 * (static_cast<double>(v[2 * at + 1]) + static_cast<double>(v[2 * (at - nx) + 1]));
    most = std::max(most, std::abs(now));
    if (k > 0 && before < 0 && now >= 0) crossings.push_back(dt * (k - now / (now - before)));
    before = now;
  }
  EXPECT_GT(most, 0.3);
  EXPECT_GE(crossings.size(), 3u);
  if (crossings.size() < 2) return 0;
  const double rate = static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front());
  RecordProperty(fmt::format("strouhal_{}", across), std::to_string(rate));
  return rate;
}

TEST_F(FluidFlow, ACylinderShedsVortices) {
  const double rate = strouhal(8, 0.1, 29, 19);
  EXPECT_GT(rate, 0.155);
  EXPECT_LT(rate, 0.175);
}

// Takes minutes: run manually with --gtest_also_run_disabled_tests.
TEST_F(FluidFlow, AFinerCylinderToo) {
  const double fine = strouhal(16, 0.05, 40, 40);
  EXPECT_GT(fine, 0.155);
  EXPECT_LT(fine, 0.175);
}

}  // namespace undine
