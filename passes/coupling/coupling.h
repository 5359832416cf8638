// A coupling transfers water, or momentum, from one solver to another. Four kinds implement this interface, one file
// each: overflow (columns to particles), absorb (particles to a grid), interface (grid to grid) and current (a flow
// that advects waves). A new kind is one more file and one line in
// couplings.cpp. Volume and momentum move as integers, so their sums do not depend on the order: every run gives the
// same bytes.
#pragma once
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/couplings.h"
#include "engine/scene/scene.h"
#include "engine/scene/solver.h"
#include "passes/coupling/coupling_params.h"

namespace undine::coupling {

// Counters of a coupling since the start, on the GPU.
struct Account {
  std::int64_t particle = 0;          // quanta of one; 0: the coupling moves no particles
  std::vector<graph::Buffer> totals;  // CouplingTotals each; their sum counts
  graph::Buffer discarded;            // LedgerDiscarded; null: no momentum can be pending
  // For a current: two floats, 1/s and m/s; and the largest Courant number of the last clock step, of dt seconds.
  graph::Buffer peak;
  double most = 0, dt = 0;
};

class Coupling {
 public:
  using Stays = std::function<bool(const std::string& water)>;
  virtual ~Coupling() = default;
  virtual void start(graph::Graph& g) = 0;                         // clears what only this coupling uses
  virtual void begin(graph::Graph&) {}                             // before the step of the first coupling
  virtual void step(graph::Graph& g, const StepInfo& step) = 0;    // after the steps of both solvers
  virtual void rollback(graph::Graph& g, const Stays& stays) = 0;  // returns pending volume to its source
  virtual Account account() const = 0;
};

// Registry of the columns that couplings of one water use: no two couplings may use the same.
struct EdgeClaims {
  std::vector<EdgeSegment> edges;
  std::vector<BedSteps::Column> bed_steps;
  graph::Buffer falling;                // OverflowEdge::falling, shared by all its bed steps
  std::vector<OverflowEdge> overflows;  // of all couplings made
  std::vector<LevelEdge> interfaces;
};
// Registry of the particle waters that receive: the first coupling of each in a clock step resets its counters.
class ParticleClaims {
 public:
  bool first(const ParticlePort& port);

 private:
  std::vector<graph::Buffer> controls_;
};

// Inputs of a coupling's constructor.
struct Setup {
  graph::State& state;
  const Scene& scene;
  const CouplingSettings& settings;
  std::string where;  // "scene.json: /exchanges/0", for errors
  Solver &from, &to;
  EdgeClaims& edges;  // of `from`
  ParticleClaims& particles;

  std::string ends() const { return fmt::format("\"{}\" to \"{}\"", settings.from, settings.to); }
  graph::Buffer buffer(const std::string& what, std::uint64_t bytes,
                       graph::State::Keeps keeps = graph::State::Keeps::all) const {
    return state.buffer(fmt::format("{}/{}", settings.name, what), {.bytes = bytes}, keeps);
  }
};

// Each throws Error naming both waters where the two cannot be coupled this way, or the region holds no place for it.
std::unique_ptr<Coupling> make_overflow(const Setup& setup);
std::unique_ptr<Coupling> make_absorb(const Setup& setup);
std::unique_ptr<Coupling> make_interface(const Setup& setup);
std::unique_ptr<Coupling> make_current(const Setup& setup);

// Quanta of a particle.
std::int64_t particle_quanta(double spacing);

}  // namespace undine::coupling
