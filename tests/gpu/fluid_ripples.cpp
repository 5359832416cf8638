// Ripples on a flow at rest against their scheme in double precision, and effects of emitters and the pointer on a
// flow.
#include "passes/fluid/fluid_params.h"
#include "tests/support/fluid_runner.h"

namespace undine {

using Kind = fluid::FluidEdge::Kind;

struct FluidRippleKernel : test::FluidTest {
  static constexpr int nx = 37, nz = 24;
  static constexpr double dx = 0.1, dz = 0.13, c = 1.0;

  static fluid::FluidSettings pond(Kind edge, double damping) {
    fluid::FluidSettings s;
    s.cells = {nx, nz};
    s.size = {dx * nx, dz * nz};
    s.viscosity = 0;
    s.waves.speed = c;
    s.waves.damping = damping;
    all(s.edges, {edge, {0, 0}});
    return s;
  }

  // Symplectic Euler; values extend constantly beyond an open boundary.
  struct Ripples {
    Kind edge;
    double damping;
    std::vector<double> height, rate;
    double at(int i, int j) const {
      if (edge == Kind::periodic) i = (i + nx) % nx, j = (j + nz) % nz;
      return height[static_cast<std::size_t>(std::clamp(j, 0, nz - 1) * nx + std::clamp(i, 0, nx - 1))];
    }
    void step(double dt) {
      std::vector<double> next = height;
      for (int j = 0; j < nz; ++j)
        for (int i = 0; i < nx; ++i) {
          const auto k = static_cast<std::size_t>(j * nx + i);
          const double here = height[k];
          const double pull = c * c *
                              ((at(i - 1, j) + at(i + 1, j) - 2 * here) / (dx * dx) +
                               (at(i, j - 1) + at(i, j + 1) - 2 * here) / (dz * dz));
          double loss = damping;
          if (edge == Kind::outflow) loss += ((i == 0) + (i == nx - 1)) * c / dx + ((j == 0) + (j == nz - 1)) * c / dz;
          rate[k] = (rate[k] + dt * pull) / (1 + dt * loss);
          next[k] += dt * rate[k];
        }
      height = next;
    }
  };
};

TEST_F(FluidRippleKernel, FollowsTheSchemeOnStillWater) {
  for (const Kind edge : {Kind::wall, Kind::periodic, Kind::outflow})
    for (const double damping : {0.0, 1.5}) {
      SCOPED_TRACE(fmt::format("edges {}, damping {}", int(edge), damping));
      make(pond(edge, damping));
      solver->disturb({.point = {-1.1, 0, 0.7}, .radius = 0.5, .strength = 1});
      advance(1e-7, 1);
      const std::vector<float> begun = field("height");
      Ripples want{edge, damping, {begun.begin(), begun.end()}, std::vector<double>(begun.size(), 0.0)};
      const double dt = 0.05, most = test::largest(begun);
      EXPECT_GT(most, 0.01);
      const int sub_steps = static_cast<int>(std::ceil(dt * c * std::sqrt(1 / (dx * dx) + 1 / (dz * dz)) / 0.9));
      advance(dt, 30);
      for (int k = 0; k < 30 * sub_steps; ++k) want.step(dt / sub_steps);
      const std::vector<float> got = field("height");
      double worst = 0;
      for (std::size_t i = 0; i < got.size(); ++i) worst = std::max(worst, std::abs(got[i] - want.height[i]));
      EXPECT_LT(worst, 1e-4 * most);
      EXPECT_GT(test::largest(got), 0.01 * most);
    }
}

// A projection removes gradients, which have no curl: the curl of the input remains.
struct FluidPush : test::FluidTest {
  static constexpr int n = 40;
  static constexpr double h = 0.1;
  // Mean over the four corners of a cell of dw/dx - du/dz of velocities `v` times the profile of a push.
  static double curl(int i, int j, glm::dvec2 middle, double radius, glm::dvec2 v) {
    const auto profile = [&](double x, double z) {
      const glm::dvec2 r = glm::dvec2(x, z) * h - middle;
      const double s = glm::dot(r, r) / (radius * radius);
      return s >= 1 ? 0.0 : (1 - s) * (1 - s);
    };
    double sum = 0;
    for (int z = j; z <= j + 1; ++z)
      for (int x = i; x <= i + 1; ++x)
        sum += v.y * (profile(x + 0.5, z) - profile(x - 0.5, z)) - v.x * (profile(x, z + 0.5) - profile(x, z - 0.5));
    return 0.25 * sum / h;
  }
  void compare(glm::dvec2 middle, double radius, glm::dvec2 v) {
    const std::vector<float> got = field("vorticity");
    double worst = 0, most = 0;
    for (int j = 1; j + 1 < n; ++j)
      for (int i = 1; i + 1 < n; ++i) {
        const double want = curl(i, j, middle, radius, v);
        worst = std::max(worst, std::abs(got[static_cast<std::size_t>(j * n + i)] - want));
        most = std::max(most, std::abs(want));
      }
    EXPECT_GT(most, 0.5);
    EXPECT_LT(worst, 2e-3 * most);
  }
  static fluid::FluidSettings tank() {
    fluid::FluidSettings s;
    s.cells = {n, n};
    s.size = {n * h, n * h};
    s.viscosity = 0;
    all(s.edges, {Kind::slip, {0, 0}});
    return s;
  }
};

TEST_F(FluidPush, PointerAddsTheCurlOfItsProfile) {
  make(tank());
  solver->disturb({.point = {0.37, 0, -0.21}, .motion = {0.1, 0, 0.06}, .radius = 0.8, .strength = 0.9});
  advance(1e-4, 1);
  compare({2.37, 1.79}, 0.8, 8 * 0.9 * glm::dvec2(0.1, 0.06));
}

TEST_F(FluidPush, EmitterApproachesItsVelocity) {
  fluid::FluidSettings s = tank();
  s.emitters = {{.center = {-0.33, 0.12}, .velocity = {1.5, -0.8}, .radius = 0.7, .push = 2000}};
  make(s);
  advance(5e-4, 1);
  compare({1.67, 2.12}, 0.7, (1 - std::exp(-1.0)) * glm::dvec2(1.5, -0.8));
}

TEST_F(FluidPush, CoveredCellsMoveWithTheObstacle) {
  fluid::FluidSettings s = tank();
  fluid::FluidObstacle disc;
  disc.center = {0.1, -0.2};
  disc.radius = 0.8;
  disc.velocity = {0.3, 0.1};
  disc.spin = 120;
  s.obstacles = {disc};
  make(s);
  advance(1e-3, 1);
  const std::vector<float> v = field("velocity");
  const double spin = 120 * std::acos(-1.0) / 180;
  int count = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const glm::dvec2 r = (glm::dvec2(i, j) + 0.5) * h - glm::dvec2(2.1, 1.8);
      if (glm::length(r) > 0.55) continue;
      const auto k = static_cast<std::size_t>(2 * (j * n + i));
      EXPECT_NEAR(v[k], 0.3 - spin * r.y, 0.01);
      EXPECT_NEAR(v[k + 1], 0.1 + spin * r.x, 0.01);
      ++count;
    }
  EXPECT_GT(count, 50);
}

TEST_F(FluidPush, DyeFadesAtItsRate) {
  for (const bool conservative : {false, true}) {
    fluid::FluidSettings s = tank();
    s.dye.conservative = conservative;
    s.dye.decay = 0.5;
    fluid::FluidShape start{.kind = fluid::FluidShape::Kind::npy};
    start.dye = planes("dye.npy", n, n, 1, std::vector<float>(n * n, 1.0f));
    s.initial = {start};
    make(s);
    advance(0.1, 10);
    const std::vector<float> dye = field("dye");
    for (std::size_t i = 0; i < dye.size(); i += 3) EXPECT_NEAR(dye[i], std::exp(-0.5), 1e-4);
  }
}

// Heun's method with slopes limited by monotonized central differences, in a uniform stream, with sub-steps of at
// most half a cell of travel.
struct FluidFlux : test::FluidTest {
  static constexpr int n = 40;
  static void carry(std::vector<double>& q, double share) {
    const auto change = [&](const std::vector<double>& from) {
      const auto limited = [](double a, double b) {
        return a * b <= 0 ? 0.0 : std::copysign(std::min({2 * std::abs(a), 2 * std::abs(b), std::abs(a + b) / 2}), a);
      };
      const auto at = [&](int i) { return from[static_cast<std::size_t>((i + n) % n)]; };
      std::vector<double> out;
      for (int i = 0; i < n; ++i) {
        const auto leaving = [&](int k) { return share * (at(k) + limited(at(k) - at(k - 1), at(k + 1) - at(k)) / 2); };
        out.push_back(leaving(i - 1) - leaving(i));
      }
      return out;
    };
    std::vector<double> first = q, d = change(q);
    for (std::size_t i = 0; i < n; ++i) first[i] += d[i];
    d = change(first);
    for (std::size_t i = 0; i < n; ++i) q[i] = 0.5 * (q[i] + first[i] + d[i]);
  }
};

TEST_F(FluidFlux, ConservedDyeGoesByItsLimitedSlopes) {
  fluid::FluidSettings s;
  s.cells = {n, n};
  s.size = {0.1 * n, 0.1 * n};
  s.viscosity = 0;
  all(s.edges, {Kind::periodic, {0, 0}});
  s.dye.conservative = true;
  s.dye.decay = 0;
  fluid::FluidShape start{.kind = fluid::FluidShape::Kind::npy};
  std::vector<float> velocity, dye;
  for (int k = 0; k < n * n; ++k) {
    velocity.insert(velocity.end(), {1.0f, 0.0f});
    const int i = k % n;
    dye.push_back(static_cast<float>(0.3 + 0.2 * std::sin(0.4 * i) + (i > 8 && i < 15 ? 0.5 : 0.0)));
  }
  start.velocity = planes("v.npy", n, n, 2, velocity);
  start.dye = planes("dye.npy", n, n, 1, dye);
  s.initial = {start};
  for (const double share : {0.2, 0.4, 0.9}) {
    SCOPED_TRACE(share);
    make(s);
    std::vector<double> want(dye.begin(), dye.begin() + n);
    const int sub_steps = static_cast<int>(std::ceil(2 * share));
    for (int k = 0; k < 12 * sub_steps; ++k) carry(want, share / sub_steps);
    advance(share * 0.1, 12);
    const std::vector<float> got = field("dye");
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(got[3 * (7 * n + i)], want[i], 2e-4) << i;
  }
}

}  // namespace undine
