// Pressure solver of the incompressible particle model. Pressures remove compression and do not pull: they solve the
// linear complementarity problem p >= 0, error <= 0, p error = 0. Its matrix is the product of the pressure gradient
// and its adjoint, the divergence. Two solves per sub-step with the same matrix:
//   velocities   do not compress water beyond its rest density. The projection never adds kinetic energy. Its
//                solution does not depend on the initial guess, so it starts from the last pressures.
//   places       the remaining compression after the sub-step's motion is removed by position shifts that do not
//                change velocities.
// Accelerated projected gradient descent with restart; the GPU stops it at the tolerance. [Nesterov 1983],
// [O'Donoghue & Candes 2015], [Mazhar et al. 2015]; the densities are those of [Bender & Koschier 2017]
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "passes/sph/sph_nozzles.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_settings.h"
#include "passes/sph/sph_world.h"

namespace undine::sph {

// Particles in the order of their cells, with their neighbors.
struct SphSorted {
  graph::Buffer control, writers, reports, position, lists, heads;
  graph::Buffer edges;        // density of solid things; none without them
  graph::Buffer corrections;  // correct gradients; none: 1
};

// Binds the inputs of sph/pairs.glsl.
graph::ComputeNode& sph_pairs(graph::ComputeNode& node, const SphSorted& s, const SphParams& params,
                              graph::Verb control = graph::Verb::read);

class SphSolve {
 public:
  // Relaxation of the first iterations: the largest eigenvalue of a lattice's matrix is 2.8, over its diagonal.
  static constexpr float relaxation = 0.3f;
  SphSolve() = default;
  // `rate`: mean error of velocities, over the square of the sub-step, under which water counts as at rest, 1/s^2.
  SphSolve(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params,
           double rate);
  void retune(const SphSettings& settings, const SphParams& params, double rate);
  void reset(graph::Graph& g);  // no pressure to begin with
  // Binds the outputs of sph/gather.comp for both solves of a sub-step; without a solve, nothing.
  graph::ComputeNode& bind_gather(graph::ComputeNode& node) const;
  // A block's iterations. `before`: velocities when the sub-step began; `velocity`: those by all but pressure, at the
  // end pushed by the pressures found. `impulses`: of gauges, or none: takes the pressures at walls.
  void solve(graph::Graph& g, const SphSorted& s, const SphWorld& world, graph::Buffer before, graph::Buffer velocity,
             graph::Buffer impulses, const SphNozzles& nozzles, bool blends, std::uint32_t iterations);
  // Binds the inputs of sph/advance.comp.
  graph::ComputeNode& bind_advance(graph::ComputeNode& node, const SphSorted& s) const;
  graph::Buffer pressures() const { return pressures_; }  // those that changed velocities, m^2/s^2

 private:
  SphParams params_{};
  SphSolveParams tolerance_{};
  graph::Buffer factors_, iterates_, sums_, pressures_, pushed_;
};

}  // namespace undine::sph
