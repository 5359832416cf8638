// Particles that become a grid's water: those that dip are found, and what they are goes to the cells around them in
// whole quanta (coupling/catch.comp).
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/exchange.h"
#include "passes/coupling/exchange_params.h"

namespace undine::exchange {

struct Catch {
  graph::Buffer position, velocity, control, taken;  // of the particles
  graph::Image surface, flow;                        // of the grid; flow: where depths are known
  graph::Buffer gains, tally;                        // cells first to first + count
  graph::Buffer struck;                              // of `gains`: which of them may not be 0
  graph::Buffer dipping;                             // uint for each particle that there may be: those that dip
  graph::Buffer stamps;                              // of cells and a ring: when each has been listed last
  ExchangeCatchParams params;
};

void catch_particles(graph::Graph& g, const Catch& c);

}  // namespace undine::exchange
