// Scene settings of an "sph" water. Lengths in meters, in world space.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/grid/hydrograph.h"
#include "passes/ledger/gauges.h"
#include "passes/sph/sph_pointer.h"

namespace undine::sph {

struct SphBox {
  glm::dvec3 min{-1, 0, -0.25}, max{-0.5, 0.6, 0.25};
  void describe(settings::Visitor& v);
};
struct SphSphere {
  glm::dvec3 center{0};
  double radius = 0.1;
  void describe(settings::Visitor& v);
};
struct SphEmitter {  // a nozzle: water comes through a disc or a rectangle, into the domain
  glm::dvec3 position{0}, direction{0, -1, 0};
  double radius = 0;   // of the disc
  glm::dvec2 size{0};  // of the rectangle: level, and across that
  double speed = 1, rate = 0;
  double begin = 0, end = 1e6;
  grid::Hydrograph series;  // of the rate, in its place; empty: it is constant
  void describe(settings::Visitor& v);
  double area() const;
  // m/s; with a series the largest.
  double outflow() const {
    return !series.empty() ? settings::series_most(series) / area() : rate > 0 ? rate / area() : speed;
  }
  // Meters of water that have come since it began; before that the time to go, times the first rate, under 0.
  double come(double time) const;
};
// Its constructors are written out because GCC 12 breaks off at lists of SphFluids without them.
struct SphOpening : std::optional<SphEmitter> {
  SphOpening() : std::optional<SphEmitter>() {}
  SphOpening(const SphEmitter& e) : std::optional<SphEmitter>(e) {}
};
struct SphFluid {  // a volume of water at the beginning, a box or a sphere; or an emitter
  std::optional<SphBox> box;
  std::optional<SphSphere> sphere;
  SphOpening emitter;
  glm::dvec3 velocity{0};
  bool settled = false;  // a box that its own weight has pressed together already
  bool assumed = false;  // not of the file: what there is where it says nothing
  void describe(settings::Visitor& v);
  double volume() const;  // 0 of an emitter
  bool contains(const glm::dvec3& x) const;
};
struct SphDomain {
  glm::dvec3 min{-1, 0, -0.25}, max{1, 1, 0.25};
  void describe(settings::Visitor& v);
};

struct SphSink {
  SphBox box;
  void describe(settings::Visitor& v);
};

struct SphSurface : ParticleSkin {
  void describe(settings::Visitor& v);
};

enum class SphModel { compressible, incompressible };
enum class SphKernel { cubic, poly6_spiky };
enum class SphCollide { none, terrain, scene };
struct SphObstacle {  // how the scene's solid things are held
  enum class Field { distance, height } field = Field::distance;
  double cell = 0.5;  // of the field, in spacings
  void describe(settings::Visitor& v);
};
struct SphGauge {  // an instrument, read at every step's end
  std::string name;
  using Measures = grid::Gauge::Measures;
  Measures measures = Measures::height;
  glm::dvec3 position{0}, to{0};
  bool flows() const { return measures == Measures::velocity || measures == Measures::discharge; }
  void describe(settings::Visitor& v);
};

struct SphSettings : SolverSettings {
  std::uint32_t particles = 0, capacity = 0;
  double spacing = 0.04;
  std::vector<SphFluid> fluid{{.box = SphBox{}, .assumed = true}};
  bool fed = false;  // not of the file: an exchange of the scene brings water
  std::vector<SphSink> sinks;
  SphDomain domain;
  double support = 2, compressibility = 0.01, stiffness = 0, viscosity = 0, damping = 0.08, surface_tension = 0,
         xsph = 0;
  double density = 1000, restitution = 1, cfl = 0.4, gravity = 0;
  SphModel model = SphModel::compressible;
  double tolerance = 0.001;
  std::uint32_t iterations = 60, blocks = 0, block_iterations = 0;
  SphKernel kernels = SphKernel::cubic;
  SphCollide collide = SphCollide::none;
  SphObstacle obstacle;
  std::vector<SphGauge> gauges;
  SphSurface surface;
  SphPointerSettings pointer;

  void describe(settings::Visitor& v) override;
  std::optional<Room> room() const override { return Room{domain.min, domain.max}; }
  double own_gravity() const override { return gravity; }
  bool meets_meshes() const override { return collide == SphCollide::scene; }
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;
};

}  // namespace undine::sph
