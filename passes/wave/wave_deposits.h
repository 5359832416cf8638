// Deposits of couplings in a water of waves: volume and momentum of particles, or of the columns at an interface, in
// whole quanta. The rounding residual of the levels is stored for each coupling and added to its next deposit.
#pragma once
#include <map>
#include <string>

#include "engine/scene/coupling_ports.h"
#include "passes/wave/wave_account.h"
#include "passes/wave/wave_planes.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WaveDeposits {
 public:
  WaveDeposits(std::string name, const WaveSettings& settings) : name_(std::move(name)), s_(settings) {}
  void start(graph::Graph& g) const {
    for (const auto& [cells, rests] : rests_) g.clear("clear_rests", rests);
  }
  void disconnect(graph::State& state);  // the couplings end
  struct Water {
    double gravity = 0, depth = 0;  // m/s², m: c² / g
    double dt = 0;                  // of the last sub-step, s
    int sub_steps = 0;              // of a clock step
  };
  void receive(graph::State& state, graph::Graph& g, const Deposit& deposit, const WavePlanes& planes,
               const WaveAccount& account, const Water& water);
  const WaveAccount::Rests& rests() const { return rests_; }

 private:
  std::string name_;
  const WaveSettings& s_;
  WaveAccount::Rests rests_;
};

}  // namespace undine::wave
