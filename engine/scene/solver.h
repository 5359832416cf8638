// Interface of a water solver. A solver lives in passes/NAME.{h,cpp} and registers itself by one line:
//   SolverType wave() { return {"wave", "linear waves on a height grid", [] { return std::make_unique<WaveSettings>();
//   }}; }
// A solver uses the graph and the ports only, not Vulkan, the window or the renderer.
#pragma once  // public
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/coupling_ports.h"
#include "engine/scene/couplings.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene_material.h"
#include "engine/settings/settings.h"

namespace undine {

struct Scene;
class SolverSettings;

// Account that a run asks waters to keep. `volumes`: those of sources and sinks from the first step on; `audited`:
// with the rounding residuals.
enum class Accounting { none, volumes, audited };

struct SceneContext {     // what a solver may know of the scene it is in
  std::string name;       // "pool": the owner in resource and field names
  double gravity = 9.81;  // m/s²
  std::uint64_t seed = 1;
  std::optional<Heightmap> terrain;  // CPU copy of the terrain's heights, if the scene has one
  std::string where;                 // "scene.json: /water/0": for errors; empty: no file
  const Scene* scene = nullptr;      // the whole of it, while the solver is created; none: the solver stands alone
  Accounting accounting = Accounting::none;
  // Location of a setting, for Error's first argument.
  std::string setting(const std::string& path) const {
    return where.empty() ? "water \"" + name + "\", " + path : where + "/" + path;
  }
};

struct Place {           // where a water lies at rest
  glm::dvec3 origin{0};  // middle of its surface
  glm::dvec2 size{0};    // meters along x and z
};

struct Room {  // box that holds a water without a surface at rest
  glm::dvec3 low{0}, high{0};
  bool holds(const glm::dvec3& p) const {
    return glm::all(glm::greaterThanEqual(p, low)) && glm::all(glm::lessThanEqual(p, high));
  }
};

struct StepInfo {
  std::uint64_t index = 0;  // 0 is the first step
  double time = 0, dt = 0;  // seconds: at the step's beginning, and its length (clock.step)
};

// Data of a field on the GPU at the end of a step: rows of `components` floats, row r at offset + r * pitch (in
// floats).
struct FieldView {
  graph::Buffer buffer;
  std::uint64_t offset = 0, pitch = 0;
  float scale = 1, bias = 0;  // value = scale * stored + bias
  graph::Buffer rows{};       // uint at offset 0: so many of the first dimension hold data; none: all
};
struct Field {
  std::string name;                  // "pool.height"
  std::vector<std::uint32_t> shape;  // {nz, nx} or {nz, nx, components} or {n, 3}
  std::string unit, help;
  std::function<FieldView(graph::Graph&)> publish;  // may declare nodes that produce the data
  std::optional<double> rest = std::nullopt;        // values lie on both sides of it; in `unit`
  bool of_particles = false;                        // a row for each of the ParticleSet's, in its order
  std::optional<Survey> map = std::nullopt;         // of the columns of a terrain, rows from north to south
  std::function<void()> follow = {};                // call before the steps that the field tells of; null: of the last
};

struct Disturbance {  // the pointer on the water: a ray hit and how it moved since the last frame
  glm::dvec3 point{}, motion{};
  double seconds = 0;                 // simulated, from the next step on: for so long it pours
  double radius = 0.1, strength = 1;  // meters; 1 is a normal push
  bool pour = false;                  // Shift was held: more water, where the solver can
  glm::dvec3 along{};                 // direction of the ray; 0: none. Water may lie lower than its rest level
};

// Water that bodies displace, in whole quanta of water column per cell of the surface's grid: rows of cells.x signed
// integers of `quantum` meters; after the last one an integer of `level_quantum` meters that holds for every cell. A
// solver raises its surface by now - before, so that what a body displaces appears and what it leaves returns, exactly.
struct Displacement {
  graph::Buffer now, before;
  float quantum = 0, level_quantum = 0;
  // ivec4 per cell. Discharge along x and z that bodies and meshes that move give, in `push_quantum`: the water leaves
  // zeros. Of these meshes, how far one that stands on the bed reaches over the level, in `quantum`; 1 where one is.
  graph::Buffer motion = {};
  float push_quantum = 0;
};

// A water that bodies move by what they displace.
struct Displaceable {
  double area = 0;  // m² of the cells that displace() raises
  // Share of a displaced column that is put where the body is; the rest raises the whole water alike. The surface under
  // a hull stands for the head of pressure there. A surface stores water as it rises, and under a hull there is no room
  // to: the near share takes that room away. At 1 none would be left, and the head would have to follow at once.
  double near_share = 0.5;
  std::function<void(graph::Graph&, const Displacement&)> displace;  // without buffers: bodies have left
  // Equal parts that a clock step of `dt` seconds is taken in where there are bodies, so that they and the water act on
  // each other at the same times: no more than one sub-step of the water apart. None: one part.
  std::function<int(double dt)> parts = {};
  // Reference of moving meshes: from the bed (floats in rows padded to whole vec4s, over `bed_level`) to the
  // calm level; without one from `depth` under the rest level to it.
  graph::Buffer bed = {};
  double bed_level = 0, depth = 1e6;
  bool moved = false;   // reads Displacement::motion
  bool pushed = false;  // and takes the discharges in it
};

// Bodies in a water that pushes them by itself, on the GPU; structs of passes/bodies/bodies_params.h.
struct PushedBodies {
  graph::Buffer states, kinds, records;  // BodyState and BodyRecord of all bodies of the scene, BodyKind of their kinds
  std::uint32_t first = 0, count = 0;    // those that are in this water
  graph::Buffer fields = {};             // distances of meshes that move, as shaders/lib/touch.glsl reads them
};

// A water of particles, which meets bodies as solid things that move, and says what it has done to them.
struct Pusher {
  std::function<void(const PushedBodies&)> meet;  // before each step
  graph::Buffer impulses;                         // BodyPush of each of those last met: sums of the last step
};

// Share of the way that something has gone which moves from `begins` on for `lasts` seconds.
inline double moved_share(double begins, double lasts, double time) {
  return time <= begins ? 0 : time >= begins + lasts ? 1 : (time - begins) / lasts;
}

struct MovingWall {            // a box that stands in a water and sinks by `travel`; world meters
  glm::dvec3 low{}, high{};    // while it is closed
  double opens = 0, time = 0;  // seconds: when it begins to sink, for how long
  double travel = 0;
  MaterialSettings material;
};

// m³ that have come into a water and left it since the start, other than by exchanges.
struct Budget {
  double sources = 0, drains = 0;      // emitters, makers and what is poured too; sinks
  double rain = 0, dried = 0;          // dried: evaporation and infiltration
  double edges_in = 0, edges_out = 0;  // through the borders
  double net() const { return (sources - drains) + (rain - dried) + (edges_in - edges_out); }
};

// Momentum over density of a flow, along x and z, m⁴/s: now, and what has changed it since the start.
struct FlowMomentum {
  using Pair = std::array<double, 2>;
  Pair now{};
  Pair exchanges{};  // what fell in
  Pair pushes{};     // emitters, the pointer, confinement of vorticity
  Pair edges{};      // what flowed in over open edges, less what flowed out
  Pair pressure{};   // on closed edges and obstacles, which take what they do not let pass
  Pair friction{};   // viscosity, on what it clings to
  Pair transport{};  // what carrying it by values made or lost
  Pair net() const {
    Pair sum{};
    for (const Pair& p : {exchanges, pushes, edges, pressure, friction, transport})
      for (std::size_t k = 0; k < 2; ++k) sum[k] += p[k];
    return sum;
  }
};

// Sea state by the moments m_n of the spectrum over frequency.
struct SeaState {
  double significant_height = 0;    // 4 sqrt(m0), m
  double zero_crossing_period = 0;  // 2 pi sqrt(m0 / m2), s
  double direction = 0;             // mean, towards which waves travel; degrees from +x towards +z
};

// Statistics of one step for --stats, the HUD and bench. Null: does not apply to the solver.
struct Stats {
  std::optional<double> volume;                 // m³; of waves: above the rest level
  double energy;                                // the solver's invariant; its header gives the unit
  std::optional<double> max_divergence;         // 1/s
  std::optional<double> residual;               // relative
  std::optional<Budget> budget = std::nullopt;  // none: the water does not count, or nobody asked it to
  std::optional<FlowMomentum> momentum =
      std::nullopt;               // of a flow that exchanges give to, if somebody asked for the budget
  bool counts_exchanged = false;  // sources and drains hold what exchanges have made and taken
  double rest = 0;                // m³ under the level that `volume` counts from
  std::optional<double> joules =
      std::nullopt;  // of waves that bodies move: potential and kinetic energy, at their own depth
  std::optional<SeaState> sea = std::nullopt;  // of a spectral sea
  double behind = 0;  // s of the clock's time that the water has not done yet: it is left for the next steps
  std::int64_t sub_steps = 0, iterations = 0, particles = 0;
  // Particles since the start: emitted, refused for lack of room, and removed by sinks.
  std::int64_t emitted = 0, refused = 0, removed = 0;
  std::int64_t overflow = 0;      // neighbors of particles, since the start, that lists had no room for
  std::optional<bool> converged;  // whether an iterative solve reached the tolerance that the scene asks for
  std::vector<std::pair<std::string, double>> gauges;                   // name and reading, in SI units
  std::vector<std::pair<std::string, std::vector<double>>> velocities;  // of gauges: along x and z, or x, y and z
  std::vector<std::string> warnings;  // what goes wrong in the water now: "is compressed by ..."
  const char* energy_unit = "";       // of `energy`
};

struct Cost {                   // for bench and for the message "does not fit"
  std::uint64_t cells = 0;      // or particles
  double bytes_per_cell = 0;    // persistent memory
  double traffic_per_cell = 0;  // bytes read and written per step and cell, counted by hand
};

// Ports that a solver offers to couplings and bodies; null: it does not have this port. To call one declares that it is
// used: the solver may create resources then. Couplings call each once, before start().
struct Ports {
  std::function<GridPort()> grid;           // absorbs particles, or continues beyond an interface
  std::function<ParticlePort()> particles;  // particles that couplings create and remove
  EdgePort* edges = nullptr;                // columns whose edges overflow or have an interface
  std::function<WavePort()> waves;          // waves that a flow advects
  std::function<void()> disconnect;         // the couplings end: forgets them
  // A sea: its elevation and slopes on the grid of another water, as SurfaceField::surface.
  using SurfaceOn = std::function<graph::Image(graph::Graph&, const std::string& name, const SurfaceField& on)>;
  SurfaceOn surface_on;
  std::function<void(SurfaceOn)> carried_by;  // waves that a sea carries: takes the sea's surface_on
  // Two-way motion of bodies and water: by at most one of the two.
  std::function<Displaceable()> hulls;
  std::function<Pusher()> pusher;
};

class Solver {
 public:
  virtual ~Solver() = default;
  virtual void start(graph::Graph& g) = 0;  // declares uploads of the initial state; also on restart
  virtual void step(graph::Graph& g, const StepInfo& step) = 0;  // advances by step.dt, with sub-steps as it needs
  virtual SurfaceField surface(graph::Graph& g) = 0;             // declares what the renderer samples this frame
  // Water as particles, whose surface the renderer makes; then surface() may have no cells.
  virtual std::optional<ParticleSet> particles(graph::Graph&) { return {}; }
  virtual std::vector<Field> fields() = 0;
  virtual void disturb(const Disturbance&) {}  // takes effect in the next step
  virtual Ports ports() { return {}; }
  // Declares the reduction of this step's statistics and calls `done` frames later. Nothing blocks.
  virtual void stats(graph::Graph& g, std::function<void(const Stats&)> done) = 0;
  virtual Cost cost() const = 0;
  // Takes the live values (settings::Spec::live) of settings that are else those it was made of, and the context's
  // gravity; `context` is that of create(). The water stays as it is, steps to come go by the new values; a water that
  // has not stepped goes on as one that was made of them. False: it needs a restart for this after all; then, and
  // with an error, which names the setting, nothing has changed.
  virtual bool retune(const SolverSettings& settings, const SceneContext& context);
  // Checks that it continues when the scene's bodies become those of `context`. False: it needs a restart.
  virtual bool continues_with_bodies(const SceneContext&) const { return true; }
};

// The settings of a solver are the members that its describe() names, in the scene's water[i] object, after `name` and
// `solver`.
class SolverSettings {
 public:
  virtual ~SolverSettings() = default;
  virtual void describe(settings::Visitor& v) = 0;
  // World y of the water's surface at its start at world x and z; ground: that of the terrain there. None: dry.
  virtual std::optional<double> initial_level(const glm::dvec2& at, double ground) const;
  // Place that a scene without a camera or meshes frames and puts a basin around; none: nothing.
  virtual std::optional<Place> place() const { return {}; }
  // The same of waters that have no such place, with the bodies that are in it; a scene without meshes puts a tray
  // under it.
  virtual std::optional<Room> room() const { return {}; }
  virtual std::vector<MovingWall> walls(const std::optional<Heightmap>&) const { return {}; }  // for the picture
  virtual std::string sea() const { return {}; }       // name of the sea that carries it; empty: none does
  virtual double own_gravity() const { return 0; }     // m/s²; 0: the scene's
  virtual bool meets_meshes() const { return false; }  // create() looks at the scene's meshes
  // Creates persistent resources in `state`, loads files; no GPU needed. Errors name what and where.
  virtual std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const = 0;
};

struct SolverType {
  std::string_view name, help;
  std::function<std::unique_ptr<SolverSettings>()> settings;
};
std::vector<SolverType>& solver_types();  // sorted by name
void add_solver(SolverType type);         // a name that there is already: Error(Exit::failure)

}  // namespace undine
