// Poisson solver on the test device beside its reference in double precision.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <random>

#include "passes/poisson/poisson.h"
#include "passes/poisson/poisson_reference.h"
#include "tests/support/gpu.h"

namespace undine::test {

// System: grid, openness of faces (empty: an open rectangle between walls or with `borders`), right-hand side and
// initial guess.
struct PoissonProblem {
  poisson::PoissonGrid grid;
  poisson::PoissonBorders borders;
  std::vector<float> open_x, open_z, rhs, start;
  std::vector<float> weights;  // of the shift; empty: 1
  double shift = 0;

  std::size_t count() const { return std::size_t{grid.cells.x} * grid.cells.y; }
  void random_rhs(std::uint32_t seed) {
    std::mt19937 random(seed);
    rhs.resize(count());
    for (float& v : rhs) v = static_cast<float>(random()) / 2147483648.0f - 1.0f;
    start.assign(count(), 0.0f);
  }
  bool varied() const { return !open_x.empty(); }
  // Opens all inner faces.
  void open_faces() {
    const std::size_t nx = grid.cells.x, nz = grid.cells.y;
    open_x.assign((nx + 1) * nz, 1.0f);
    open_z.assign(nx * (nz + 1), 1.0f);
    for (std::size_t z = 0; z < nz && !grid.periodic_x; ++z) {
      open_x[z * (nx + 1)] = borders.west ? 1.0f : 0.0f;
      open_x[z * (nx + 1) + nx] = borders.east ? 1.0f : 0.0f;
    }
    for (std::size_t x = 0; x < nx && !grid.periodic_z; ++x) {
      open_z[x] = borders.north ? 1.0f : 0.0f;
      open_z[nz * nx + x] = borders.south ? 1.0f : 0.0f;
    }
  }
  // Opens faces in proportion to the length along which `outside`, a distance in cells, is positive.
  // cut: allows partial openness; otherwise cells with their center inside close all their faces.
  void obstacle(const std::function<double(double, double)>& outside, bool cut) {
    open_faces();
    const auto nx = static_cast<int>(grid.cells.x), nz = static_cast<int>(grid.cells.y);
    auto part = [](double a, double b) {
      if (a >= 0 && b >= 0) return 1.0;
      if (a < 0 && b < 0) return 0.0;
      return a > 0 ? a / (a - b) : b / (b - a);
    };
    auto open = [&](int x, int z) {
      return outside(std::clamp(x, 0, nx - 1) + 0.5, std::clamp(z, 0, nz - 1) + 0.5) >= 0 ? 1.0 : 0.0;
    };
    for (int z = 0; z < nz; ++z)
      for (int x = 0; x <= nx; ++x)
        open_x[static_cast<std::size_t>(z * (nx + 1) + x)] *=
            static_cast<float>(cut ? part(outside(x, z), outside(x, z + 1)) : open(x - 1, z) * open(x, z));
    for (int z = 0; z <= nz; ++z)
      for (int x = 0; x < nx; ++x)
        open_z[static_cast<std::size_t>(z * nx + x)] *=
            static_cast<float>(cut ? part(outside(x, z), outside(x + 1, z)) : open(x, z - 1) * open(x, z));
    for (int z = 0; z < nz && grid.periodic_x; ++z)
      open_x[static_cast<std::size_t>(z * (nx + 1) + nx)] = open_x[static_cast<std::size_t>(z * (nx + 1))];
    for (int x = 0; x < nx && grid.periodic_z; ++x)
      open_z[static_cast<std::size_t>(nz * nx + x)] = open_z[static_cast<std::size_t>(x)];
  }
  void discs(int number, double radius, std::uint32_t seed, bool cut) {
    std::mt19937 random(seed);
    auto part = [&] { return static_cast<double>(random()) / 4294967296.0; };
    struct Disc {
      double x, z, r;
    };
    std::vector<Disc> all;
    for (int i = 0; i < number; ++i) {
      const double x = part(), z = part(), r = part();
      all.push_back({x * grid.cells.x, z * grid.cells.y, radius * grid.cells.x * (0.5 + r)});
    }
    obstacle(
        [all](double x, double z) {
          double d = 1e9;
          for (const Disc& k : all) d = std::min(d, std::hypot(x - k.x, z - k.z) - k.r);
          return d;
        },
        cut);
  }
  reference::Poisson reference() const {
    PoissonProblem copy = *this;
    if (!varied()) copy.open_faces();
    const reference::PoissonGrid g{static_cast<int>(grid.cells.x),
                                   static_cast<int>(grid.cells.y),
                                   grid.cell.x,
                                   grid.cell.y,
                                   grid.periodic_x,
                                   grid.periodic_z};
    reference::Poisson out(g, {copy.open_x.begin(), copy.open_x.end()}, {copy.open_z.begin(), copy.open_z.end()},
                           shift);
    out.start({rhs.begin(), rhs.end()}, {start.begin(), start.end()});
    return out;
  }
};

class PoissonTest : public GpuTest {
 protected:
  struct Answer {
    std::vector<float> p;
    poisson::PoissonReport report;
  };
  // Solves `times` times, each from the last solution.
  Answer solve(const PoissonProblem& problem, const poisson::PoissonSettings& settings, int times = 1) {
    const std::string name = fmt::format("test{}", made_++);
    poisson::Poisson solver(state, name, problem.grid, settings);
    auto buffer = [&](const char* what, std::size_t floats, graph::Format texel = graph::Format::rgba32_float) {
      return state.buffer(name + "/" + what, {.bytes = floats * sizeof(float), .texel = texel});
    };
    const graph::Buffer p = buffer("p", problem.count(),
                                   problem.grid.single_texels ? graph::Format::r32_float : graph::Format::rgba32_float);
    const graph::Buffer rhs = buffer("rhs", problem.count());
    std::vector<graph::Buffer> given{p, rhs};
    {
      graph::Graph g(state);
      g.upload("p", p, problem.start);
      g.upload("rhs", rhs, problem.rhs);
      if (problem.varied()) {
        const graph::Buffer x = buffer("open_x", problem.open_x.size()), z = buffer("open_z", problem.open_z.size());
        g.upload("open x", x, problem.open_x);
        g.upload("open z", z, problem.open_z);
        const graph::Buffer weights = problem.weights.empty() ? graph::Buffer{} : buffer("weights", problem.count());
        if (weights) g.upload("weights", weights, problem.weights);
        solver.faces(g, x, z, weights);
        given.insert(given.end(), {x, z});
        if (weights) given.push_back(weights);
      } else {
        solver.rectangle(problem.borders);
      }
      run(g);
    }
    for (int i = 0; i < times; ++i) {
      graph::Graph g(state);
      solver.solve(g, rhs, p, problem.shift);
      run(g);
    }
    Answer out{read<float>(p), read<poisson::PoissonReport>(solver.report()).front()};
    for (graph::Buffer b : given) state.release(b);
    return out;
  }

 private:
  int made_ = 0;
};

}  // namespace undine::test
