#include "passes/pipes/pipes_settings.h"

namespace undine::pipes {

namespace {

struct PipesEdges {  // those that pipes know
  columns::Edges& edges;
  void describe(settings::Visitor& v) {
    const char* help =
        "boundary condition at this side: a wall, \"open\" with free overfall, or \"level\", where the outermost "
        "columns keep their initial level";
    v.choice("-x", edges.west, {"wall", "open", "level"}, {.help = help});
    v.choice("+x", edges.east, {"wall", "open", "level"}, {.help = help});
    v.choice("-z", edges.north, {"wall", "open", "level"}, {.help = help});
    v.choice("+z", edges.south, {"wall", "open", "level"}, {.help = help});
  }
};

}  // namespace

void PipesSettings::describe(settings::Visitor& v) {
  describe_grid(v);
  describe_ground(v);
  v.value("layers", layers, {.help = "layers per column with velocities of their own: 1, 2 or 4", .min = 1, .max = 4});
  if (layers == 3) v.reject("layers", "3", "1, 2 or 4");
  v.value("eddy_viscosity", eddy_viscosity,
          {.help = "smallest viscosity between layers; bed turbulence adds to it",
           .unit = "m²/s",
           .min = 0,
           .max = 1000,
           .live = true});
  v.value("horizontal_viscosity", horizontal_viscosity,
          {.help = "eddy viscosity between columns; damps grid-scale ripples and flood fronts",
           .unit = "m²/s",
           .min = 0,
           .max = 1000,
           .live = true});
  describe_water(v);
  v.value("weir", weir,
          {.help = "discharge coefficient of bed steps and open edges, |q| <= weir h sqrt(g h); (2/3)^(3/2): "
                   "broad-crested weir",
           .min = 0,
           .max = 1,
           .above_min = true,
           .live = true});
  PipesEdges four{edges};
  v.object("edges", four, {.help = "boundary conditions at the four sides"});
  describe_around(v);
}

}  // namespace undine::pipes
