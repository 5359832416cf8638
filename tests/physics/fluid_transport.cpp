// Transport by the flow solver: accuracy, conservation, walls; stability; residual of the projection.
#include <numbers>

#include "engine/scene/scene.h"
#include "passes/fluid/fluid_initial.h"
#include "passes/fluid/fluid_kernels.h"
#include "passes/grid/random.h"
#include "tests/support/fluid_runner.h"

namespace undine {

struct FluidTransport : test::FluidTest {
  using Kind = fluid::FluidEdge::Kind;
  static double sum(const std::vector<float>& v) {
    double s = 0;
    for (float x : v) s += static_cast<double>(x);
    return s;
  }
  static double norm(const std::vector<float>& v) {
    double s = 0;
    for (float x : v) s += static_cast<double>(x) * static_cast<double>(x);
    return std::sqrt(s);
  }

  struct Errors {
    double mean, most;
  };
  // Time-reversed advection in psi = -1.5 sin(2 pi t / 5) sin(pi x) sin(pi z) / pi, as in
  // basilisk_advection_reversed_vortex; the step length contains the time factor.
  Errors reversed_vortex(std::uint32_t n) {
    const double pi = std::numbers::pi;
    fluid::FluidSettings s;
    s.cells = {n, n};
    s.size = {1, 1};
    const std::string name = fmt::format("vortex{}", n);
    fluid::FluidKernels kernels(state, s, name);
    std::vector<float> u((n + 1) * n), w(n * (n + 1));
    auto psi = [&](std::uint32_t i, std::uint32_t j) {
      return -1.5 * std::sin(pi * i / n) * std::sin(pi * j / n) / pi;
    };
    for (std::uint32_t j = 0; j <= n; ++j)
      for (std::uint32_t i = 0; i <= n; ++i) {
        if (j < n) u[j * (n + 1) + i] = static_cast<float>(-(psi(i, j + 1) - psi(i, j)) * n);
        if (i < n) w[j * n + i] = static_cast<float>((psi(i + 1, j) - psi(i, j)) * n);
      }
    std::vector<glm::vec4> start(n * n);
    for (std::uint32_t i = 0; i < n * n; ++i) {
      const double x = (i % n + 0.5) / n - 0.5 + 0.2, z = (i / n + 0.5) / n - 0.5 + 0.236338;
      start[i] = glm::vec4(static_cast<float>(std::exp(-100 * (x * x + z * z))));
    }
    fluid::FluidPair flow{state.buffer(name + "/flow_u", kernels.plane(fluid::FluidPlane::u)),
                          state.buffer(name + "/flow_w", kernels.plane(fluid::FluidPlane::w))};
    graph::History dye(state, name + "/carried", kernels.dye_plane(), 2);
    {
      graph::Graph g(state);
      g.upload("fill u", flow.u, u);
      g.upload("fill w", flow.w, w);
      g.upload("fill dye", dye[0], start);
      int count = 0;
      kernels.open(g, fluid::fluid_obstacles_at(s, 0, count), count, {});
      run(g);
    }
    const int steps = static_cast<int>(std::lround(5 * 1.5 * n / 0.8));
    for (int k = 0; k < steps;) {
      graph::Graph g(state);
      for (int batch = 0; batch < 32 && k < steps; ++batch, ++k) {
        // Exact mean of sin over the step.
        const double a = 2 * pi * k / steps, b = 2 * pi * (k + 1) / steps, dt = 5.0 / steps;
        kernels.carry_dye(g, flow, dye[0], dye[+1], kernels.params(dt * (std::cos(a) - std::cos(b)) / (b - a)));
        dye.step();
      }
      run(g);
    }
    const auto end = read<glm::vec4>(dye[0]);
    Errors e{0, 0};
    for (std::size_t i = 0; i < end.size(); ++i) {
      const double d = std::abs(static_cast<double>(end[i].x - start[i].x));
      e.mean += d / static_cast<double>(end.size());
      e.most = std::max(e.most, d);
    }
    return e;
  }

  void storm(int steps);
  fluid::FluidSettings stirred(glm::uvec2 cells, Kind edge) {
    fluid::FluidSettings s;
    s.cells = cells;
    s.size = {0.1 * cells.x, 0.1 * cells.y};
    all(s.edges, {edge, {0, 0}});
    s.initial = {{.kind = fluid::FluidShape::Kind::noise, .speed = 1, .wavelength = 1.5},
                 {.kind = fluid::FluidShape::Kind::dye, .center = {0.6, 0.4}, .radius = 1.1, .amount = {1, 0.3, 2}}};
    return s;
  }
};

TEST_F(FluidTransport, AReversedVortexBringsTheBumpBack) {
  const Errors coarse = reversed_vortex(128), fine = reversed_vortex(256);
  EXPECT_LT(fine.most, 0.05);
  EXPECT_GE(std::log2(coarse.mean / fine.mean), 1.8);
}

TEST_F(FluidTransport, ConservativeDyeKeepsItsSum) {
  for (Kind edge : {Kind::wall, Kind::periodic}) {
    fluid::FluidSettings s = stirred({61, 48}, edge);
    s.dye.conservative = true;
    s.diffusion = 0.01;
    s.obstacles = {
        {.kind = fluid::FluidObstacle::Kind::capsule, .center = {0.3, 0.2}, .radius = 0.25, .length = 1.2, .spin = 60},
        {.kind = fluid::FluidObstacle::Kind::disc,
         .center = {-1.5, 0},
         .amplitude = {0.4, 0.5},
         .radius = 0.4,
         .period = 3}};
    make(s);
    const double before = sum(field("dye"));
    EXPECT_GT(before, 100);
    advance(0.08, 300);
    const std::vector<float> dye = field("dye");
    EXPECT_NEAR(sum(dye) / before, 1, 1e-5);
    for (float d : dye) ASSERT_GE(d, -1e-3f);
  }
}

TEST_F(FluidTransport, DyeDoesNotLeakThroughObstacles) {
  for (bool moving : {false, true})
    for (bool conservative : {false, true}) {
      SCOPED_TRACE(fmt::format("moving {}, conservative {}", moving, conservative));
      fluid::FluidSettings s;
      s.cells = {80, 32};
      s.size = {8, 3.2};
      // Plate across the channel, dye to its left, flow against it.
      fluid::FluidObstacle plate{.kind = fluid::FluidObstacle::Kind::box, .center = {0, 0}, .size = {0.25, 4}};
      if (moving) plate.amplitude = {1.5, 0}, plate.period = 8;
      s.obstacles = {plate};
      s.edges.west = s.edges.east = {moving ? Kind::outflow : Kind::wall, {0, 0}};
      s.initial = {{.kind = fluid::FluidShape::Kind::noise, .speed = 1.5, .wavelength = 1.5},
                   {.kind = fluid::FluidShape::Kind::dye, .center = {-2, 0}, .radius = 1.4, .amount = {1, 0, 0}}};
      s.dye.conservative = conservative;
      make(s);
      advance(0.1, 80);
      const std::vector<float> dye = field("dye");
      double leaked = 0, left = 0;
      for (std::size_t i = 0; i < dye.size(); i += 3)
        (i / 3 % 80 >= 42 ? leaked : left) += std::abs(static_cast<double>(dye[i]));
      EXPECT_GT(left, 20);
      EXPECT_LT(leaked, 1e-5 * left);
    }
}

TEST_F(FluidTransport, TenTimesTheCourantNumberIsStable) {
  for (auto advection : {fluid::FluidSettings::Advection::semi_lagrangian, fluid::FluidSettings::Advection::maccormack})
    for (Kind edge : {Kind::wall, Kind::periodic}) {
      SCOPED_TRACE(fmt::format("scheme {}, edge {}", int(advection), int(edge)));
      fluid::FluidSettings s = stirred({64, 64}, edge);
      s.viscosity = 0;
      s.advection = advection;
      make(s);
      const double before = stats().energy;
      const double fastest = test::largest(field("velocity"));
      advance(10 * 0.1 / fastest, 300);
      const double after = stats().energy;
      EXPECT_TRUE(std::isfinite(after));
      EXPECT_LT(after, 1.02 * before);
      EXPECT_LT(test::largest(field("velocity")), 1.5 * fastest);
    }
}

// Moving disc, oblique box, inflow and outflow.
struct FluidProjection : FluidTransport {
  fluid::FluidSettings channel(glm::uvec2 cells, const poisson::PoissonSettings& pressure) {
    fluid::FluidSettings s = stirred(cells, Kind::wall);
    s.size = {5, 4.1};
    s.advection = fluid::FluidSettings::Advection::semi_lagrangian;
    s.edges.east = {Kind::outflow, {0, 0}};
    s.edges.west = {Kind::inflow, {1, 0}};
    s.obstacles = {
        {.kind = fluid::FluidObstacle::Kind::disc, .center = {0.2, 0.1}, .velocity = {0.5, 0.3}, .radius = 0.62},
        {.kind = fluid::FluidObstacle::Kind::box, .center = {-1.5, -1}, .size = {0.5, 0.7}, .angle = 33}};
    s.pressure = pressure;
    return s;
  }
};

TEST_F(FluidProjection, LeavesWhatTheToleranceSays) {
  struct Case {
    poisson::PoissonSettings pressure;
    glm::uvec2 cells{50, 41};
  };
  // Jacobi takes some 400 sweeps per digit at 16 cells across, ten times as many at 50.
  for (Case c : {Case{{.solver = poisson::PoissonMethod::jacobi, .iterations = 6000}, {16, 13}},
                 Case{{.solver = poisson::PoissonMethod::red_black, .iterations = 600, .omega = 1.95}},
                 Case{{.solver = poisson::PoissonMethod::multigrid}},
                 Case{{.solver = poisson::PoissonMethod::conjugate_gradient}}})
    for (double tolerance : {1e-2, 1e-4}) {
      SCOPED_TRACE(fmt::format("method {}, tolerance {}", int(c.pressure.solver), tolerance));
      c.pressure.tolerance = tolerance;
      make(channel(c.cells, c.pressure));
      const double before = norm(field("divergence"));  // faces of the inflow and the obstacles are not set yet
      advance(0.02, 1);
      EXPECT_GT(before, 1);
      const Stats now = stats();
      EXPECT_LE(now.residual, tolerance);
      EXPECT_TRUE(now.converged.value_or(false));
      EXPECT_LT(now.iterations, c.pressure.most());
      // The right-hand side uses the advected velocity with boundary faces set: at most a few times the first
      // divergence.
      EXPECT_LT(norm(field("divergence")), 5 * tolerance * before);
    }
}

// One cycle per step, each from the last solution, converges like cycles to the tolerance.
TEST_F(FluidProjection, CarriesOnWithWhatIsLeft) {
  auto after = [&](std::uint32_t iterations, int steps) {
    fluid::FluidSettings s = channel({90, 81}, {.iterations = iterations, .tolerance = 1e-4});
    s.advection = fluid::FluidSettings::Advection::maccormack;
    s.obstacles.front().velocity = {0, 0};
    make(s);
    advance(0.02, steps);
    return field("velocity");
  };
  auto apart = [](std::vector<float> a, const std::vector<float>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
    return norm(a) / norm(b);
  };
  const double first = apart(after(1, 1), after(20, 1)), later = apart(after(1, 30), after(20, 30));
  EXPECT_GT(first, 0.01);
  EXPECT_LT(later, 0.1 * first);
  after(1, 1);
  const double residual = *stats().residual;
  after(1, 30);
  EXPECT_LT(*stats().residual, 0.05 * residual);  // 0.16 where each step starts from zero
}

// Default number of cycles for a tolerance; explicit numbers stay.
TEST_F(FluidProjection, UsualCyclesFollowTheTolerance) {
  using poisson::PoissonMethod;
  EXPECT_EQ(poisson::PoissonSettings{}.usual(), 4u);
  EXPECT_EQ(poisson::PoissonSettings{.tolerance = 1e-6}.usual(), 8u);
  EXPECT_EQ(poisson::PoissonSettings{.tolerance = 1}.usual(), 1u);
  EXPECT_EQ(poisson::PoissonSettings{.tolerance = 1e-30}.usual(), 20u);
  EXPECT_EQ((poisson::PoissonSettings{.iterations = 7, .tolerance = 1e-6}.usual()), 7u);
  EXPECT_EQ((poisson::PoissonSettings{.solver = PoissonMethod::jacobi}.usual()), 400u);
  EXPECT_EQ(poisson::PoissonSettings{.tolerance = 0}.usual(), 20u);
}

TEST_F(FluidProjection, SaysWhatItCannotReach) {
  poisson::PoissonSettings sweeps{.solver = poisson::PoissonMethod::jacobi, .iterations = 30, .tolerance = 1e-4};
  make(channel({50, 41}, sweeps));
  advance(0.02, 1);
  Stats now = stats();
  EXPECT_EQ(now.iterations, 30);
  EXPECT_GT(now.residual, 0.1);
  EXPECT_EQ(now.converged, std::optional(false));
  sweeps.tolerance = 0;  // without a request
  make(channel({50, 41}, sweeps));
  advance(0.02, 1);
  now = stats();
  EXPECT_EQ(now.iterations, 30);
  EXPECT_GT(now.residual, 0.1);
  EXPECT_FALSE(now.converged.has_value());
}

// Random gusts and forces, moving obstacles, steps of many cells.
void FluidTransport::storm(int steps) {
  fluid::FluidSettings s = stirred({40, 31}, Kind::wall);
  s.edges.west = {Kind::inflow, {0.5, 0}};
  s.edges.east = {Kind::outflow, {0, 0}};
  s.viscosity = 1e-4;
  s.vorticity = 0.5;
  s.dye.conservative = true;
  s.waves.speed = 1;
  s.obstacles = {
      {.kind = fluid::FluidObstacle::Kind::capsule, .center = {0.3, 0.2}, .radius = 0.2, .length = 1, .spin = 200},
      {.kind = fluid::FluidObstacle::Kind::disc,
       .center = {-1, 0},
       .amplitude = {0.4, 0.5},
       .radius = 0.3,
       .period = 2}};
  for (int k = 0; k < 6; ++k)
    s.emitters.push_back({.center = {0.6 * k - 1.5, k % 2 ? 0.9 : -0.9},
                          .radius = 0.4,
                          .push = 30,
                          .dye = {1, 0.2, 0},
                          .period = 0.11 + 0.03 * k,
                          .noise = 4,
                          .drops = 3});
  make(s);
  double fastest = 0;
  for (int done = 0; done < steps; done += 100) {
    for (int k = 0; k < 5; ++k) {
      auto random = [&](int i) {
        return grid::uniform_random(9, static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(4 * k + i)) - 0.5;
      };
      solver->disturb({.point = {4 * random(0), 0, 3 * random(1)},
                       .motion = {random(2), 0, random(3)},
                       .radius = 0.3,
                       .strength = 2});
    }
    advance(0.1, 100);
    const Stats now = stats();
    ASSERT_TRUE(std::isfinite(now.energy)) << "step " << done;
    ASSERT_LT(now.energy, 1e3) << "step " << done;
    fastest = std::max(fastest, now.energy);
  }
  EXPECT_GT(fastest, 1);
  for (const char* name : {"velocity", "dye", "pressure", "height"})
    for (float v : field(name)) ASSERT_TRUE(std::isfinite(v)) << name;
}

TEST_F(FluidTransport, AStormLeavesNumbers) { storm(400); }

// Run manually with --gtest_also_run_disabled_tests: takes minutes.
TEST_F(FluidTransport, AStormOfAHundredThousandSteps) { storm(100000); }

// Block that fills half of the depth and moves by a cell: in a closed box the same volume flows back past and under
// it.
TEST_F(FluidTransport, FloatingBodiesPushTheFluid) {
  constexpr std::uint32_t nx = 40, nz = 30, first = 10, last = 20;
  const Scene scene = parse_scene(
      R"({"version": 1, "water": [{"name": "a", "solver": "fluid"}], "bodies": [{"name": "b", "shape": "box"}]})", "t");
  fluid::FluidSettings s;
  s.cells = {nx, nz};
  s.size = {4, 3};
  s.depth = 0.5;
  s.viscosity = 0;
  s.pressure.tolerance = 1e-5;
  SceneContext context;
  context.scene = &scene;
  make(s, context);
  const Ports ports = solver->ports();
  const auto displaceable = ports.hulls ? std::optional(ports.hulls()) : std::nullopt;
  ASSERT_TRUE(displaceable);
  EXPECT_GT(displaceable->area, 0);
  const float quantum = 1e-4f;
  std::vector<std::int32_t> now(nx * nz + 4, 0), before = now;
  for (std::uint32_t j = first; j < last; ++j)
    for (std::uint32_t i = 12; i < 22; ++i) before[j * nx + i] = now[j * nx + i + 1] = 2500;
  const Displacement d{state.buffer("now", {.bytes = 4 * now.size()}),
                       state.buffer("before", {.bytes = 4 * now.size()}), quantum, quantum};
  {
    graph::Graph g(state);
    g.upload("now", d.now, now);
    g.upload("before", d.before, before);
    displaceable->displace(g, d);
    run(g);
  }
  const double dt = 0.05, speed = 0.1 / dt;
  advance(dt, 1);
  const std::vector<float> v = field("velocity");
  double flux = 0, in_front = v[2 * (15 * nx + 25)];
  for (std::uint32_t j = 0; j < nz; ++j)
    flux += 0.1 * (j >= first && j < last ? 0.5 : 1.0) * static_cast<double>(v[2 * (j * nx + 17)]);
  EXPECT_NEAR(flux, -0.5 * (last - first) * 0.1 * speed, 0.01);
  EXPECT_GT(in_front, 0.1);
  EXPECT_LT(test::largest(field("divergence")), 0.02);
}

TEST_F(FluidTransport, ThePointerPushesAndDyes) {
  fluid::FluidSettings s;
  s.cells = {40, 30};
  s.size = {4, 3};
  make(s);
  solver->disturb({.point = {0.5, 0, -0.3}, .motion = {0.2, 0, 0}, .radius = 0.4, .strength = 1});
  advance(0.02, 1);
  const std::vector<float> v = field("velocity"), dye = field("dye");
  const std::size_t at = 12 * 40 + 25;
  EXPECT_GT(v[2 * at], 0.3f);
  EXPECT_GT(dye[3 * at], 0.5f);
  EXPECT_EQ(dye[3 * (at + 10)], 0.0f);
}

}  // namespace undine
