// Foam at impacts of falling water, against the formula in double precision.
#include <algorithm>
#include <cmath>

#include "engine/scene/couplings.h"
#include "passes/columns/flow_traces.h"
#include "passes/ledger/ledger_params.h"
#include "tests/support/gpu.h"

namespace undine {

struct FoamStrike : test::GpuTest {
  static glm::uvec2 words(double v) {
    const auto u = static_cast<std::uint64_t>(std::llround(v));
    return {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(u >> 32)};
  }
};

TEST_F(FoamStrike, FallingWaterMakesFoamAndInflowDoesNot) {
  const glm::uvec2 cells(9, 7), first(2, 1), count(4, 5);
  const double area = 0.01, quantum = CouplingFigures::quantum, amount = 2;
  struct Case {
    glm::uvec2 at;
    double meters, speed;  // absorbed volume over the cell's area; downward speed
  };
  const Case cases[] = {
      {{0, 0}, 0.002, 6}, {{3, 4}, 0.0005, 3}, {{1, 2}, 0.01, 0.9}, {{2, 2}, 0.3, 0}, {{2, 3}, 0.001, 4}};
  std::vector<grid::LedgerDeposit> deposits(std::size_t{count.x} * count.y);
  for (const Case& c : cases) {
    const double quanta = c.meters * area / quantum;
    deposits[c.at.y * count.x + c.at.x] = {words(quanta), {0, 0}, words(quanta * c.speed), {0, 0}};
  }
  columns::FlowTracesSettings settings;
  settings.foam.amount = amount;
  columns::FlowTraces traces(state, "w", cells, settings);
  std::vector<Field> fields;
  traces.add_fields(fields);
  graph::Graph g(state);
  const graph::Buffer box = state.buffer("gains", {.bytes = deposits.size() * sizeof(deposits[0])});
  g.upload("gains", box, deposits);
  traces.start(g);
  traces.strike(g, {.cells = box, .first = first, .count = count}, quantum / area);
  const graph::Buffer now = fields[0].publish(g).buffer;
  run(g);
  const auto foam = read<float>(now);
  std::vector<double> wanted(std::size_t{cells.x} * cells.y, 0);
  for (const Case& c : cases) {
    const double share = 0.3 * std::clamp((c.speed - 1) / 4, 0.0, 1.0);
    wanted[(c.at.y + first.y) * cells.x + c.at.x + first.x] = 1 - std::exp(-amount * c.meters * share / 0.005);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(foam[i], wanted[i], 1e-6) << i;
  EXPECT_GT(wanted[std::size_t{cells.x} * first.y + first.x], 0.2);
}

}  // namespace undine
