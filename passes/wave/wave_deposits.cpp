#include "passes/wave/wave_deposits.h"

#include <fmt/format.h>

#include "engine/scene/couplings.h"
#include "passes/ledger/ledger_params.h"

namespace undine::wave {

void WaveDeposits::disconnect(graph::State& state) {
  for (const auto& [cells, rests] : rests_) state.release(rests);
  rests_.clear();
}

void WaveDeposits::receive(graph::State& state, graph::Graph& g, const Deposit& deposit, const WavePlanes& planes,
                           const WaveAccount& account, const Water& water) {
  graph::Buffer& rests = rests_[deposit.cells.bits()];
  if (!rests) {
    rests = state.buffer(fmt::format("{}/rests_{}", name_, rests_.size()),
                         {.bytes = 8 * std::uint64_t{deposit.count.x + 2} * (deposit.count.y + 2)});
    g.clear("clear_rests", rests);
  }
  const double area = s_.cell().x * s_.cell().y;
  auto node = g.compute("receive", "wave/receive.comp")
                  .variant("TOUCHED", bool(deposit.touched))
                  .variant("VARIED", planes.varied());
  planes.modify_levels(node).modify("rests", rests).read("deposits", deposit.cells);
  node.optional("discarded", deposit.discarded, graph::Verb::accumulate);
  node.optional("totals", account.totals(), graph::Verb::accumulate);
  planes.read_drag(node);
  // The previous level is one sub-step old.
  node.params(grid::LedgerReceiveParams{.first = glm::ivec2(deposit.first),
                                        .count = glm::ivec2(deposit.count),
                                        .cell = glm::vec2(s_.cell()),
                                        .meters = grid::two_floats(CouplingFigures::quantum / area),
                                        .momentum = static_cast<float>(CouplingFigures::quantum / area),
                                        .dt = static_cast<float>(water.dt),
                                        .depth = static_cast<float>(water.depth),
                                        .gravity = static_cast<float>(water.gravity),
                                        .fastest = 0,
                                        .sub_steps = deposit.touched || account.keeps() ? 0 : water.sub_steps,
                                        .through = {0, 0}});
  if (!deposit.touched) node.over({deposit.count.x + 2, deposit.count.y + 2, 1});
  if (deposit.touched) node.read("touched", deposit.touched).indirect(deposit.touched);
}

}  // namespace undine::wave
