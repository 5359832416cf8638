#include "passes/wave/wave_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/grid/edges.h"

namespace undine::wave {

void WaveEdges::describe(settings::Visitor& v) {
  const char* help =
      "boundary condition at this side: wall reflects, fixed keeps the rest level, absorb transmits, sea transmits and "
      "emits `waves`";
  v.choice("-x", west, {"wall", "fixed", "periodic", "absorb", "sea"}, {.help = help});
  v.choice("+x", east, {"wall", "fixed", "periodic", "absorb", "sea"}, {.help = help});
  v.choice("-z", north, {"wall", "fixed", "periodic", "absorb", "sea"}, {.help = help});
  v.choice("+z", south, {"wall", "fixed", "periodic", "absorb", "sea"}, {.help = help});
}

void WaveShape::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"gaussian", "dent", "cosine", "plane", "ridge", "npy"},
        {.help = "initial elevation above the rest level; shapes of a list add up"});
  const settings::Spec crest{.help = "elevation of the crest", .unit = "m", .min = -1e4, .max = 1e4};
  const settings::Spec middle{
      .help = "position relative to the grid's center along x and z", .unit = "m", .min = -1e6, .max = 1e6};
  const settings::Spec across{
      .help = "direction across the crests, from +x towards +z", .unit = "degrees", .min = -360, .max = 360};
  switch (kind) {
    case Kind::gaussian:
      v.value("height", height, crest);
      v.value("radius", radius,
              {.help = "distance at which it falls to 1/e", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      v.value("center", center, middle);
      break;
    case Kind::dent:
      v.value("depth", depth, {.help = "depth of the paraboloid dent", .unit = "m", .min = -1e4, .max = 1e4});
      v.value("radius", radius, {.help = "radius of its rim", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      v.value("center", center, middle);
      break;
    case Kind::cosine:
      v.value("height", height, crest);
      v.value("mode", mode,
              {.help = "number of half waves along x and z; sines along an axis with two fixed edges",
               .min = 0,
               .max = 16384});
      break;
    case Kind::plane:
      v.value("height", height, crest);
      v.value("wavelength", wavelength, {.help = "wavelength", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      v.value("angle", angle, across);
      v.value("center", center,
              {.help = "point on a crest of the initial wave, relative to the grid's center",
               .unit = "m",
               .min = -1e6,
               .max = 1e6});
      break;
    case Kind::ridge:
      v.value("height", height, crest);
      v.value("radius", radius,
              {.help = "distance across the crest at which it falls to 1/e",
               .unit = "m",
               .min = 0,
               .max = 1e6,
               .above_min = true});
      v.value("angle", angle, across);
      v.value("center", center,
              {.help = "point on the crest, relative to the grid's center", .unit = "m", .min = -1e6, .max = 1e6});
      break;
    case Kind::npy:
      v.file("file", file, {.help = "float32 or float64 (nz, nx), meters", .required = true});
      break;
  }
}

void WaveMaker::describe(settings::Visitor& v) {
  v.value(
      "center", center,
      {.help = "center of the line relative to the grid's center along x and z", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("length", length, {.help = "length of the line; 0 is a point", .unit = "m", .min = 0, .max = 1e6});
  v.value("angle", angle,
          {.help = "direction across the line, from +x towards +z", .unit = "degrees", .min = -360, .max = 360});
  v.value("radius", radius,
          {.help = "half width of the line; below a quarter of the wave length",
           .unit = "m",
           .min = 0,
           .max = 1e5,
           .above_min = true});
  v.value("height", height,
          {.help = "amplitude of the waves beside a long line", .unit = "m", .min = -100, .max = 100});
  v.value("period", period, {.help = "period of the waves", .unit = "s", .min = 0.001, .max = 1e5});
}

void WaveFeed::describe(settings::Visitor& v) { grid::describe_feed(v, region, rate, series); }

void WaveSettings::reject_waves(settings::Visitor& v) const {
  const WaveEdge sides[] = {edges.west, edges.east, edges.north, edges.south};
  const bool seas = std::ranges::find(sides, WaveEdge::sea) != std::end(sides);
  if (seas && (dispersion != Dispersion::none || !on.empty()))
    v.reject("edges", "a sea at the edge of waves with dispersion or on a sea",
             "\"absorb\", or \"dispersion\": \"none\"");
  if (!waves.any()) return;
  if (sides[static_cast<int>(waves.from)] != WaveEdge::sea)
    v.reject("waves", "enter over an edge that is not a sea", "\"sea\" for that side of \"edges\"");
  if (waves.direction != 0) v.reject("waves", "have a direction", "0: waves enter at a right angle");
}

void WaveSettings::describe(settings::Visitor& v) {
  v.value("cells", cells, {.help = "grid cells along x and z", .min = 1, .max = 16384});
  v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 1e-6, .max = 1e7});
  v.value("origin", origin, {.help = "center of the grid at rest level", .unit = "m", .min = -1e6, .max = 1e6});
  v.value_or("speed", speed, speed_from, {"depth"},
             {.help = "speed of the waves, or \"depth\": sqrt(gravity * depth over the terrain)",
              .unit = "m/s",
              .min = 0,
              .max = 1e6,
              .live = true});
  v.value("gravity", gravity,
          {.help = "gravity, for speed \"depth\" and for dispersion; 0: the scene's value",
           .unit = "m/s²",
           .min = 0,
           .max = 1000,
           .live = true});
  v.choice(
      "dispersion", dispersion, {"none", "airy"},
      {.help = "none: all waves travel at `speed`; airy: phase speed sqrt(g/k tanh(k depth)) for each wavelength"});
  v.value_or("depth", depth, depth_from, {"deep"},
             {.help = "depth of the water for dispersion, or \"deep\": deeper than half of the longest wavelength",
              .unit = "m",
              .min = 0,
              .max = 12000,
              .above_min = true});
  v.value("damping", damping,
          {.help = "decay rate g in h_tt + g h_t = c² ∇²h; Popov's vis per sub-step dt is 2 vis / ((2 - vis) dt)",
           .unit = "1/s",
           .min = 0,
           .max = 1e6,
           .live = true});
  v.file("damping_map", damping_map,
         {.help = "additional damping: PNG (black 0, white damping_map_max) or .npy in 1/s; row 0 is -z"});
  v.value("damping_map_max", damping_map_max,
          {.help = "damping rate of white in a PNG", .unit = "1/s", .min = 0, .max = 1e6, .live = true});
  v.object("edges", edges, {.help = "boundary conditions at the four sides"});
  v.object("waves", waves, {.help = "incoming waves at a \"sea\" edge"});
  reject_waves(v);
  v.file_or("islands", islands, islands_from, {"terrain"},
            {.help = "land mask: PNG (white is land) or .npy (over 0.5 is land), or \"terrain\": where it reaches the "
                     "rest level; row 0 is -z"});
  v.list("initial", initial, {.help = "initial shapes at rest"});
  v.object("drops", drops, {.help = "random drops", .live = true});
  v.list("makers", makers, {.help = "wave makers: lines that raise and lower the water", .live = true});
  v.list("sources", sources, {.help = "sources: columns that receive water"});
  v.list("drains", drains, {.help = "drains: columns that lose water at their rate at any level"});
  v.value("on", on, {.help = "name of a sea to which these waves add: bodies and pictures see the sum; empty: none"});
  v.value("sides", sides,
          {.help = "depth to which closed sides are drawn at the grid's border; 0: none",
           .unit = "m",
           .min = 0,
           .max = 1e5,
           .live = true});
  if (grounded() || islands.empty())
    grid::describe_gauges(v, gauges, {"level", "depth", "velocity", "discharge"});
  else  // the mask says where land is, and not how deep the water
    grid::describe_gauges(v, gauges, {"level", "velocity", "discharge"});

  const auto periodic = [](WaveEdge e) { return e == WaveEdge::periodic; };
  grid::reject_half_periodic(v, {periodic(edges.west), periodic(edges.east)},
                             {periodic(edges.north), periodic(edges.south)});
  if ((absorbs(edges.west) || absorbs(edges.east)) && cells.x < 4)
    v.reject("cells", fmt::format("{} cells along x are too few for an absorbing edge", cells.x), "at least 4");
  if ((absorbs(edges.north) || absorbs(edges.south)) && cells.y < 4)
    v.reject("cells", fmt::format("{} cells along z are too few for an absorbing edge", cells.y), "at least 4");
}

}  // namespace undine::wave
