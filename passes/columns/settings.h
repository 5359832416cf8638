// Scene settings of waters of columns on a terrain. Lengths in meters; `center` counts from the middle of the
// grid along x and z; levels are world y.
#pragma once
#include <array>
#include <filesystem>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/columns/columns_params.h"
#include "passes/columns/flow_traces.h"
#include "passes/grid/region.h"
#include "passes/ledger/gauges.h"

namespace undine::columns {

// Values: column_edge_* of passes/columns/columns_params.h. Not every solver has all of them.
enum class Edge { wall, open, level, transmissive, sea, discharge };

struct Edges {  // -x +x -z +z
  Edge west = Edge::wall, east = Edge::wall, north = Edge::wall, south = Edge::wall;
  glm::dvec4 discharge{0};                 // m^2/s into the grid, of sides that are Edge::discharge: -x +x -z +z
  std::array<settings::Series, 4> series;  // of it over time, in its place; empty: it is constant
  // Means over a time.
  glm::dvec4 inflow(double from, double to) const {
    glm::dvec4 out = discharge;
    for (int k = 0; k < 4; ++k)
      if (const settings::Series& s = of(k); !s.empty()) out[k] = settings::series_mean(s, from, to);
    return out;
  }
  double most(int side) const { return of(side).empty() ? discharge[side] : settings::series_most(of(side)); }
  const settings::Series& of(int side) const { return series[static_cast<std::size_t>(side)]; }
  bool are_walls() const {
    return west == Edge::wall && east == Edge::wall && north == Edge::wall && south == Edge::wall;
  }
};

struct Shape {
  enum class Kind { level, box, disc, npy } kind = Kind::level;
  double level = 0, depth = 0, radius = 1;
  glm::dvec2 center{0, 0}, size{1, 1};
  std::filesystem::path file;
  void describe(settings::Visitor& v);
};

using Region = grid::Region;

struct SourceOrDrain {  // a source or a drain
  enum class Level { number, none };
  Region region;
  grid::Hydrograph series;               // of the rate, in its place; empty: it is constant
  grid::Hydrograph level_series;         // of the tide, in its place; empty: it is constant
  double rate = 0, level = 0, tide = 0;  // m³/s; m; m added to the level
  Level level_from = Level::none;
  void describe(settings::Visitor& v);
  double most() const { return series.empty() ? rate : settings::series_most(series); }
  // The level at a time, and the highest one that it ever is.
  double level_at(double time) const {
    return level + (level_series.empty() ? tide : settings::series_at(level_series, time));
  }
  double highest_level() const;
};

struct Gate {  // a wall that stands on the ground and sinks into it
  Region region;
  double top = 1, opens = 0, time = 1;
  MaterialSettings material{.color = {0.35, 0.33, 0.31}, .pattern = MaterialSettings::Pattern::stone};
  void describe(settings::Visitor& v);
};

struct Wind {
  double speed = 0, direction = 0, drag = 0.0013;
  void describe(settings::Visitor& v);
  glm::dvec2 stress() const;  // on the water over its density, m²/s²
};

struct PointerSettings {
  enum class Action { push, pour } action = Action::push;
  double strength = 1;
  void describe(settings::Visitor& v);
};

struct ColumnsSettings {
  glm::uvec2 cells{128, 128};
  glm::dvec2 size{16, 16};
  glm::dvec3 origin{0, 0, 0};
  double gravity = 0, friction = 0, manning = 0;
  std::vector<Shape> initial;
  std::vector<SourceOrDrain> sources, drains;
  double rain = 0, evaporation = 0, infiltration = 0;
  Edges edges;
  FlowTracesSettings traces;
  std::vector<Gate> gates;
  Wind wind;
  PointerSettings pointer;
  std::vector<grid::Gauge> gauges;

  // All of its water is given one level, and none comes or goes.
  bool is_lake() const {
    return initial.size() == 1 && initial[0].kind == Shape::Kind::level && sources.empty() && drains.empty() &&
           gates.empty() && edges.are_walls() && rain == 0 && evaporation == 0 && infiltration == 0;
  }

  glm::dvec2 cell() const { return size / glm::dvec2(cells); }
};

// Base of the settings of a solver of columns, which calls the describe_* in the order in which it shows them.
struct ColumnsSolverSettings : SolverSettings, ColumnsSettings {
  std::optional<Place> place() const override { return Place{origin, size}; }
  std::optional<double> initial_level(const glm::dvec2& at, double ground) const override;
  double own_gravity() const override { return gravity; }
  std::vector<MovingWall> walls(const std::optional<Heightmap>& terrain) const override;

 protected:
  void describe_grid(settings::Visitor& v);    // cells, size, origin, gravity
  void describe_ground(settings::Visitor& v);  // friction, manning
  void describe_water(settings::Visitor& v);   // initial water, what feeds and drains it
  void describe_around(settings::Visitor& v);  // traces, gates, wind, pointer
};

}  // namespace undine::columns
