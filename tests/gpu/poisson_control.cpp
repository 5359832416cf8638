// Convergence control of the Poisson solver: stopping criterion, and unchanged bytes after it.
#include "tests/support/poisson_runner.h"

namespace undine {

using test::PoissonProblem;

struct PoissonControl : test::PoissonTest {
  static PoissonProblem random(glm::uvec2 cells) {
    PoissonProblem problem{.grid = {cells, {0.1, 0.1}}};
    problem.random_rhs(8);
    return problem;
  }
  // Residual in double precision, computed from the solution.
  static double residual(const PoissonProblem& problem, const std::vector<float>& p) {
    PoissonProblem solved = problem;
    solved.start = p;
    return solved.reference().residual();
  }
};

TEST_F(PoissonControl, StopsAtTheTolerance) {
  const PoissonProblem problem = random({150, 130});
  for (poisson::PoissonMethod method :
       {poisson::PoissonMethod::multigrid, poisson::PoissonMethod::conjugate_gradient}) {
    for (double tolerance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
      const Answer got = solve(problem, {.solver = method, .tolerance = tolerance});
      EXPECT_EQ(got.report.done, static_cast<std::uint32_t>(poisson::poisson_done_tolerance));
      EXPECT_LE(residual(problem, got.p), tolerance * 1.02);
      EXPECT_NEAR(residual(problem, got.p), static_cast<double>(got.report.residual), 0.02 * tolerance);
      EXPECT_GT(got.report.iterations, 0u);
      EXPECT_LT(got.report.iterations, 8u);
    }
  }
}

TEST_F(PoissonControl, FurtherCyclesChangeNoByte) {
  const PoissonProblem problem = random({130, 70});
  for (poisson::PoissonMethod method :
       {poisson::PoissonMethod::multigrid, poisson::PoissonMethod::conjugate_gradient}) {
    const Answer stopped = solve(problem, {.solver = method, .iterations = 12, .tolerance = 1e-3});
    const std::uint32_t used = stopped.report.iterations;
    EXPECT_LT(used, 5u);
    const Answer bare = solve(problem, {.solver = method, .iterations = used, .tolerance = 0});
    EXPECT_EQ(stopped.p, bare.p);
    EXPECT_EQ(stopped.p, solve(problem, {.solver = method, .iterations = 12, .tolerance = 1e-3}).p);
  }
  PoissonProblem open = problem;
  open.borders = {true, true, true, true};
  const poisson::PoissonSettings sweeps{.solver = poisson::PoissonMethod::red_black, .tolerance = 0.05, .omega = 1.9};
  const Answer stopped = solve(open, sweeps);
  EXPECT_EQ(stopped.report.done, static_cast<std::uint32_t>(poisson::poisson_done_tolerance));
  EXPECT_EQ(stopped.report.iterations % 8, 0u);
  EXPECT_EQ(stopped.p, solve(open, {.solver = poisson::PoissonMethod::red_black,
                                    .iterations = stopped.report.iterations,
                                    .tolerance = 0,
                                    .omega = 1.9})
                           .p);
}

TEST_F(PoissonControl, StartsFromTheAnswer) {
  for (poisson::PoissonMethod method :
       {poisson::PoissonMethod::multigrid, poisson::PoissonMethod::conjugate_gradient}) {
    const PoissonProblem problem = random({150, 130});
    const Answer once = solve(problem, {.solver = method, .tolerance = 1e-3});
    const Answer again = solve(problem, {.solver = method, .tolerance = 1e-3}, 2);
    EXPECT_EQ(again.report.iterations, 0u);
    EXPECT_EQ(again.report.initial, again.report.residual);
    EXPECT_EQ(once.p, again.p);
  }
}

// The initial guess does not depend on the texel format: one cycle from it gives the same bytes.
TEST_F(PoissonControl, StartsFromTexelsOfOneOrFourFloats) {
  for (const glm::uvec2 cells : {glm::uvec2(132, 70), glm::uvec2(136, 33), glm::uvec2(150, 130)}) {
    PoissonProblem problem = random(cells);
    problem.start = random(cells).rhs;
    problem.start[5] += 1;
    std::vector<float> answers[2];
    for (bool single : {false, true}) {
      problem.grid.single_texels = single;
      answers[single] = solve(problem, {.iterations = 1, .tolerance = 0}).p;
    }
    EXPECT_EQ(answers[0], answers[1]) << cells.x << " x " << cells.y;
  }
}

TEST_F(PoissonControl, ObstaclesOfManyKinds) {
  for (bool cut : {false, true}) {
    for (std::uint32_t seed : {1u, 2u, 3u}) {
      PoissonProblem problem{.grid = {{200, 160}, {0.05, 0.05}}, .borders = {.east = true}};
      problem.discs(30, 0.03, seed, cut);
      problem.random_rhs(seed);
      for (poisson::PoissonMethod method :
           {poisson::PoissonMethod::multigrid, poisson::PoissonMethod::conjugate_gradient}) {
        const Answer got = solve(problem, {.solver = method, .tolerance = 1e-4});
        EXPECT_EQ(got.report.done, static_cast<std::uint32_t>(poisson::poisson_done_tolerance))
            << got.report.residual << " after " << got.report.iterations;
        EXPECT_LE(residual(problem, got.p), 1.02e-4);
        if (method == poisson::PoissonMethod::conjugate_gradient) {
          EXPECT_LE(got.report.iterations, 9u);
        }
      }
    }
  }
}

// Maze of walls one cell thick, which coarse levels cannot resolve.
TEST_F(PoissonControl, ConjugateGradientsThroughAMaze) {
  PoissonProblem problem{.grid = {{256, 256}, {1, 1}}, .borders = {.east = true}};
  problem.obstacle(
      [](double x, double z) {
        const int i = static_cast<int>(x), j = static_cast<int>(z);
        return i % 16 == 7 && j % 16 != 3 ? -1.0 : 1.0;
      },
      false);
  problem.random_rhs(4);
  const Answer plain = solve(problem, {.tolerance = 1e-4});
  const Answer conjugate = solve(problem, {.solver = poisson::PoissonMethod::conjugate_gradient, .tolerance = 1e-4});
  EXPECT_EQ(conjugate.report.done, static_cast<std::uint32_t>(poisson::poisson_done_tolerance));
  EXPECT_LE(conjugate.report.iterations, 12u);
  EXPECT_GT(plain.report.iterations, conjugate.report.iterations);
  EXPECT_LE(residual(problem, conjugate.p), 1.02e-4);
}

// Two closed basins, columns 0 to 63 and 65 to 127; `sums` are added to their means of the right-hand side, which are
// 0.
struct PoissonPonds : PoissonControl {
  static constexpr std::size_t nx = 128, nz = 96;
  static bool wall(std::size_t i) { return i % nx == 64; }
  static std::size_t basin(std::size_t i) { return i % nx > 64; }
  static PoissonProblem ponds(std::array<float, 2> means) {
    PoissonProblem problem{.grid = {{nx, nz}, {1, 1}}};
    problem.obstacle([](double x, double) { return std::abs(x - 64.5) < 1 ? -1.0 : 1.0; }, false);
    problem.random_rhs(4);
    const std::array<double, 2> sum = sums({problem.rhs.begin(), problem.rhs.end()});
    for (std::size_t i = 0; i < problem.count(); ++i)
      problem.rhs[i] += means[basin(i)] - static_cast<float>(sum[basin(i)] / cells(basin(i)));
    return problem;
  }
  static double cells(std::size_t k) { return static_cast<double>((k == 0 ? 64 : 63) * nz); }
  static std::array<double, 2> sums(const std::vector<double>& v) {
    std::array<double, 2> sum{0, 0};
    for (std::size_t i = 0; i < v.size(); ++i)
      if (!wall(i)) sum[basin(i)] += v[i];
    return sum;
  }
};

TEST_F(PoissonPonds, EachIsSolvedUpToAConstantOfItsOwn) {
  const PoissonProblem problem = ponds({0, 0});
  for (poisson::PoissonMethod method :
       {poisson::PoissonMethod::multigrid, poisson::PoissonMethod::conjugate_gradient}) {
    const Answer got = solve(problem, {.solver = method, .tolerance = 1e-4});
    EXPECT_EQ(got.report.done, static_cast<std::uint32_t>(poisson::poisson_done_tolerance));
    EXPECT_LE(residual(problem, got.p), 1.02e-4);
  }
}

// Singular systems: no p changes the sum of a basin. The cycle determines its distribution: with a stationary
// iteration of matrix M the residual becomes c M 1, after a red-black sweep all on red cells.
TEST_F(PoissonPonds, UnsolvableBasinsStall) {
  PoissonProblem problem = ponds({0.5f, -0.5f});
  const Answer got = solve(problem, {.tolerance = 1e-4});
  EXPECT_EQ(got.report.done, static_cast<std::uint32_t>(poisson::poisson_done_stalled));
  EXPECT_LT(got.report.iterations, 8u);
  problem.start = got.p;
  const reference::Poisson left = problem.reference();
  const std::vector<double> r = left.residuals();
  const std::array<double, 2> sum = sums(r);
  const double mean = 0.5 * (cells(0) - cells(1)) / (cells(0) + cells(1));  // the solver subtracts the overall mean
  EXPECT_NEAR(sum[0] / cells(0), 0.5 - mean, 1e-4);
  EXPECT_NEAR(sum[1] / cells(1), -0.5 - mean, 1e-4);
  double black = 0, most = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    if ((i % nx + i / nx) % 2 == 1) black = std::max(black, std::abs(r[i]));
    most = std::max(most, std::abs(r[i]));
  }
  EXPECT_LT(black, 0.01);
  EXPECT_LT(most, 2.0);
}

TEST_F(PoissonControl, NotANumberStops) {
  PoissonProblem problem = random({70, 70});
  problem.rhs[1234] = std::numeric_limits<float>::quiet_NaN();
  const Answer got = solve(problem, {.tolerance = 1e-3});
  EXPECT_EQ(got.report.done, static_cast<std::uint32_t>(poisson::poisson_done_nan));
  EXPECT_EQ(got.report.iterations, 0u);
}

}  // namespace undine
