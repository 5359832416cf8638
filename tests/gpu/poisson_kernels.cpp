// Every Poisson kernel against the double-precision reference, at odd sizes, with every boundary condition.
#include "tests/support/poisson_runner.h"

namespace undine {

using test::PoissonProblem;

struct PoissonKernels : test::PoissonTest {
  // Runs the same number of sweeps or cycles on both sides.
  void compare(const PoissonProblem& problem, const poisson::PoissonSettings& settings, double tolerance = 2e-5) {
    SCOPED_TRACE(fmt::format("{} x {}, periodic {} {}, open {} {} {} {}, faces {}, shift {}, solver {}",
                             problem.grid.cells.x, problem.grid.cells.y, problem.grid.periodic_x,
                             problem.grid.periodic_z, problem.borders.west, problem.borders.east, problem.borders.north,
                             problem.borders.south, problem.varied(), problem.shift, int(settings.solver)));
    reference::Poisson want = problem.reference();
    for (std::uint32_t i = 0; i < settings.iterations; ++i) {
      if (settings.solver == poisson::PoissonMethod::jacobi) want.jacobi(settings.omega);
      if (settings.solver == poisson::PoissonMethod::red_black) want.red_black(settings.omega);
      if (settings.solver == poisson::PoissonMethod::multigrid)
        want.cycle(settings.cycle == poisson::PoissonCycle::f, static_cast<int>(settings.smoothings));
    }
    const Answer got = solve(problem, settings);
    // Without an open boundary, p has an arbitrary constant.
    const std::vector<double>& open = want.levels[0].volume;
    double offset = 0, cells = 0, worst = 0, scale = 1e-6;
    for (std::size_t i = 0; i < problem.count(); ++i) {
      offset += open[i] * (got.p[i] - want.p()[i]);
      cells += open[i];
    }
    offset = want.singular() && cells > 0 ? offset / cells : 0;
    for (std::size_t i = 0; i < problem.count(); ++i) {
      scale = std::max(scale, std::abs(want.p()[i]));
      worst = std::max(worst, std::abs(want.p()[i] - got.p[i] + open[i] * offset));
    }
    EXPECT_LT(offset, 1e-3 * scale);
    EXPECT_LT(worst, tolerance * scale);
    EXPECT_EQ(got.report.iterations, settings.iterations);
    EXPECT_NEAR(got.report.residual, want.residual(), 1e-4 + 1e-3 * want.residual());
  }
};

const glm::uvec2 poisson_sizes[] = {{1, 1},   {2, 2},   {3, 3},   {1, 7},    {9, 1},    {5, 4},    {16, 16},
                                    {33, 20}, {64, 64}, {27, 65}, {66, 130}, {75, 129}, {127, 40}, {150, 85}};

TEST_F(PoissonKernels, SweepsBetweenWalls) {
  for (glm::uvec2 cells : poisson_sizes) {
    PoissonProblem problem{.grid = {cells, {0.1, 0.13}}};
    problem.random_rhs(3);
    compare(problem, {.solver = poisson::PoissonMethod::jacobi, .iterations = 6, .tolerance = 0});
    compare(problem, {.solver = poisson::PoissonMethod::jacobi, .iterations = 5, .tolerance = 0, .omega = 0.8});
    compare(problem, {.solver = poisson::PoissonMethod::red_black, .iterations = 5, .tolerance = 0});
    compare(problem, {.solver = poisson::PoissonMethod::red_black, .iterations = 5, .tolerance = 0, .omega = 1.7});
    problem.borders = {.west = true, .south = true};
    compare(problem, {.solver = poisson::PoissonMethod::jacobi, .iterations = 6, .tolerance = 0});
  }
}

// Coefficients of faces from 0.1 to 10 and weights of cells from 0.5 to 2, some of 1e6 that hold p at 0. The residual
// is computed here, in double precision.
TEST_F(PoissonKernels, WeightsVaryByCell) {
  for (glm::uvec2 cells : poisson_sizes) {
    SCOPED_TRACE(fmt::format("{} x {}", cells.x, cells.y));
    PoissonProblem problem{.grid = {cells, {0.1, 0.13}}, .shift = 1};
    problem.random_rhs(3);
    problem.open_faces();
    std::mt19937 random(7);
    const auto part = [&] { return static_cast<float>(random()) / 4294967296.0f; };
    const auto coefficient = [&](std::size_t i, std::size_t pitch) {
      return std::pow(10.0f, std::sin(0.1f * static_cast<float>(i % pitch) + 0.07f * static_cast<float>(i / pitch)));
    };
    for (std::size_t i = 0; i < problem.open_x.size(); ++i) problem.open_x[i] *= coefficient(i, cells.x + 1);
    for (std::size_t i = 0; i < problem.open_z.size(); ++i) problem.open_z[i] *= coefficient(i, cells.x);
    for (std::size_t i = 0; i < problem.count(); ++i) {
      const double x = static_cast<double>(i % cells.x) - 0.5 * cells.x, z = static_cast<double>(i / cells.x);
      problem.weights.push_back(std::hypot(x, z) < 0.3 * cells.x ? 1e6f : 0.5f + 1.5f * part());
      if (problem.weights.back() > 2) problem.rhs[i] = 0;
    }
    const Answer got = solve(problem, {.iterations = 20, .tolerance = 0});
    const std::size_t nx = cells.x, nz = cells.y;
    double left = 0, all = 0, largest = 0;
    for (const float v : got.p) largest = std::max(largest, std::abs(static_cast<double>(v)));
    for (std::size_t z = 0; z < nz; ++z)
      for (std::size_t x = 0; x < nx; ++x) {
        const auto p = [&](std::size_t i, std::size_t k) { return static_cast<double>(got.p[k * nx + i]); };
        const double here = p(x, z), w = problem.open_x[z * (nx + 1) + x], e = problem.open_x[z * (nx + 1) + x + 1],
                     n = problem.open_z[z * nx + x], s = problem.open_z[(z + 1) * nx + x];
        double flux = 0;
        if (x > 0) flux += w / (0.1 * 0.1) * (p(x - 1, z) - here);
        if (x + 1 < nx) flux += e / (0.1 * 0.1) * (p(x + 1, z) - here);
        if (z > 0) flux += n / (0.13 * 0.13) * (p(x, z - 1) - here);
        if (z + 1 < nz) flux += s / (0.13 * 0.13) * (p(x, z + 1) - here);
        const double f = problem.rhs[z * nx + x], weight = problem.weights[z * nx + x], r = f + flux - weight * here;
        left += weight > 2 ? 0 : r * r;
        if (weight > 2) {
          EXPECT_LT(std::abs(here), 2e-3 * largest);
        }
        all += f * f;
      }
    EXPECT_LT(std::sqrt(left), 2e-5 * std::sqrt(all) + 1e-12);
  }
}

TEST_F(PoissonKernels, CyclesBetweenWalls) {
  for (glm::uvec2 cells : poisson_sizes) {
    PoissonProblem problem{.grid = {cells, {0.1, 0.13}}};
    problem.random_rhs(3);
    for (poisson::PoissonCycle cycle : {poisson::PoissonCycle::v, poisson::PoissonCycle::f}) {
      problem.borders = {};
      compare(problem, {.cycle = cycle, .iterations = 2, .tolerance = 0});
      problem.borders = {.east = true, .north = true};
      compare(problem, {.cycle = cycle, .iterations = 2, .tolerance = 0});
    }
  }
}

TEST_F(PoissonKernels, PeriodicSides) {
  for (glm::uvec2 cells : poisson_sizes) {
    for (bool both : {false, true}) {
      PoissonProblem problem{.grid = {cells, {0.1, 0.13}, true, both}};
      problem.random_rhs(4);
      compare(problem, {.iterations = 2, .tolerance = 0});
      if (both) compare(problem, {.solver = poisson::PoissonMethod::red_black, .iterations = 4, .tolerance = 0});
    }
    PoissonProblem problem{.grid = {cells, {0.1, 0.13}, false, true}, .borders = {.west = true}};
    problem.random_rhs(4);
    compare(problem, {.iterations = 2, .tolerance = 0});
    compare(problem, {.solver = poisson::PoissonMethod::jacobi, .iterations = 4, .tolerance = 0});
  }
}

TEST_F(PoissonKernels, DiffusionBetweenWalls) {
  for (glm::uvec2 cells : poisson_sizes) {
    PoissonProblem problem{.grid = {cells, {0.1, 0.13}}, .shift = 30};
    problem.random_rhs(5);
    compare(problem, {.iterations = 1, .tolerance = 0});
    compare(problem, {.solver = poisson::PoissonMethod::jacobi, .iterations = 8, .tolerance = 0});
  }
}

TEST_F(PoissonKernels, ObstaclesAndCutCells) {
  for (glm::uvec2 cells : poisson_sizes) {
    for (bool cut : {false, true}) {
      PoissonProblem problem{.grid = {cells, {0.1, 0.13}}};
      problem.borders = {.east = cut, .south = true};
      problem.discs(8, 0.09, 6, cut);
      problem.random_rhs(7);
      compare(problem, {.iterations = 2, .tolerance = 0});
      if (cut)
        compare(problem, {.solver = poisson::PoissonMethod::red_black, .iterations = 3, .tolerance = 0});
      else
        compare(problem, {.solver = poisson::PoissonMethod::jacobi, .iterations = 3, .tolerance = 0, .omega = 0.7});
      problem.shift = 40;
      compare(problem, {.iterations = 2, .tolerance = 0});
    }
    PoissonProblem problem{.grid = {cells, {0.1, 0.13}, true, true}};
    problem.discs(3, 0.05, 6, true);
    problem.random_rhs(7);
    compare(problem, {.iterations = 2, .tolerance = 0});
  }
}

}  // namespace undine
