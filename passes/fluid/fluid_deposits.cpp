#include "passes/fluid/fluid_deposits.h"

#include <algorithm>

#include "engine/scene/couplings.h"
#include "passes/fluid/fluid_params.h"
#include "passes/ledger/ledger_params.h"

namespace undine::fluid {

void FluidDeposits::open(graph::State& state, const std::string& name) {
  if (!passed_) passed_ = state.buffer(name + "/passed", {.bytes = 8});
}

void FluidDeposits::receive(graph::Graph& g, const Deposit& deposit, graph::Buffer waves) {
  auto node = g.compute("receive", "fluid/receive.comp");
  bind(node, deposit).optional("waves", waves, graph::Verb::modify).accumulate("passed", passed_);
  node.optional("discarded", deposit.discarded, graph::Verb::accumulate);
}

void FluidDeposits::forget(graph::Graph& g, const Deposit& deposit) {
  auto node = g.compute("forget", "fluid/forget.comp");
  bind(node, deposit).optional("discarded", deposit.discarded, graph::Verb::accumulate);
}

void FluidDeposits::push(graph::Graph& g, FluidPair v) const {
  for (const Deposit& deposit : expected_) {
    auto node = g.compute("take", "fluid/take.comp");
    bind(node, deposit).modify("u", v.u).modify("w", v.w);
  }
}

graph::ComputeNode& FluidDeposits::bind(graph::ComputeNode& node, const Deposit& deposit) const {
  const glm::dvec2 cell = s_.cell();
  const double area = cell.x * cell.y, speed = s_.waves.speed;
  kernels_.grid(node).constant("solids", kernels_.solids());
  node.read("solid", kernels_.solid()).read("open_x", kernels_.open_x()).read("open_z", kernels_.open_z());
  node.read("deposits", deposit.cells).read("touched", deposit.touched).indirect(deposit.touched);
  return node.params(FluidReceiveParams{.first = glm::ivec2(deposit.first),
                                        .count = glm::ivec2(deposit.count),
                                        .cell = glm::vec2(cell),
                                        .meters = grid::two_floats(CouplingFigures::quantum / area),
                                        .momentum = static_cast<float>(CouplingFigures::quantum / area),
                                        .depth = static_cast<float>(std::max(s_.depth, 1e-3)),
                                        .felt = static_cast<float>(speed * speed / std::max(gravity_, 1e-30))});
}

}  // namespace undine::fluid
