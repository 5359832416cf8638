// Particles that become a grid's water: they are found (exchange/dip.comp), and what they are goes to the cells around
// them in whole quanta (exchange/catch.comp).
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/exchange.h"
#include "passes/exchange/exchange_params.h"

namespace undine::exchange {

struct Catch {
  graph::Buffer position, velocity, control, taken;  // of the particles
  graph::Buffer arguments;                           // of a dispatch over them (exchange/begin.comp)
  graph::Image surface, flow;                        // of the grid; flow: where depths are known
  graph::Buffer gains, tally;                        // cells first to first + count; cleared
  ExchangeCatchParams params;
};

void catch_particles(graph::Graph& g, const Catch& c);

}  // namespace undine::exchange
