#include "passes/sph/sph.h"

// Smoothed particle hydrodynamics (SPH), entirely on the GPU.
//   density    d_i = sum V W(r_ij)
//   pressure   p = k (d - 1), not below 0; -sum V (p_i / d_i^2 + p_j / d_j^2) grad W, equal and opposite in pairs
//   viscosity  nu sum V (v_j - v_i) / (d_i d_j) lap W_viscosity, and Monaghan's artificial viscosity for approaching
//              pairs; in the incompressible model half of it, for all pairs
//   walls      of the domain are mirrors: mirror images of near particles are neighbors
//   motion     symplectic Euler; sub-steps by the speed of sound and of the fastest particle, chosen on the GPU
//   blocks     of nodes: each starts or continues a sub-step; time that the blocks of a clock step do not cover is
//              left to the next one
//   sources    [Khokhlova et al.], [Mueller, Charypar & Gross 2003], [Monaghan 1992]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <numbers>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "engine/scene/memory.h"
#include "engine/scene/scene.h"
#include "engine/scene/water_solver.h"
#include "passes/ledger/figures.h"
#include "passes/solids/sph_kernels.h"
#include "passes/sph/sph_fill.h"
#include "passes/sph/sph_gauges.h"
#include "passes/sph/sph_grid.h"
#include "passes/sph/sph_meters.h"
#include "passes/sph/sph_nozzles.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_pointer.h"
#include "passes/sph/sph_scales.h"
#include "passes/sph/sph_settings.h"
#include "passes/sph/sph_solve.h"
#include "passes/sph/sph_statistics.h"
#include "passes/sph/sph_steps.h"
#include "passes/sph/sph_tension.h"
#include "passes/sph/sph_watch.h"
#include "passes/sph/sph_world.h"

namespace undine::sph {

namespace {

constexpr double most_seconds = 10, most_particles = 1 << 24;  // of emitters without a capacity
// Spacings between a mesh and a particle at the start: nearer to it those are thrown off, of a box that stands on their
// lattice at five times their fall.
constexpr double begins_off = 0.375;
constexpr int packings = 40;  // around bodies, before the first sub-step
constexpr auto step_particles_at = offsetof(SphControl, for_particles);

// Strips of a list: of nine rows of candidates that begin anywhere in a texel, with room for water that is denser than
// at rest.
std::uint32_t list_length(double support, int fine) {
  const double row = 1.4 * (2 + 1.0 / fine) * support * support * support + 3;
  return 9 * static_cast<std::uint32_t>(std::ceil(row / 32)) + 3;
}

// Room for particles: as the scene says, or for those that may come. Error: more than the device counts, or too few.
std::uint32_t capacity_of(const SphSettings& s, const SceneContext& context, std::uint32_t begun, double coming) {
  if (begun > 1u << 24)
    throw Error(Exit::bad_input, context.setting("spacing"), fmt::format("{} particles", begun),
                "at most 16777216: make it larger");
  if (s.capacity > 0 && s.capacity < begun)
    throw Error(Exit::bad_input, context.setting("capacity"),
                fmt::format("is less than the {} particles at the beginning", begun), "that many or more");
  const std::uint32_t capacity =
      s.capacity > 0 ? s.capacity : static_cast<std::uint32_t>(std::clamp(begun + coming, 1.0, most_particles));
  // Their number is known to the GPU alone, so that no dispatch can be refused later.
  if (const std::uint64_t most = std::uint64_t{memory_limits().groups} * sph_group; most > 0 && capacity > most)
    throw Error(Exit::bad_input, context.setting(s.capacity > 0 ? "capacity" : "spacing"),
                fmt::format("{} particles exceed the device's dispatch limit", capacity),
                fmt::format("at most {}{}", most, s.capacity > 0 ? "" : ": make it larger"));
  return capacity;
}

void check(const SphSettings& s, const SceneContext& context) {
  if (s.model == SphModel::incompressible && s.kernels != SphKernel::cubic)
    throw Error(Exit::bad_input, context.setting("kernels"), "is not cubic", "\"cubic\" with the incompressible model");
  if (s.sinks.size() > sph_most_sinks)
    throw Error(Exit::bad_input, context.setting("sinks"), fmt::format("{} of them", s.sinks.size()),
                fmt::format("at most {}", sph_most_sinks));
}

class SphSolver : public WaterSolver {
 public:
  SphSolver(graph::State& state, const SphSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(settings),
        start_(sph_start(settings, context)),
        scales_(settings, context),
        world_(settings, context, scales_.gravity) {
    context_.scene = nullptr;
    check(s_, context);
    make_room();
    begun_ = static_cast<std::uint32_t>(start_.position.size());
    nozzles_ = SphNozzles(state, s_, context, scales_.spacing, scales_.gravity);
    capacity_ = capacity_of(s_, context, begun_, nozzles_.given(most_seconds) + poured());
    scales_.set_speeds(s_, start_, nozzles_, context_);
    if (!scales_.incompressible) sph_settle(start_, s_, scales_.gravity, scales_.sound);
    grid_ = SphGrid(state, context_.name, sph_grid(s_.domain.min, s_.domain.max, scales_.support, capacity_));
    list_length_ = list_length(s_.support, grid_.params().fine);
    for (const SphSink& sink : s_.sinks) grid_.add_sink(sink.box.min, sink.box.max);
    watch_ = SphWatch(context_.name, capacity_, scales_.highest_speed);
    set_params();
    make_buffers(state);
    if (scales_.incompressible) solve_ = SphSolve(state, context_.name, s_, params_, scales_.rest_rate(s_, begun_));
    world_.reserve(state, context_.name, capacity_, scales_.incompressible);
    pointer_ = SphPointer(state, context_.name, s_.pointer, params_, scales_.spacing);
    gauges_ = SphGauges(state, context_.name, s_, params_, scales_.spacing, world_);
    meters_ = SphMeters(state, context_.name, s_, scales_.spacing);
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const SphSettings before = s_;
    const SphNozzles nozzles = nozzles_;
    const double gravity = scales_.gravity;
    const auto take = [&](const SphSettings& s, double g) {
      s_ = s;
      s_.fed = before.fed;
      scales_.gravity = g;
      scales_.set_speeds(s_, start_, nozzles_, context_);
    };
    try {
      const auto& next = dynamic_cast<const SphSettings&>(settings);
      nozzles_.retune(next, next.gravity > 0 ? next.gravity : context.gravity);
      take(next, next.gravity > 0 ? next.gravity : context.gravity);
      if (clock_step_ > 0) blocks(clock_step_);
    } catch (const Error&) {
      nozzles_ = nozzles;
      take(before, gravity);
      throw;
    }
    context_.gravity = context.gravity;
    retune_parts(context);
    return true;
  }

  // Buffers and kernels are made for the bodies of the scene.
  bool continues_with_bodies(const SceneContext& context) const override {
    return world_.bodies().same_rows(SphBodies(context, scales_.gravity, scales_.spacing));
  }

  void start(graph::Graph& g) override {
    auto scope = this->scope(g);
    forget_taken(g);
    std::vector<glm::vec4> room = start_.position;
    room.resize(capacity_);
    g.upload("fill_positions", position_, room);
    room = start_.velocity;
    room.resize(capacity_);
    g.upload("fill_velocities", velocity_, room);
    nozzles_.start(g);
    SphControl control{};
    control.count = control.settled = control.identities = begun_;
    control.relaxation = SphSolve::relaxation;
    g.upload("fill_control", control_, std::vector<SphControl>{control});
    g.clear("clear_reports", reports_);
    pointer_.forget();
    grid_.reset(g);
    world_.start(g);
    gauges_.start(g);
    meters_.start(g);
    if (scales_.incompressible) solve_.reset(g);
    if (!scales_.incompressible && world_.bodies().floating() > 0) pack(g);
    block(g, 0, {1, 0}, 1);  // of no length: densities
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = this->scope(g);
    forget_taken(g);  // the first sort leaves them out
    const SphBlocks blocks = this->blocks(step.dt);
    clock_step_ = step.dt;
    nozzles_.begin(g, step, capacity_);
    world_.bodies().begin(g);
    pointer_.apply(g, step.dt, {control_, reports_, position_, velocity_}, nozzles_.count() > 0);
    for (std::uint32_t left = blocks.count; left > 0; --left) block(g, step.dt, blocks, left);
    watch_.look(g, reports_);
  }

  std::optional<ParticleSet> particles(graph::Graph&) override {
    return ParticleSet{position_,       velocity_,     control_,      capacity_,
                       scales_.spacing, s_.domain.min, s_.domain.max, s_.surface};
  }

  void disturb(const Disturbance& d) override { pointer_.take(d); }

  Ports ports() override {
    return {.particles = [this] { return particle_port(); },
            .pusher =
                [this] {
                  return Pusher{[this](const PushedBodies& bodies) { world_.bodies().meet(bodies); },
                                world_.bodies().pushes()};
                }};
  }

  std::vector<Field> fields() override {
    const float density = static_cast<float>(s_.density);
    std::vector<Field> out;
    out.push_back(field("position", {capacity_, 3}, "m", "places of the particles, in an order that changes",
                        [this](graph::Graph&) { return FieldView{position_, 0, 4, 1, 0, control_}; }));
    out.push_back(field("id", {capacity_}, "", "identity of the particle in each place of the other fields",
                        [this](graph::Graph&) { return FieldView{position_, 3, 4, 1, 0, control_}; }));
    out.push_back(field("velocity", {capacity_, 3}, "m/s", "velocities of the particles",
                        [this](graph::Graph&) { return FieldView{velocity_, 0, 4, 1, 0, control_}; }));
    out.push_back(field("density", {capacity_}, "kg/m³", "density around each particle when the last sub-step began",
                        [this, density](graph::Graph&) { return FieldView{velocity_, 3, 4, density, 0, control_}; }));
    out.push_back(
        field("pressure", {capacity_}, "Pa", "pressure of each particle when the last sub-step began",
              [this, density](graph::Graph& g) {
                graph::Buffer p = g.buffer(g.name(context_.name + "/pressure"), {.bytes = 4ull * capacity_});
                auto node = g.compute("pressure", scales_.incompressible ? "sph/solved.comp" : "sph/pressure.comp");
                (scales_.incompressible ? node.read("solved", solve_.pressures()) : node.read("velocity", velocity_))
                    .write("pressure", p)
                    .params(params_)
                    .over({capacity_, 1, 1});
                return FieldView{p, 0, 1, density, 0, control_};
              }));
    for (Field& one : out) one.of_particles = true;
    return out;
  }

  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = this->scope(g);
    watch_.rest();
    sph_statistics(g,
                   {.name = context_.name,
                    .particles = *particles(g),
                    .control = control_,
                    .reports = reports_,
                    .taken = taken_known_ ? taken_ : graph::Buffer{},
                    .params = params_,
                    .density = s_.density,
                    .incompressible = scales_.incompressible,
                    .gauges = gauges_,
                    .meters = meters_,
                    .watch = watch_},
                   std::move(done));
  }

  Cost cost() const override {
    const double cells = 12.0 * grid_.tiles() * sort::scan_tile / capacity_;
    const double list = 8.0 * list_length_, neighbors = 4.0 / 3 * std::numbers::pi * std::pow(s_.support, 3);
    const double fine = grid_.params().fine, candidates = 9 * (2 + 1 / fine) * std::pow(s_.support, 3);
    // Sort: 16 + 8, 8 + 4, 32 + 8 + 8 * 4 + 40; gather: candidates of 4, neighbors of 16, 9 strips; move: these with
    // 32 each.
    const double sub_step = 24 + 12 + 112 + 4 * candidates + (16 + 32) * neighbors + 2 * 8 * 9 + 64;
    return {.cells = capacity_,
            .bytes_per_cell = 64 + 4 + 12 + 4 + list + cells + (scales_.incompressible ? 32.2 : 0),
            .traffic_per_cell = sub_step};
  }

 private:
  SurfaceField make_surface(graph::Graph&) override { return {}; }  // particles have no height grid
  ParticlePort particle_port() {
    if (!taken_) {
      const auto owning = own();
      taken_ = state_->buffer(context_.name + "/taken", {.bytes = 4});
    }
    grid_.leave_out_taken();
    ParticlePort out{position_, velocity_, control_, taken_, capacity_, scales_.spacing, s_.domain.min, s_.domain.max};
    return out;
  }

  void make_buffers(graph::State& state) {
    const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel = graph::Format::rgba32_float) {
      return state.buffer(fmt::format("{}/{}", context_.name, name), {.bytes = bytes, .texel = texel});
    };
    const std::uint64_t n = capacity_;
    position_ = buffer("position", 16 * n);
    velocity_ = buffer("velocity", 16 * n);
    sorted_position_ = buffer("sorted_position", 16 * n);
    sorted_velocity_ = buffer("sorted_velocity", 16 * n);
    lists_ = buffer("lists", 8 * n * list_length_, graph::Format::rg32_uint);
    heads_ = buffer("heads", 4 * n, graph::Format::r32_uint);
    control_ = buffer("control", sizeof(SphControl));
    writers_ = buffer("writers", sizeof(SphWriters));
    reports_ = buffer("reports", sizeof(SphReports));
  }

  // Clears the lattice of the fluid where solid things and bodies are.
  void make_room() {
    sph_clear(start_, world_.inside(start_.position, begins_off * scales_.spacing, scales_.spacing), context_);
    world_.bodies().put_beside(start_.position, scales_.spacing);
  }
  void forget_taken(graph::Graph& g) {
    if (!taken_) return;
    g.clear("clear_taken", taken_);
    taken_known_ = true;
  }
  // Recomputes what depends on the settings and is not read from them in every step.
  void retune_parts(const SceneContext& context) {
    watch_.set_fastest(scales_.highest_speed);
    world_.set_mass(s_, scales_.spacing);
    world_.bodies().set_gravity(scales_.gravity);
    set_params();
    if (scales_.incompressible) solve_.retune(s_, params_, scales_.rest_rate(s_, begun_));
    pointer_.retune(s_.pointer, params_);
    gauges_.retune(params_);
    if (scales_.incompressible || std::ranges::none_of(s_.fluid, &SphFluid::settled)) return;
    start_ = sph_start(s_, context);  // what a restart begins with is pressed together by the new weight
    make_room();
    sph_settle(start_, s_, scales_.gravity, scales_.sound);
  }

  // Particles that the pointer may add.
  double poured() const {
    return SphPointer::room(s_.pointer, s_.domain.max - s_.domain.min, scales_.spacing, scales_.gravity, begun_);
  }
  SphBlocks blocks(double dt) const { return scales_.blocks(s_, context_, dt, nozzles_.speed()); }
  void set_params() {
    params_ = scales_.params(s_, grid_.params(), watch_.compression_scale());
    world_.place_ground(params_);
  }

  // Particles around bodies without a velocity; the solve of the incompressible model does it as it goes.
  void pack(graph::Graph& g) {
    for (int k = 0; k < packings; ++k) {
      plan(g, 0, {1, 0}, 1);
      grid_.sort(g, control_, position_, velocity_, sorted_position_, sorted_velocity_, nozzles_);
      gather(g);
      auto node = g.compute("pack", "sph/pack.comp");
      sph_pairs(world_.bind_pack(node), sorted(), params_)
          .read("velocity", sorted_velocity_)
          .write("next_position", position_)
          .write("next_velocity", velocity_)
          .indirect(control_, step_particles_at);
    }
  }

  void block(graph::Graph& g, double step, const SphBlocks& blocks, std::uint32_t left) {
    plan(g, step, blocks, left);  // 1) length of the sub-step, on the GPU
    grid_.sort(g, control_, position_, velocity_, sorted_position_, sorted_velocity_, nozzles_);  // 2) by cells
    gather(g);                                                                                    // 3) neighbors
    if (s_.surface_tension > 0) sph_tension(g, sorted(), sorted_velocity_, params_);
    if (scales_.incompressible)
      solve(g, blocks.iterations);  // 4) viscosity, pressure solve, motion
    else
      move(g);  // 4) forces and motion
    gauges_.read(g, *particles(g), scales_.incompressible ? solve_.pressures() : position_, scales_.incompressible);
    if (step > 0) world_.bodies().move(g, control_, position_, velocity_);
  }

  void plan(graph::Graph& g, double step, const SphBlocks& blocks, std::uint32_t left) {
    const SphPlanParams params = scales_.plan(s_, step, blocks, left, nozzles_.speed(), grid_.tiles());
    g.compute("plan", "sph/plan.comp")
        .constant("first", left == blocks.count)
        .modify("control", control_)
        .modify("reports", reports_)
        .write("writers", writers_)
        .optional("nozzles", nozzles_.nozzles(), graph::Verb::modify)
        .uniform("clock", nozzles_.clock())
        .params(params)
        .groups({1, 1, 1});
  }

  SphSorted sorted() const {
    return {control_, writers_, reports_, sorted_position_, lists_, heads_, world_.edges(), world_.corrections()};
  }

  void gather(graph::Graph& g) {
    auto node = g.compute("gather", "sph/gather.comp");
    solve_.bind_gather(nozzles_.bind(world_.bind_border(node)))
        .constant("most", list_length_)
        .constant("cubic", s_.kernels == SphKernel::cubic)
        .constant("firm", scales_.incompressible)
        .constant("drains", !s_.sinks.empty() || taken_)
        .read("position", sorted_position_)
        .read("starts", grid_.starts())
        .read("packed", grid_.packed())
        .read("origins", grid_.origins())
        .modify("control", control_)
        .modify("velocity", sorted_velocity_)
        .modify("lists", lists_)
        .write("heads", heads_)
        .accumulate("reports", reports_)
        .params(params_)
        .indirect(writers_, offsetof(SphWriters, for_gather));
  }

  // All forces but pressure, pressure, motion.
  void solve(graph::Graph& g, std::uint32_t iterations) {
    solve_.solve(g, sorted(), world_, sorted_velocity_, velocity_, gauges_.impulses(), nozzles_, s_.xsph > 0,
                 iterations);
    auto advance = g.compute("advance", "sph/advance.comp");
    solve_.bind_advance(world_.touch(advance), sorted())
        .optional("impulses", gauges_.impulses(), graph::Verb::modify)
        .modify("velocity", velocity_)
        .write("next_position", position_)
        .accumulate("reports", reports_)
        .indirect(control_, offsetof(SphControl, for_finish));
  }

  void move(graph::Graph& g) {
    auto node = g.compute("move", "sph/move.comp");
    nozzles_.bind(world_.touch(node))
        .optional("impulses", gauges_.impulses(), graph::Verb::write)
        .optional("edges", world_.edges())
        .optional("corrections", world_.corrections())
        .constant("cubic", s_.kernels == SphKernel::cubic)
        .constant("viscous", s_.viscosity > 0)
        .constant("blends", s_.xsph > 0)
        .read("position", sorted_position_)
        .read("velocity", sorted_velocity_)
        .read("lists", lists_)
        .read("heads", heads_)
        .read("control", control_)
        .accumulate("reports", reports_)
        .write("next_position", position_)
        .write("next_velocity", velocity_)
        .params(params_)
        .indirect(control_, step_particles_at);
  }

  SphSettings s_;
  SphStart start_;
  SphScales scales_;
  std::uint32_t begun_ = 0, capacity_ = 0, list_length_ = 0;
  SphParams params_{};
  SphNozzles nozzles_;
  SphGrid grid_;
  SphSolve solve_;
  SphWorld world_;
  SphGauges gauges_;
  SphMeters meters_;
  SphWatch watch_;
  SphPointer pointer_;
  double clock_step_ = 0;  // the last one, seconds; 0: none yet
  bool taken_known_ = false;
  graph::Buffer taken_;  // particles that other waters have since the last sort; none: no exchange
  graph::Buffer position_, velocity_, sorted_position_, sorted_velocity_, lists_, heads_, control_, writers_, reports_;
};

}  // namespace

SolverType sph_solver() {
  return {"sph", "splashes: smoothed particles that pour, break and collide",
          [] { return std::make_unique<SphSettings>(); }};
}

std::unique_ptr<Solver> SphSettings::create(graph::State& state, const SceneContext& context) const {
  SphSettings settings = *this;
  if (context.scene)
    for (const CouplingSettings& e : context.scene->exchanges) {
      if (e.to != context.name) continue;
      settings.fed = true;
      std::erase_if(settings.fluid, &SphFluid::assumed);
      if (capacity == 0)
        throw Error(
            Exit::bad_input, context.setting("capacity"),
            fmt::format("is 0, and the exchange \"{}\" from \"{}\" to \"{}\" makes particles", e.name, e.from, e.to),
            "room for so many particles");
    }
  return std::make_unique<SphSolver>(state, settings, context);
}

}  // namespace undine::sph
