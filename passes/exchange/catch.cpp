#include "passes/exchange/catch.h"

namespace undine::exchange {

void catch_particles(graph::Graph& g, const Catch& c) {
  const graph::Buffer found = g.buffer("found", {.bytes = sizeof(std::uint32_t)});
  const graph::Buffer dipping =
      g.buffer("dipping", {.bytes = sizeof(std::uint32_t) * std::uint64_t{c.params.capacity}});
  g.clear("clear_found", found);
  auto dip = g.compute("dip", "exchange/dip.comp");
  dip.read("position", c.position).read("velocity", c.velocity).read("control", c.control);
  dip.read("surface", c.surface, graph::Sampler::nearest_clamp);
  dip.optional("flow", c.flow, graph::Sampler::nearest_clamp);
  dip.accumulate("found", found).write("dipping", dipping).indirect(c.arguments).params(c.params);
  auto give = g.compute("catch", "exchange/catch.comp");
  give.read("position", c.position).modify("velocity", c.velocity).read("found", found).read("dipping", dipping);
  give.read("surface", c.surface, graph::Sampler::nearest_clamp);
  give.optional("flow", c.flow, graph::Sampler::nearest_clamp);
  give.accumulate("gains", c.gains).accumulate("tally", c.tally).accumulate("taken", c.taken);
  give.over({exchange_lanes, 1, 1}).params(c.params);
}

}  // namespace undine::exchange
