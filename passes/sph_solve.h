// The incompressible pressure of particles: divergence-free SPH. Two solves by Jacobi iterations in which a particle's
// pressure answers its own error: one makes velocities free of compression, one keeps the density at the sub-step's end
// that of rest. Iterations end on the GPU when the mean error is under the tolerance. [Bender & Koschier 2017]
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "passes/sph.h"
#include "passes/sph_nozzles.h"
#include "passes/sph_settings.h"

namespace undine {

// Particles in the order of their cells, with their neighbours.
struct SphSorted {
  graph::Buffer control, reports, position, lists, heads;
  bool bounded = false;  // by solid things, whose part is in `edges`
  graph::Buffer edges;
};

// What lib/sph_pairs.glsl reads.
graph::ComputeNode& sph_pairs(graph::ComputeNode& node, const SphSorted& s, const SphParams& params);

class SphSolve {
 public:
  SphSolve() = default;
  SphSolve(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params);
  void reset(graph::Graph& g);  // no pressure to begin with
  // What both solves of a sub-step share; `origins`: the places that particles had before they were sorted.
  void begin(graph::Graph& g, const SphSorted& s, graph::Buffer origins, const SphNozzles& nozzles);
  enum class Goal { divergence, density };
  void solve(graph::Graph& g, const SphSorted& s, graph::Buffer velocity, Goal goal);
  graph::Buffer pressures() const { return pressures_; }  // of this sub-step
  graph::Buffer last() const { return last_; }            // where they go when it is done

 private:
  SphParams params_{};
  SphSolveParams tolerance_{};
  std::uint32_t iterations_ = 0;
  graph::Buffer factors_, changes_, pressures_, last_;
};

}  // namespace undine
