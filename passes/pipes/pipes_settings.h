// What a scene may say of a "pipes" water. Lengths in metres; `center` counts from the middle of the grid along x and
// z; levels are world y.
#pragma once
#include <filesystem>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/pipes/flow_traces.h"
#include "passes/pipes/pipes_params.h"

namespace undine::pipes {

enum class PipesEdge { wall, open, level };  // values: pipes_edge_* of passes/pipes/pipes_params.h

struct PipesEdges {
  PipesEdge west = PipesEdge::wall, east = PipesEdge::wall, north = PipesEdge::wall, south = PipesEdge::wall;
  void describe(settings::Visitor& v);  // -x +x -z +z
};

struct PipesShape {
  enum class Kind { level, box, disc, npy } kind = Kind::level;
  double level = 0, depth = 0, radius = 1;
  glm::dvec2 center{0, 0}, size{1, 1};
  std::filesystem::path file;
  void describe(settings::Visitor& v);
};

struct PipesRegion {
  glm::dvec2 center{0, 0}, size{0, 0};
  void describe(settings::Visitor& v);
};

struct PipesFeed {  // a source or a drain
  enum class Level { number, none };
  PipesRegion region;
  double rate = 0, level = 0;
  Level level_from = Level::none;
  void describe(settings::Visitor& v);
};

struct PipesGate {  // a wall that stands on the ground and sinks into it
  PipesRegion region;
  double top = 1, opens = 0, time = 1;
  MaterialSettings material{.color = {0.35, 0.33, 0.31}, .pattern = MaterialSettings::Pattern::stone};
  void describe(settings::Visitor& v);
};

struct PipesWind {
  double speed = 0, direction = 0, drag = 0.0013;
  void describe(settings::Visitor& v);
  glm::dvec2 stress() const;  // on the water over its density, m²/s²
};

struct PipesPointerSettings {
  enum class Action { push, pour } action = Action::push;
  double strength = 1;
  void describe(settings::Visitor& v);
};

struct PipesSettings : SolverSettings {
  glm::uvec2 cells{128, 128};
  glm::dvec2 size{16, 16};
  glm::dvec3 origin{0, 0, 0};
  double gravity = 0, friction = 0, manning = 0;
  std::uint32_t layers = 1;
  double eddy_viscosity = 1e-4;
  double horizontal_viscosity = 0;
  std::vector<PipesShape> initial;
  std::vector<PipesFeed> sources, drains;
  double rain = 0, evaporation = 0, infiltration = 0;
  double weir = 0.544331;  // (2/3)^(3/2)
  PipesEdges edges;
  FlowTracesSettings traces;
  std::vector<PipesGate> gates;
  PipesWind wind;
  PipesPointerSettings pointer;

  // All of its water is given one level, and none comes or goes.
  bool is_lake() const {
    return initial.size() == 1 && initial[0].kind == PipesShape::Kind::level && sources.empty() && drains.empty() &&
           gates.empty() && rain == 0 && evaporation == 0 && infiltration == 0;
  }

  void describe(settings::Visitor& v) override;
  std::optional<Place> place() const override { return Place{origin, size}; }
  double own_gravity() const override { return gravity; }
  std::vector<MovingWall> walls(const std::optional<Heightmap>& terrain) const override;
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;

  glm::dvec2 cell() const { return size / glm::dvec2(cells); }
};

}  // namespace undine::pipes
