#include "passes/pipes/pipes_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/trigonometric.hpp>

namespace undine::pipes {

namespace {

const settings::Spec middle{
    .help = "place, from the middle of the grid along x and z", .unit = "m", .min = -1e6, .max = 1e6};

}  // namespace

void PipesEdges::describe(settings::Visitor& v) {
  const char* help =
      "what water meets at this side: a wall, an open edge over which it falls, or columns that keep their first level";
  v.choice("-x", west, {"wall", "open", "level"}, {.help = help});
  v.choice("+x", east, {"wall", "open", "level"}, {.help = help});
  v.choice("-z", north, {"wall", "open", "level"}, {.help = help});
  v.choice("+z", south, {"wall", "open", "level"}, {.help = help});
}

void PipesShape::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"level", "box", "disc", "npy"},
        {.help = "where water stands at the beginning, at rest; of several shapes the deepest holds"});
  const settings::Spec surface{.help = "world y of the surface", .unit = "m", .min = -1e6, .max = 1e6};
  const settings::Spec deep{
      .help = "depth over the ground, in place of a level; 0: by level", .unit = "m", .min = 0, .max = 1e4};
  switch (kind) {
    case Kind::level:
      v.value("level", level, surface);
      break;
    case Kind::box:
      v.value("level", level, surface);
      v.value("depth", depth, deep);
      v.value("center", center, middle);
      v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 0, .max = 1e7, .above_min = true});
      break;
    case Kind::disc:
      v.value("level", level, surface);
      v.value("depth", depth, deep);
      v.value("center", center, middle);
      v.value("radius", radius, {.help = "radius of the disc", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      break;
    case Kind::npy:
      v.file("file", file, {.help = "float32 or float64 (nz, nx), metres of water, not negative", .required = true});
      break;
  }
}

void PipesRegion::describe(settings::Visitor& v) {
  v.value("center", center, middle);
  v.value("size", size,
          {.help = "extent along x and z; columns whose middle is inside, at least the nearest one",
           .unit = "m",
           .min = 0,
           .max = 1e7});
}

void PipesFeed::describe(settings::Visitor& v) {
  v.object("region", region, {.help = "which columns"});
  v.value("rate", rate, {.help = "water per second, over the whole region", .unit = "m³/s", .min = 0, .max = 1e9});
  v.value_or(
      "level", level, level_from, {"none"},
      {.help = "world y at which a source holds its columns, and over which a drain takes all; \"none\": no hold",
       .unit = "m",
       .min = -1e6,
       .max = 1e6});
  if (rate == 0 && level_from == Level::none) v.reject("rate", "neither rate nor level is given", "one of them");
}

void PipesGate::describe(settings::Visitor& v) {
  v.object("region", region, {.help = "columns that it stands on"});
  v.value("top", top, {.help = "world y of its crest while it is closed", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("opens", opens, {.help = "when it begins to sink", .unit = "s", .min = 0, .max = 1e9});
  v.value("time", time, {.help = "in which it sinks into the ground; 0: at once", .unit = "s", .min = 0, .max = 1e9});
  v.object("material", material, {.help = "its surface"});
}

void PipesWind::describe(settings::Visitor& v) {
  v.value("speed", speed, {.help = "of the air over the water", .unit = "m/s", .min = 0, .max = 200});
  v.value("direction", direction,
          {.help = "towards which it blows: 0 is +x, 90 is +z", .unit = "degrees", .min = -360, .max = 360});
  v.value("drag", drag, {.help = "coefficient of the stress, rho_air C |W| W", .min = 0, .max = 1});
}

glm::dvec2 PipesWind::stress() const {
  constexpr double air_over_water = 1.225 / 1000;
  const double angle = glm::radians(direction);
  return air_over_water * drag * speed * speed * glm::dvec2(std::cos(angle), std::sin(angle));
}

void PipesPointerSettings::describe(settings::Visitor& v) {
  v.choice("action", action, {"push", "pour"},
           {.help = "what a drag does: it presses the water aside, or pours some; with Shift it always pours"});
  v.value("strength", strength,
          {.help = "factor on its pressure and on what it pours per second", .min = 0, .max = 100});
}

void PipesSettings::describe(settings::Visitor& v) {
  v.value("cells", cells, {.help = "columns along x and z", .min = 1, .max = 16384});
  v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 1e-6, .max = 1e7});
  v.value("origin", origin,
          {.help = "middle of the grid; y is the ground where the scene has no terrain",
           .unit = "m",
           .min = -1e6,
           .max = 1e6});
  v.value("gravity", gravity, {.help = "0: as the scene says", .unit = "m/s²", .min = 0, .max = 1000});
  v.value("friction", friction, {.help = "rate at which flow dies away", .unit = "1/s", .min = 0, .max = 1e6});
  v.value("manning", manning,
          {.help = "Manning's n of the ground: 0.012 smooth concrete, 0.035 a natural river",
           .unit = "s/m^(1/3)",
           .min = 0,
           .max = 10});
  v.value("layers", layers,
          {.help = "cells per column, one over the other, each with a velocity: 1, 2 or 4", .min = 1, .max = 4});
  if (layers == 3) v.reject("layers", "3", "1, 2 or 4");
  v.value("eddy_viscosity", eddy_viscosity,
          {.help = "least viscosity between the cells of a column; the turbulence of the ground adds to it",
           .unit = "m²/s",
           .min = 0,
           .max = 1000});
  v.value("horizontal_viscosity", horizontal_viscosity,
          {.help = "eddy viscosity between columns: calms ripples of the grid's size and the tips of floods",
           .unit = "m²/s",
           .min = 0,
           .max = 1000});
  v.list("initial", initial, {.help = "water at the beginning"});
  v.list("sources", sources, {.help = "columns that water comes from"});
  v.list("drains", drains, {.help = "columns that water goes to"});
  v.value("rain", rain, {.help = "on every column; 1 mm/h is 2.78e-7 m/s", .unit = "m/s", .min = 0, .max = 1});
  v.value("evaporation", evaporation, {.help = "from every wet column", .unit = "m/s", .min = 0, .max = 1});
  v.value("infiltration", infiltration,
          {.help = "into the ground of every wet column", .unit = "m/s", .min = 0, .max = 1});
  v.value("weir", weir,
          {.help = "discharge coefficient of spills, |q| <= weir h sqrt(g h); (2/3)^(3/2) is the broad crest",
           .min = 0,
           .max = 1,
           .above_min = true});
  v.object("edges", edges, {.help = "what water meets at the four sides"});
  traces.describe(v);
  v.list("gates", gates, {.help = "walls that sink into the ground at a time"});
  if (gates.size() > pipes_most_gates)
    v.reject("gates", fmt::format("{} gates", gates.size()), fmt::format("at most {}", pipes_most_gates));
  v.object("wind", wind, {.help = "wind that pulls the water along"});
  v.object("pointer", pointer, {.help = "what the pointer does to this water"});
}

}  // namespace undine::pipes
