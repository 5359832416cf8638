// The incompressible pressure of particles. Pressures p >= 0 that leave no compression where they act, and act only
// against compression, solve a linear complementarity problem: p >= 0, error <= 0, p error = 0. Its matrix is that of
// how pressures change velocities and, adjoint, how velocities change densities. Two solves a sub-step with the same
// matrix:
//   velocities   none makes water denser than at rest. A projection: it takes kinetic energy and never gives any, and
//                its solution does not depend on where it starts, so it starts from the last pressures.
//   places       what the way of the sub-step still makes denser than at rest is shifted, without a velocity.
// Projected gradients with momentum, restarted where they lead uphill; the GPU ends them at the tolerance.
// [Nesterov 1983], [O'Donoghue & Candes 2015], [Mazhar et al. 2015]; the densities are those of [Bender & Koschier
// 2017]
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "passes/sph/sph_nozzles.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_settings.h"

namespace undine::sph {

// Particles in the order of their cells, with their neighbours.
struct SphSorted {
  graph::Buffer control, reports, position, lists, heads;
  graph::Buffer edges;  // what solid things add; none where there are none
};

// What sph/pairs.glsl reads.
graph::ComputeNode& sph_pairs(graph::ComputeNode& node, const SphSorted& s, const SphParams& params);

class SphSolve {
 public:
  SphSolve() = default;
  // `rate`: mean error of velocities, over the square of the sub-step, under which water counts as at rest, 1/s^2.
  SphSolve(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params,
           double rate);
  void reset(graph::Graph& g);  // no pressure to begin with
  // What both solves of a sub-step share; `origins`: the places that particles had before they were sorted.
  void begin(graph::Graph& g, const SphSorted& s, graph::Buffer origins, const SphNozzles& nozzles);
  enum class Goal { velocities, places };
  // `result`: the velocities pushed by the pressures found; of places, those that lead to them.
  // `impulses`: of gauges, or none: takes the pressures at walls.
  void solve(graph::Graph& g, const SphSorted& s, graph::Buffer velocity, graph::Buffer result, Goal goal,
             graph::Buffer impulses);
  graph::Buffer pressures() const { return pressures_; }  // those that changed velocities, m^2/s^2

 private:
  SphParams params_{};
  SphSolveParams tolerance_{};
  std::uint32_t iterations_ = 0;
  graph::Buffer factors_, iterates_, sums_, pressures_;
};

}  // namespace undine::sph
