// Scene settings of a "fluid" water. Lengths in meters; `center` counts from the middle of the grid along x and
// z.
#pragma once
#include <array>
#include <filesystem>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/fluid/fluid_params.h"
#include "passes/grid/drops.h"
#include "passes/ledger/gauges.h"
#include "passes/poisson/poisson.h"

namespace undine::fluid {

struct FluidEdge {
  enum class Kind { wall, slip, outflow, periodic, lid, inflow };  // lid: a wall that moves along itself
  Kind kind = Kind::wall;
  glm::dvec2 velocity{0, 0};
  std::array<settings::Series, 2> series;  // of its components over time, in its place; empty: it is constant
  bool periodic() const { return kind == Kind::periodic; }
};

struct FluidEdges {
  FluidEdge west, east, north, south;  // -x +x -z +z
  void move(double from, double to);   // velocities that have a series: to their means over a time
  void describe(settings::Visitor& v);
};

struct FluidShape {
  enum class Kind { npy, taylor_green, vortex, flow, noise, dye, image } kind = Kind::vortex;
  glm::dvec2 center{0, 0}, flow{1, 0};
  double radius = 0.2, speed = 1, wavelength = 0.5;
  glm::uvec2 mode{1, 1};
  glm::dvec3 amount{1, 1, 1};
  std::filesystem::path velocity, dye, file;
  void describe(settings::Visitor& v);
};

struct FluidEmitter {
  glm::dvec2 center{0, 0}, velocity{0, 0};
  double radius = 0.1, push = 0;
  glm::dvec3 dye{0, 0, 0};
  double swing = 0, period = 1, begin = 0, end = 1e9, noise = 0, drops = 0;
  void describe(settings::Visitor& v);
};

struct FluidObstacle {
  enum class Kind { disc, box, capsule, mask, scene } kind = Kind::disc;
  glm::dvec2 center{0, 0}, size{0.2, 0.2}, velocity{0, 0}, amplitude{0, 0};
  double radius = 0.1, length = 0.2, angle = 0, spin = 0, period = 1;
  std::filesystem::path file;
  void describe(settings::Visitor& v);
  bool moves() const;
  bool shaped() const { return kind < Kind::mask; }
};

struct FluidDye {
  std::uint32_t channels = 3;
  bool conservative = false;
  double density = 1, decay = 0;
  glm::dvec3 pointer{1, 1, 1};
  void describe(settings::Visitor& v);
};

struct FluidRipples {
  double speed = 0, damping = 0.4;
  grid::Drops drops{.radius = 0.1, .depth = 0.01, .neutral = true};
  void describe(settings::Visitor& v);
};

struct FluidSettings : SolverSettings {
  enum class Advection { semi_lagrangian, maccormack };
  glm::uvec2 cells{128, 128};
  glm::dvec2 size{2, 2};
  glm::dvec3 origin{0, 0, 0};
  double viscosity = 1e-6, diffusion = 0, vorticity = 0;
  Advection advection = Advection::maccormack;
  poisson::PoissonSettings pressure;
  FluidEdges edges;
  std::vector<FluidShape> initial;
  std::vector<FluidObstacle> obstacles;
  std::filesystem::path mask;  // in place of a list
  bool in_scene = false;       // "scene" in place of a list
  bool afloat = false;         // bodies of the scene float or meshes move here; not a setting
  bool walled = false;         // solid meshes reach it; not a setting
  std::vector<FluidEmitter> emitters;
  FluidDye dye;
  double displacement = 0.02, relief = 1, sides = 0, depth = 0.5;
  FluidRipples waves;
  std::vector<grid::Gauge> gauges;

  void describe(settings::Visitor& v) override;
  std::optional<Place> place() const override { return Place{origin, size}; }
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;

  bool scene() const;  // whether what stands in the scene is an obstacle
  bool solids() const { return afloat || walled || in_scene || !obstacles.empty() || !mask.empty(); }
  glm::dvec2 cell() const { return size / glm::dvec2(cells); }
};

}  // namespace undine::fluid
