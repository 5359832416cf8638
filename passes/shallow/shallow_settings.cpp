#include "passes/shallow/shallow_settings.h"

namespace undine::shallow {

namespace {

struct ShallowEdges {  // all that there are
  columns::Edges& edges;
  void describe(settings::Visitor& v) {
    const settings::Spec spec{
        .help =
            "boundary condition: \"wall\"; \"open\": overflow; \"level\": fixed initial level; \"transmissive\": zero "
            "gradient; \"sea\": absorbing boundary at the initial level with incoming \"waves\"; or an inflow per "
            "meter of the initially wet columns, a number or a hydrograph [[seconds, inflow], ...]",
        .unit = "m²/s",
        .min = 0,
        .max = 1e6,
        .above_min = true,
        .live = true};
    auto side = [&](const char* name, columns::Edge& edge, int k) {
      v.choice_or_series(name, edge, {"wall", "open", "level", "transmissive", "sea"}, edges.discharge[k],
                         edges.series[static_cast<std::size_t>(k)], {"discharge"}, spec);
    };
    side("-x", edges.west, 0);
    side("+x", edges.east, 1);
    side("-z", edges.north, 2);
    side("+z", edges.south, 3);
  }
};

}  // namespace

void Eddies::describe(settings::Visitor& v) {
  v.tag("model", model, {"none", "constant", "depth", "smagorinsky"},
        {.help = "eddy viscosity between columns. constant: a number; depth: kappa u* h / 6 with the friction velocity "
                 "u* of the ground, which needs manning; smagorinsky: (C cell)^2 times the rate of strain"});
  if (model == Model::constant)
    v.value("viscosity", viscosity, {.help = "eddy viscosity", .unit = "m²/s", .min = 0, .max = 1000, .live = true});
  if (model == Model::smagorinsky)
    v.value("coefficient", coefficient, {.help = "Smagorinsky's C", .min = 0, .max = 10, .live = true});
}

double ShallowSettings::dispersive_frequency() const {
  const bool told = dispersion != Dispersion::none && waves.any() && waves.kind != grid::IncidentWaves::Kind::series;
  return told ? 2 * std::numbers::pi / waves.period : 0;
}

void ShallowSettings::describe(settings::Visitor& v) {
  describe_grid(v);
  describe_ground(v);
  v.file("manning_map", manning_map,
         {.help = "Manning's n per column: .npy (nz, nx) in s/m^(1/3) or PNG (white is `manning`) over the grid, row 0 "
                  "is -z; or a GeoTIFF or .asc over the terrain"});
  v.choice(
      "dispersion", dispersion, {"none", "nonhydrostatic"},
      {.help = "none: hydrostatic, all waves travel at sqrt(g h); nonhydrostatic: dispersive by a dynamic pressure"});
  v.value(
      "layers", layers,
      {.help =
           "layers of the dynamic pressure: one for waves longer than two depths, two for waves longer than 0.8 depths",
       .min = 1,
       .max = 2});
  if (layers > 1 && dispersion == Dispersion::none)
    v.reject("layers", "two layers of a dynamic pressure that is off", "\"dispersion\": \"nonhydrostatic\", or 1");
  v.object("eddies", eddies, {.help = "turbulence model for eddies below the column size"});
  v.value("velocity", velocity, {.help = "initial velocity along x and z", .unit = "m/s", .min = -1000, .max = 1000});
  describe_water(v);
  ShallowEdges four{edges};
  v.object("edges", four, {.help = "boundary conditions at the four sides"});
  v.object("waves", waves, {.help = "incoming waves at a \"sea\" edge"});
  using From = grid::IncidentWaves::From;
  const columns::Edge side = waves.from == From::west    ? edges.west
                             : waves.from == From::east  ? edges.east
                             : waves.from == From::north ? edges.north
                                                         : edges.south;
  if (waves.any() && side != columns::Edge::sea)
    v.reject("waves", "enter over an edge that is not a sea", "\"sea\" for that side of \"edges\"");
  describe_around(v);
  if (eddies.model == Eddies::Model::depth && manning == 0 && manning_map.empty())
    v.reject("eddies", "\"depth\" without friction on the ground", "a manning over 0, or a manning_map");
}

}  // namespace undine::shallow
