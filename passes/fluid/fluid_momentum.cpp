#include "passes/fluid/fluid_momentum.h"

#include <algorithm>
#include <utility>

#include "engine/core/round.h"
#include "engine/scene/couplings.h"

namespace undine::fluid {

namespace {

constexpr std::uint32_t rows = 16;  // of a thread

FlowMomentum::Pair pair_of(const FluidMomentumSum& sum) {
  FlowMomentum::Pair out{};
  for (int k = 0; k < 2; ++k) {
    const glm::uvec2 v = sum.along[k];
    const auto quanta = static_cast<std::int64_t>(std::uint64_t{v.y} << 32 | std::uint64_t{v.x});
    out[static_cast<std::size_t>(k)] = static_cast<double>(quanta) * CouplingFigures::quantum;
  }
  return out;
}

}  // namespace

FluidMomentum::FluidMomentum(const FluidSettings& settings, const FluidKernels& kernels, std::string name)
    : s_(settings), kernels_(kernels), name_(std::move(name)) {}

void FluidMomentum::open(graph::State& state) {
  if (sums_) return;
  sums_ = state.buffer(name_ + "/momentum", {.bytes = fluid_momentum_items * sizeof(FluidMomentumSum)},
                       graph::State::Keeps::count);
}

void FluidMomentum::start(graph::Graph& g) const {
  if (sums_) g.clear("clear_momentum", sums_);
}

void FluidMomentum::begin(graph::Graph& g, FluidPair v, int item) {
  const int ended = std::exchange(last_, item);
  if (sums_ && ended != item) sum(g, v, sums_, ended, item, kernels_.params(0), false);
}

void FluidMomentum::flow_over(graph::Graph& g, FluidPair v, const FluidParams& p) const {
  if (sums_) sum(g, v, sums_, fluid_momentum_edges, fluid_momentum_transport, p, true);
}

void FluidMomentum::sum(graph::Graph& g, FluidPair v, graph::Buffer to, int ended, int begun, const FluidParams& p,
                        bool over) const {
  const glm::dvec2 cell = s_.cell();
  const double depth = std::max(s_.depth, 1e-3), dt = static_cast<double>(p.dt);
  const glm::dvec2 through = depth * dt / CouplingFigures::quantum * glm::dvec2(cell.y, cell.x);
  auto node = g.compute(over ? "momentum_over" : "momentum", "fluid/momentum.comp");
  kernels_.grid(node)
      .shape(kernels_.shape())
      .constant("solids", kernels_.solids())
      .constant("strip", rows)
      .constant("flows_over", over)
      .read("u", v.u)
      .read("w", v.w)
      .accumulate("sums", to)
      .params(FluidMomentumParams{.grid = p,
                                  .quanta = static_cast<float>(depth * cell.x * cell.y / CouplingFigures::quantum),
                                  .through = glm::vec2(through),
                                  .ended = ended,
                                  .begun = begun})
      .over({s_.cells.x + 1, groups_of(s_.cells.y + 1, rows), 1});
}

FluidMomentum::Reading FluidMomentum::read(graph::Graph& g, grid::Figures& figures, FluidPair v) const {
  if (!sums_) return {};
  graph::Buffer now = g.buffer(g.name(name_ + "/momentum_now"), {.bytes = sizeof(FluidMomentumSum)});
  g.clear("clear_now", now);
  sum(g, v, now, 0, -1, kernels_.params(0), false);
  return {.items = figures.copy(sums_, 0, fluid_momentum_items * sizeof(FluidMomentumSum)),
          .now = figures.copy(now, 0, sizeof(FluidMomentumSum))};
}

std::optional<FlowMomentum> FluidMomentum::Reading::tell(const grid::Figures::Reader& reader) const {
  if (!items) return {};
  const auto item = [&](int k) {
    constexpr auto bytes = static_cast<std::uint32_t>(sizeof(FluidMomentumSum));
    return pair_of(reader.get<FluidMomentumSum>(*items + static_cast<std::uint32_t>(k) * bytes));
  };
  return FlowMomentum{.now = pair_of(reader.get<FluidMomentumSum>(*now)),
                      .exchanges = item(fluid_momentum_exchanges),
                      .pushes = item(fluid_momentum_pushes),
                      .edges = item(fluid_momentum_edges),
                      .pressure = item(fluid_momentum_pressure),
                      .friction = item(fluid_momentum_friction),
                      .transport = item(fluid_momentum_transport)};
}

}  // namespace undine::fluid
