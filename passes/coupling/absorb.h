// Absorbs particles that dip under a grid's surface: finds them, and deposits their volume and momentum in the cells
// around them in whole quanta (coupling/catch.comp).
#pragma once
#include "engine/graph/graph.h"
#include "passes/coupling/exchange_params.h"

namespace undine::coupling {

struct Absorption {
  graph::Buffer position, velocity, control, taken;  // of the particles
  graph::Image surface, flow;                        // of the grid; flow: null where depths are unknown
  graph::Buffer gains, tally;                        // cells first to first + count
  graph::Buffer struck;                              // list of the touched cells of `gains`
  graph::Buffer dipping;                             // uint per particle of the capacity: indices of those that dip
  graph::Buffer stamps;                              // of cells and a ring: clock step in which each was last listed
  ExchangeCatchParams params;
};

void absorb_particles(graph::Graph& g, const Absorption& a);

}  // namespace undine::coupling
