// Bench cases of the Poisson solver: random right side between walls, from p = 0 to a relative residual of 1e-3. The
// native twin is a multigrid solver with the same cycles.
#include "passes/poisson/poisson_bench.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <random>

#include "engine/scene/bench.h"
#include "passes/poisson/poisson.h"
#include "passes/poisson/poisson_reference.h"

namespace undine::poisson {

namespace {

std::vector<float> noise(std::uint32_t n) {
  std::mt19937 random(1);
  std::vector<float> out(std::size_t{n} * n);
  for (float& v : out) v = static_cast<float>(random()) / 2147483648.0f - 1.0f;
  return out;
}

BenchCase poisson_case(std::uint32_t n, const std::string& what, const PoissonSettings& settings, bool varied = false,
                       std::vector<BenchPeer> peers = {}) {
  auto pass = [n, settings, varied](graph::State& state, graph::Graph& g) -> std::function<void(graph::Graph&)> {
    auto solver = std::make_shared<Poisson>(state, "bench", PoissonGrid{.cells = {n, n}}, settings);
    const std::uint64_t bytes = std::uint64_t{4} * n * n;
    const graph::Buffer rhs = state.buffer("bench/rhs", {.bytes = bytes});
    const graph::Buffer p = state.buffer("bench/p", {.bytes = bytes});
    g.upload("rhs", rhs, noise(n));
    if (varied) {
      const graph::Buffer x = state.buffer("bench/open_x", {.bytes = bytes + 4ull * n});
      const graph::Buffer z = state.buffer("bench/open_z", {.bytes = bytes + 4ull * n});
      std::vector<float> open_x(std::size_t{n} * (n + 1), 1.0f), open_z = open_x;
      for (std::size_t i = 0; i < n; ++i)
        open_x[i * (n + 1)] = open_x[i * (n + 1) + n] = open_z[i] = open_z[std::size_t{n} * n + i] = 0;
      g.upload("fill_open_x", x, open_x);
      g.upload("fill_open_z", z, open_z);
      solver->faces(g, x, z);
    }
    return [solver, rhs, p](graph::Graph& step) {
      step.clear("clear_start", p);
      solver->solve(step, rhs, p);
    };
  };
  // Native twin with the same cycles.
  std::function<double(int)> native;
  if (settings.solver == PoissonMethod::multigrid && !varied)
    native = [n](int steps) {
      reference::PoissonNative solver(n);
      const std::vector<float> rhs = noise(n);
      solver.solve(rhs, 1e-3, 4);
      const auto begin = std::chrono::steady_clock::now();
      for (int i = 0; i < steps; ++i) solver.solve(rhs, 1e-3, 4);
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
      return spent.count() / steps;
    };
  return {.solver = "poisson",
          .name = fmt::format("{} {}x{}", what, n, n),
          .scene_json = R"({"version": 1})",
          .cells = std::uint64_t{n} * n,
          .native_ms = native,
          .pass = pass,
          .peers = std::move(peers)};
}

}  // namespace

std::vector<BenchCase> poisson_bench() {
  const auto amgcl = [](double ms) -> std::vector<BenchPeer> {
    return {{"AMGCL", ms, "native, two threads, CG and smoothed aggregation to 1e-4, set-up not counted"}};
  };
  return {
      poisson_case(64, "multigrid", {.iterations = 4}),
      poisson_case(128, "multigrid", {.iterations = 4}, false, amgcl(1.8)),
      poisson_case(256, "multigrid", {.iterations = 4}),
      poisson_case(512, "multigrid", {.iterations = 4}, false, amgcl(34)),
      poisson_case(1024, "multigrid", {.iterations = 4}, false, amgcl(207)),
      poisson_case(2048, "multigrid", {.iterations = 4}),
      poisson_case(512, "varied multigrid", {.iterations = 4}, true),
      poisson_case(1024, "varied multigrid", {.iterations = 4}, true),
      poisson_case(512, "jacobi", {.solver = PoissonMethod::jacobi, .iterations = 30, .tolerance = 0}),
      poisson_case(1024, "jacobi", {.solver = PoissonMethod::jacobi, .iterations = 30, .tolerance = 0}),
  };
}

}  // namespace undine::poisson
