#include "passes/exchange/catch.h"

#include "passes/grid/ledger_params.h"

namespace undine::exchange {

void catch_particles(graph::Graph& g, const Catch& c) {
  const graph::Buffer dipping =
      g.buffer("dipping", {.bytes = sizeof(grid::LedgerList) + 4 * std::uint64_t{c.params.capacity}});
  const graph::Buffer arguments = g.buffer("arguments", {.bytes = sizeof(glm::uvec3)});
  auto wipe = g.compute("wipe", "exchange/wipe.comp");
  wipe.read("struck", c.struck).read("control", c.control).modify("gains", c.gains);
  wipe.write("dipping", dipping).write("arguments", arguments);
  wipe.over({exchange_lanes, 1, 1}).params(ExchangeWipeParams{c.params.count});
  auto dip = g.compute("dip", "exchange/dip.comp");
  dip.read("position", c.position).read("velocity", c.velocity).read("control", c.control);
  dip.read("surface", c.surface, graph::Sampler::nearest_clamp);
  dip.optional("flow", c.flow, graph::Sampler::nearest_clamp);
  dip.modify("dipping", dipping).modify("struck", c.struck);
  dip.indirect(arguments).params(c.params);
  auto give = g.compute("catch", "exchange/catch.comp");
  give.read("position", c.position).modify("velocity", c.velocity).read("dipping", dipping);
  give.read("surface", c.surface, graph::Sampler::nearest_clamp);
  give.optional("flow", c.flow, graph::Sampler::nearest_clamp);
  give.accumulate("gains", c.gains).accumulate("tally", c.tally).accumulate("taken", c.taken);
  give.accumulate("struck", c.struck).accumulate("stamps", c.stamps);
  give.indirect(dipping).params(c.params);
}

}  // namespace undine::exchange
