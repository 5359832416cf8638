// Absorbs particles below a grid's surface: finds them, and deposits their volume and momentum in the cells
// around them in whole quanta (coupling/absorb.comp).
#pragma once
#include "engine/graph/graph.h"
#include "passes/coupling/coupling_params.h"

namespace undine::coupling {

struct Absorption {
  graph::Buffer position, velocity, control, taken;  // of the particles
  graph::Image surface, flow;                        // of the grid; flow: null where depths are unknown
  graph::Buffer deposits, totals;                    // cells first to first + count
  graph::Buffer touched;                             // list of the touched cells of `deposits`
  graph::Buffer candidates;  // uint per particle of the capacity: indices of those below the surface
  graph::Buffer stamps;      // of cells and a ring: clock step in which each was last listed
  AbsorbParams params;
};

void absorb_particles(graph::Graph& g, const Absorption& a);

}  // namespace undine::coupling
