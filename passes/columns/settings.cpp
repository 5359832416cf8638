#include "passes/columns/settings.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/trigonometric.hpp>

namespace undine::columns {

namespace {

const settings::Spec middle{
    .help = "position relative to the grid's center along x and z", .unit = "m", .min = -1e6, .max = 1e6};

}  // namespace

void Shape::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"level", "box", "disc", "npy"},
        {.help = "initial water at rest; where shapes overlap the deepest applies"});
  const settings::Spec surface{.help = "world y of the surface", .unit = "m", .min = -1e6, .max = 1e6};
  const settings::Spec deep{
      .help = "depth above the ground instead of a level; 0: by level", .unit = "m", .min = 0, .max = 1e4};
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
      v.file("file", file, {.help = "float32 or float64 (nz, nx), meters of water, not negative", .required = true});
      break;
  }
}

void SourceOrDrain::describe(settings::Visitor& v) {
  grid::describe_feed(v, region, rate, series);
  v.value_or("level", level, level_from, {"none"},
             {.help = "level that a source maintains in its columns, and above which a drain removes all water, world "
                      "y; \"none\": by rate only",
              .unit = "m",
              .min = -1e6,
              .max = 1e6,
              .live = true});
  v.value_or_series("tide", tide, level_series,
                    {.help = "offset of the level; or a level series [[seconds, meters], ...] with linear "
                             "interpolation, constant before and after",
                     .unit = "m",
                     .min = -1e6,
                     .max = 1e6});
  if (rate == 0 && series.empty() && level_from == Level::none)
    v.reject("rate", "neither rate nor level is given", "one of them");
  if (level_from == Level::none && (tide != 0 || !level_series.empty()))
    v.reject("tide", "a tide is given, but no level that it is added to", "a tide beside a level");
}

double SourceOrDrain::highest_level() const {
  double most = level + tide;
  if (level_series.empty()) return most;
  most = level + level_series.front().y;
  for (const glm::dvec2& point : level_series) most = std::max(most, level + point.y);
  return most;
}

void Gate::describe(settings::Visitor& v) {
  v.object("region", region, {.help = "columns under the gate"});
  v.value("top", top, {.help = "world y of the crest of the closed gate", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("opens", opens, {.help = "time at which the gate begins to open", .unit = "s", .min = 0, .max = 1e9});
  v.value("time", time, {.help = "duration of the opening; 0: at once", .unit = "s", .min = 0, .max = 1e9});
  v.object_or_name("material", material, "materials", {.help = "name of its material, or its color"});
}

void Wind::describe(settings::Visitor& v) {
  v.value("speed", speed, {.help = "wind speed above the water", .unit = "m/s", .min = 0, .max = 200});
  v.value("direction", direction,
          {.help = "direction in which the wind blows: 0 is +x, 90 is +z", .unit = "degrees", .min = -360, .max = 360});
  v.value("drag", drag, {.help = "coefficient of the stress, rho_air C |W| W", .min = 0, .max = 1});
}

glm::dvec2 Wind::stress() const {
  constexpr double air_over_water = 1.225 / 1000;
  const double angle = glm::radians(direction);
  return air_over_water * drag * speed * speed * glm::dvec2(std::cos(angle), std::sin(angle));
}

void PointerSettings::describe(settings::Visitor& v) {
  v.choice(
      "action", action, {"push", "pour"},
      {.help = "effect of dragging the pointer: pushes the water aside, or pours water; with Shift it always pours"});
  v.value("strength", strength,
          {.help = "factor on the pressure of the pointer and on the volume that it pours per second",
           .min = 0,
           .max = 100});
}

void ColumnsSolverSettings::describe_grid(settings::Visitor& v) {
  v.value("cells", cells, {.help = "columns along x and z", .min = 1, .max = 16384});
  v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 1e-6, .max = 1e7});
  v.value("origin", origin,
          {.help = "center of the grid; y is the ground if the scene has no terrain",
           .unit = "m",
           .min = -1e6,
           .max = 1e6});
  v.value("gravity", gravity,
          {.help = "gravity of this water; 0: the scene's value", .unit = "m/s²", .min = 0, .max = 1000, .live = true});
}

void ColumnsSolverSettings::describe_ground(settings::Visitor& v) {
  v.value("friction", friction,
          {.help = "linear damping rate of the flow", .unit = "1/s", .min = 0, .max = 1e6, .live = true});
  v.value("manning", manning,
          {.help = "Manning's n of the ground: 0.012 smooth concrete, 0.035 a natural river",
           .unit = "s/m^(1/3)",
           .min = 0,
           .max = 10,
           .live = true});
}

void ColumnsSolverSettings::describe_water(settings::Visitor& v) {
  v.list("initial", initial, {.help = "initial water"});
  v.list("sources", sources, {.help = "sources: columns that receive water"});
  v.list("drains", drains, {.help = "drains: columns that lose water"});
  v.value("rain", rain,
          {.help = "rain on every column; 1 mm/h is 2.78e-7 m/s", .unit = "m/s", .min = 0, .max = 1, .live = true});
  v.value("evaporation", evaporation,
          {.help = "evaporation from every wet column", .unit = "m/s", .min = 0, .max = 1, .live = true});
  v.value(
      "infiltration", infiltration,
      {.help = "infiltration into the ground of every wet column", .unit = "m/s", .min = 0, .max = 1, .live = true});
}

void ColumnsSolverSettings::describe_around(settings::Visitor& v) {
  traces.describe(v);
  std::size_t series = 0, moving = 0;
  for (const std::vector<SourceOrDrain>* feeds : {&sources, &drains})
    for (const SourceOrDrain& feed : *feeds) {
      series += feed.series.empty() ? 0 : 1;
      moving += feed.level_series.empty() ? 0 : 1;
    }
  if (series > most_series)
    v.reject("sources", fmt::format("{} sources and drains have a hydrograph", series),
             fmt::format("at most {}", most_series));
  if (moving > most_series)
    v.reject("sources", fmt::format("{} sources and drains have a level series", moving),
             fmt::format("at most {}", most_series));
  v.list("gates", gates, {.help = "gates: walls that sink into the ground at a given time"});
  if (gates.size() > most_gates)
    v.reject("gates", fmt::format("{} gates", gates.size()), fmt::format("at most {}", most_gates));
  v.object("wind", wind, {.help = "wind stress on the water", .live = true});
  v.object("pointer", pointer, {.help = "effect of the pointer on this water", .live = true});
  grid::describe_gauges(v, gauges, {"level", "depth", "velocity", "discharge"});
}

std::optional<double> ColumnsSolverSettings::initial_level(const glm::dvec2& at, double ground) const {
  const glm::dvec2 from = at - glm::dvec2(origin.x, origin.z);
  if (glm::any(glm::greaterThan(2.0 * glm::abs(from), size))) return {};
  std::optional<double> out;
  for (const Shape& shape : initial) {
    const glm::dvec2 off = glm::abs(from - shape.center);
    const bool inside = shape.kind == Shape::Kind::level ||
                        (shape.kind == Shape::Kind::box && 2 * off.x <= shape.size.x && 2 * off.y <= shape.size.y) ||
                        (shape.kind == Shape::Kind::disc && glm::length(off) <= shape.radius);
    const double level = shape.depth > 0 ? ground + shape.depth : shape.level;
    if (inside && level > ground) out = std::max(out.value_or(level), level);
  }
  return out;
}

}  // namespace undine::columns
