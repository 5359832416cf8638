// Flow under waves: their velocity potential, phi_t + g phi = -gravity h, half a sub-step behind h; its gradient is
// the depth-uniform velocity. Computed if bodies move the water or a gauge reads its flow. Excludes the momentum of
// couplings.
#pragma once
#include <functional>
#include <string>

#include "engine/scene/solver.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WaveFlow {
 public:
  using Prepare = std::function<void(graph::ComputeNode&)>;  // grid, u_now, what varies; its groups
  explicit operator bool() const { return static_cast<bool>(potential_); }
  graph::Buffer potential() const { return potential_; }
  void make(graph::State& state, const std::string& water, std::uint64_t bytes);
  void start(graph::Graph& g) const;
  // A sub-step, before the surface takes it; `first`: the water was at rest.
  void drive(graph::Graph& g, double gravity, double dt, bool first, double damping, bool varied,
             const Prepare& prepare) const;
  // Velocity in m/s at the middles of cells at the time of u_now, or times the depth at rest, m²/s: (nz, rows of whole
  // fours, 2). `speed`: of plain water.
  graph::Buffer read(graph::Graph& g, const WaveSettings& s, bool discharge, double gravity, double dt, double speed,
                     bool varied, const Prepare& prepare) const;

 private:
  std::string name_;
  std::uint64_t bytes_ = 0;
  graph::Buffer potential_;
};

}  // namespace undine::wave
