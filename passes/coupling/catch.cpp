#include "passes/coupling/catch.h"

#include <algorithm>

namespace undine::exchange {

void catch_particles(graph::Graph& g, const Catch& c) {
  // Few groups that each look at many particles: a dispatch of a small one costs more than what is to be done.
  constexpr std::uint32_t each = 8192, most_groups = 32;
  auto node = g.compute("catch", "coupling/catch.comp");
  node.read("position", c.position).modify("velocity", c.velocity).read("control", c.control);
  node.read("surface", c.surface, graph::Sampler::nearest_clamp);
  node.optional("flow", c.flow, graph::Sampler::nearest_clamp);
  node.modify("dipping", c.dipping).modify("gains", c.gains).accumulate("tally", c.tally).accumulate("taken", c.taken);
  node.modify("struck", c.struck).accumulate("stamps", c.stamps);
  node.groups({std::clamp((c.params.capacity + each - 1) / each, 1u, most_groups), 1, 1}).params(c.params);
}

}  // namespace undine::exchange
