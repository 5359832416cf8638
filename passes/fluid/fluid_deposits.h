// Deposits of couplings in a flow: its next step gains their momentum, its ripples their volume. The depth of the
// flow is constant, so the volume leaves over its open edges.
#pragma once
#include <vector>

#include "engine/scene/coupling_ports.h"
#include "passes/fluid/fluid_kernels.h"
#include "passes/fluid/fluid_settings.h"

namespace undine::fluid {

class FluidDeposits {
 public:
  // `settings` and `kernels` outlive the object.
  FluidDeposits(const FluidSettings& settings, const FluidKernels& kernels, double gravity)
      : s_(settings), kernels_(kernels), gravity_(gravity) {}
  void open(graph::State& state, const std::string& name);  // a coupling may deposit from now on
  void start(graph::Graph& g) const {
    if (passed_) g.clear("clear_passed", passed_);
  }
  void set_gravity(double gravity) { gravity_ = gravity; }
  void disconnect() { expected_.clear(); }
  void expect(const Deposit& deposit) { expected_.push_back(deposit); }
  void receive(graph::Graph& g, const Deposit& deposit, graph::Buffer waves);  // waves: ripples, or null
  void forget(graph::Graph& g, const Deposit& deposit);                        // momentum that no step has taken
  void push(graph::Graph& g, FluidPair v) const;                               // momentum of the last clock step
  // uint64: quanta received since the start; null: not open().
  graph::Buffer passed() const { return passed_; }

 private:
  graph::ComputeNode& bind(graph::ComputeNode& node, const Deposit& deposit) const;
  const FluidSettings& s_;
  const FluidKernels& kernels_;
  double gravity_;
  std::vector<Deposit> expected_;
  graph::Buffer passed_;
};

}  // namespace undine::fluid
