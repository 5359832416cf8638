// Account of the momentum of a flow since the start, in integers, for each stage of its step. Only if couplings
// deposit in it and the run requests it (SceneContext::accounting).
#pragma once
#include <optional>
#include <string>

#include "passes/fluid/fluid_kernels.h"
#include "passes/ledger/figures.h"

namespace undine::fluid {

class FluidMomentum {
 public:
  FluidMomentum(const FluidSettings& settings, const FluidKernels& kernels, std::string name);
  explicit operator bool() const { return static_cast<bool>(sums_); }
  void open(graph::State& state);  // counts from now on
  void start(graph::Graph& g) const;

  // Adds the change of `v` since the last begin() under the item that began there; `item` (fluid_momentum_*) begins, <
  // 0: none.
  void begin(graph::Graph& g, FluidPair v, int item);
  // Adds the momentum that `v` carries over open edges in a step of params.dt, apart from the transport.
  void flow_over(graph::Graph& g, FluidPair v, const FluidParams& p) const;

  std::uint32_t figures() const { return sums_ ? (fluid_momentum_items + 1) * sizeof(FluidMomentumSum) : 0; }  // bytes
  struct Reading {
    std::optional<std::uint32_t> items, now;
    std::optional<FlowMomentum> tell(const grid::Figures::Reader& reader) const;
  };
  Reading read(graph::Graph& g, grid::Figures& figures, FluidPair v) const;

 private:
  void sum(graph::Graph& g, FluidPair v, graph::Buffer to, int ended, int begun, const FluidParams& p, bool over) const;
  const FluidSettings& s_;
  const FluidKernels& kernels_;
  std::string name_;
  int last_ = -1;
  graph::Buffer sums_;  // FluidMomentumSum of each item; none: nobody asks
};

}  // namespace undine::fluid
