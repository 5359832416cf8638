#include "passes/sph/sph.h"

// Splashing water: smoothed particles, all on the GPU.
//   density    d_i = sum V W(r_ij)
//   pressure   p = k (d - 1), not below 0; -sum V (p_i / d_i^2 + p_j / d_j^2) grad W, equal and opposite in pairs
//   viscosity  nu sum V (v_j - v_i) / (d_i d_j) lap W_viscosity, and Monaghan's damping of what approaches,
//              incompressible: half of it, and of what parts as well
//   walls      of the domain are mirrors: the images of near particles are neighbours too
//   motion     symplectic Euler; sub-steps by the speed of sound and of the fastest particle, chosen on the GPU
//   blocks     of nodes: each begins a sub-step or goes on with one; time that those of a clock step do not manage is left
//              for the next one
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
#include "passes/sph/sph_settings.h"
#include "passes/sph/sph_solve.h"
#include "passes/sph/sph_steps.h"
#include "passes/sph/sph_tension.h"
#include "passes/sph/sph_watch.h"
#include "passes/sph/sph_world.h"

namespace undine::sph {

namespace {

constexpr std::uint32_t stats_strip = 64;  // particles that one thread sums
constexpr double damped_sound =
    10;                         // speed of sound that the incompressible model is damped by, over the highest speed
constexpr double swing = 0.4;   // of half a support; at 0.65 a column falls in on itself
constexpr double softest = 20;  // stiffness over surface tension per density and spacing, where drops still hold
constexpr double most_seconds = 10, most_particles = 1 << 24;  // of emitters without a capacity
// Spacings between a mesh and a particle at the start: nearer to it those are thrown off, of a box that stands on their
// lattice at five times their fall.
constexpr double begins_off = 0.375;
constexpr int packings = 40;                    // around bodies, before the first sub-step
constexpr std::uint32_t block_iterations = 20;  // a sub-step of deep water takes some 15 to 25
constexpr std::uint32_t least_blocks = 4;       // with a solve, which may take several
constexpr auto step_particles_at = offsetof(SphControl, for_particles);

// Strips of a list: of nine rows of candidates that begin anywhere in a texel, with room for water that is denser than
// at rest.
std::uint32_t list_length(double support, int fine) {
  const double row = 1.4 * (2 + 1.0 / fine) * support * support * support + 3;
  return 9 * static_cast<std::uint32_t>(std::ceil(row / 32)) + 3;
}

class SphSolver : public WaterSolver {
 public:
  SphSolver(graph::State& state, const SphSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(settings),
        start_(sph_start(settings, context)),
        spacing_(sph_spacing(settings)),
        gravity_(settings.gravity > 0 ? settings.gravity : context.gravity),
        world_(settings, context, gravity_) {
    context_.scene = nullptr;
    make_room();
    begun_ = static_cast<std::uint32_t>(start_.position.size());
    if (begun_ > 1u << 24)
      throw Error(Exit::bad_input, context.setting("spacing"), fmt::format("{} particles", begun_),
                  "at most 16777216: make it larger");
    if (s_.capacity > 0 && s_.capacity < begun_)
      throw Error(Exit::bad_input, context.setting("capacity"),
                  fmt::format("is less than the {} particles at the beginning", begun_), "that many or more");
    nozzles_ = SphNozzles(state, s_, context, spacing_, gravity_);
    capacity_ = s_.capacity > 0 ? s_.capacity
                                : static_cast<std::uint32_t>(std::clamp(
                                      begun_ + nozzles_.given(most_seconds) + poured(), 1.0, most_particles));
    // Their number is known to the GPU alone, so that no dispatch can be refused later.
    if (const std::uint64_t most = std::uint64_t{memory_limits().groups} * sph_group; most > 0 && capacity_ > most)
      throw Error(Exit::bad_input, context.setting(s_.capacity > 0 ? "capacity" : "spacing"),
                  fmt::format("{} particles are more than a dispatch of the device counts", capacity_),
                  fmt::format("at most {}{}", most, s_.capacity > 0 ? "" : ": make it larger"));
    incompressible_ = s_.model == SphModel::incompressible;
    if (incompressible_ && s_.kernels != SphKernel::cubic)
      throw Error(Exit::bad_input, context.setting("kernels"), "is not cubic",
                  "\"cubic\" with the incompressible model");
    set_speeds();
    if (!incompressible_) sph_settle(start_, s_, gravity_, sound_);
    grid_ = SphGrid(state, context_.name, sph_grid(s_.domain.min, s_.domain.max, support(), capacity_));
    list_length_ = list_length(s_.support, grid_.params().fine);
    if (s_.sinks.size() > sph_most_sinks)
      throw Error(Exit::bad_input, context.setting("sinks"), fmt::format("{} of them", s_.sinks.size()),
                  fmt::format("at most {}", sph_most_sinks));
    for (const SphSink& sink : s_.sinks) grid_.add_sink(sink.box.min, sink.box.max);
    watch_ = SphWatch(context_.name, capacity_, highest_speed_);
    params_ = make_params();
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
    if (incompressible_) solve_ = SphSolve(state, context_.name, s_, params_, rest_rate());
    world_.reserve(state, context_.name, capacity_, incompressible_);
    pointer_ = SphPointer(state, context_.name, s_.pointer, params_, spacing_);
    gauges_ = SphGauges(state, context_.name, s_, params_, spacing_, world_);
    meters_ = SphMeters(state, context_.name, s_, spacing_);
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const SphSettings before = s_;
    const SphNozzles nozzles = nozzles_;
    const double gravity = gravity_;
    const auto take = [&](const SphSettings& s, double g) {
      s_ = s;
      s_.fed = before.fed;
      gravity_ = g;
      set_speeds();
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
    if (incompressible_) solve_.reset(g);
    if (!incompressible_ && world_.bodies().floating() > 0) pack(g);
    block(g, 0, {1, 0}, 1);  // of no length: densities
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = this->scope(g);
    forget_taken(g);  // the first sort leaves them out
    const Blocks blocks = this->blocks(step.dt);
    clock_step_ = step.dt;
    nozzles_.begin(g, step, capacity_);
    world_.bodies().begin(g);
    pointer_.apply(g, step.dt, {control_, reports_, position_, velocity_}, nozzles_.count() > 0);
    for (std::uint32_t left = blocks.count; left > 0; --left) block(g, step.dt, blocks, left);
    watch_.look(g, reports_);
  }

  std::optional<ParticleSet> particles(graph::Graph&) override {
    return ParticleSet{position_, velocity_, control_, capacity_, spacing_, s_.domain.min, s_.domain.max, s_.surface};
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
    const std::string name = context_.name;
    const float density = static_cast<float>(s_.density);
    std::vector<Field> out;
    out.push_back({name + ".position",
                   {capacity_, 3},
                   "m",
                   "places of the particles, in an order that changes",
                   [this](graph::Graph&) { return FieldView{position_, 0, 4, 1, 0, control_}; }});
    out.push_back({name + ".id",
                   {capacity_},
                   "",
                   "identity of the particle in each place of the other fields",
                   [this](graph::Graph&) { return FieldView{position_, 3, 4, 1, 0, control_}; }});
    out.push_back({name + ".velocity", {capacity_, 3}, "m/s", "velocities of the particles", [this](graph::Graph&) {
                     return FieldView{velocity_, 0, 4, 1, 0, control_};
                   }});
    out.push_back({name + ".density",
                   {capacity_},
                   "kg/m³",
                   "density around each particle when the last sub-step began",
                   [this, density](graph::Graph&) { return FieldView{velocity_, 3, 4, density, 0, control_}; }});
    out.push_back({name + ".pressure",
                   {capacity_},
                   "Pa",
                   "pressure of each particle when the last sub-step began",
                   [this, density](graph::Graph& g) {
                     auto scope = this->scope(g);
                     graph::Buffer p = g.buffer(g.name(context_.name + "/pressure"), {.bytes = 4ull * capacity_});
                     auto node = g.compute("pressure", incompressible_ ? "sph/solved.comp" : "sph/pressure.comp");
                     (incompressible_ ? node.read("solved", solve_.pressures()) : node.read("velocity", velocity_))
                         .write("pressure", p)
                         .params(params_)
                         .over({capacity_, 1, 1});
                     return FieldView{p, 0, 1, density, 0, control_};
                   }});
    for (Field& field : out) field.of_particles = true;
    return out;
  }

  // Energy is sum m (v^2 / 2 + g (y - floor of the domain)) and that of compression, in J; the residual is the mean
  // compression.
  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = this->scope(g);
    watch_.rest();
    const std::uint32_t strips = groups_of(capacity_, stats_strip);
    graph::Buffer sums = g.buffer(g.name(context_.name + "/sums"), {.bytes = 16ull * strips});
    g.compute("sum", "sph/stats.comp")
        .constant("strip", stats_strip)
        .read("position", position_)
        .read("velocity", velocity_)
        .read("control", control_)
        .write("sums", sums)
        .params(params_)
        .over({strips, 1, 1});
    const std::uint32_t readings = gauges_.bytes();
    constexpr std::uint32_t told = offsetof(SphControl, for_particles);
    const std::uint32_t others =  // and rounding up
        4 * grid::figures_sum_words + told + sizeof(SphReports) + (taken_known_ ? 32 : 24);
    grid::Figures figures(
        g, context_.name,
        std::max(readings + meters_.bytes() + others, grid::Figures::most_bytes) - grid::Figures::most_bytes);
    const std::uint32_t sum = figures.sum(sums, strips), control_at = figures.copy(control_, 0, told),
                        reports_at = figures.copy(reports_, 0, sizeof(SphReports)),
                        taken_at = taken_known_ ? figures.copy(taken_, 0, 4) : 0,
                        gauges_at = gauges_.any() ? figures.copy(gauges_.readings(), 0, readings) : 0,
                        meters_at = meters_.read(g, figures, *particles(g));
    const double mass = s_.density * spacing_ * spacing_ * spacing_;
    figures.receive([done = std::move(done), sum, control_at, reports_at, gauges_at, meters_at, mass, taken_at,
                     takes = taken_known_, gauges = gauges_, meters = meters_, d = s_.density, watch = watch_,
                     solves = incompressible_](const grid::Figures::Reader& reader) {
      SphControl control{};
      std::memcpy(&control, reader.bytes(control_at, told).data(), told);
      const auto reports = reader.get<SphReports>(reports_at);
      watch.tell(reports);
      const std::uint32_t taken = takes ? reader.get<std::uint32_t>(taken_at) : 0;  // but not left out yet
      control.count -= taken;
      control.removed += taken;
      // Between waters a particle is a whole number of quanta.
      const double particle =
          takes ? std::round(mass / d / CouplingFigures::quantum) * CouplingFigures::quantum : mass / d;
      Stats out{.volume = particle * control.count,
                .energy = (reader.value(sum, 0) + reader.value(sum, 1) + reader.value(sum, 2)) * mass,
                .residual = reader.value(sum, 3) / std::max(control.count, 1u),
                .budget = Budget{.sources = particle * control.emitted, .drains = particle * control.removed},
                .counts_exchanged = true,
                .behind = static_cast<double>(control.remaining),
                .sub_steps = control.sub_steps,
                .iterations = control.iterations,
                .particles = control.count,
                .emitted = control.emitted,
                .refused = control.refused,
                .removed = control.removed,
                .overflow = reports.overflow,
                .converged = solves ? std::optional(control.unfinished == 0) : std::nullopt,
                .warnings = watch.warnings(reports),
                .energy_unit = "J"};
      gauges.tell(reader, gauges_at, d, out);
      meters.tell(reader, meters_at, out);
      done(out);
    });
  }

  Cost cost() const override {
    const double cells = 12.0 * grid_.tiles() * sort::scan_tile / capacity_;
    const double list = 8.0 * list_length_, neighbours = 4.0 / 3 * std::numbers::pi * std::pow(s_.support, 3);
    const double fine = grid_.params().fine, candidates = 9 * (2 + 1 / fine) * std::pow(s_.support, 3);
    // Sort: 16 + 8, 8 + 4, 32 + 8 + 8 * 4 + 40; gather: candidates of 4, neighbours of 16, 9 strips; move: these with
    // 32 each.
    const double sub_step = 24 + 12 + 112 + 4 * candidates + (16 + 32) * neighbours + 2 * 8 * 9 + 64;
    return {.cells = capacity_,
            .bytes_per_cell = 64 + 4 + 12 + 4 + list + cells + (incompressible_ ? 32.2 : 0),
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
    ParticlePort out{position_, velocity_, control_, taken_, capacity_, spacing_, s_.domain.min, s_.domain.max};
    if (world_.occupies()) out.occupied = [this](graph::ComputeNode& node) { world_.bind_occupied(node); };
    out.grounded = world_.holds_terrain();
    out.led = world_.bodies().moves();
    return out;
  }

  // Clears the lattice of the fluid where solid things and bodies are.
  void make_room() {
    sph_clear(start_, world_.inside(start_.position, begins_off * spacing_, spacing_), context_);
    world_.bodies().put_beside(start_.position, spacing_);
  }
  void forget_taken(graph::Graph& g) {
    if (!taken_) return;
    g.clear("clear_taken", taken_);
    taken_known_ = true;
  }
  // The highest speed that there may be, and that of sound. Error where the pressure cannot hold what it has to.
  void set_speeds() {
    const double brought = s_.fed ? s_.domain.max.y : start_.top;  // water may begin to fall anywhere
    const double top = std::max({start_.top, nozzles_.top(), brought});
    const double speed = std::max(start_.speed, nozzles_.speed());
    // What surface tension presses on a particle's size is a head as well as height is.
    const double capillary = s_.surface_tension / (s_.density * spacing_);
    highest_speed_ = std::sqrt(2 * gravity_ * (top - s_.domain.min.y) + speed * speed + 4 * capillary);
    if (!incompressible_ && s_.stiffness > 0 && s_.stiffness < softest * capillary)
      throw Error(Exit::bad_input, context_.setting("stiffness"),
                  fmt::format("does not hold drops against a surface tension of {:.4g} N/m: they would fall in on "
                              "themselves and fly apart",
                              s_.surface_tension),
                  fmt::format("at least {:.4g} m²/s², or 0", softest * capillary));
    sound_ = s_.stiffness > 0 ? std::sqrt(s_.stiffness) : highest_speed_ / std::sqrt(s_.compressibility);
    sound_ = std::max(incompressible_ ? highest_speed_ : sound_, 1e-6);
  }

  // What hangs on the settings beside what is read from them at every step.
  void retune_parts(const SceneContext& context) {
    watch_.set_fastest(highest_speed_);
    world_.set_mass(s_, spacing_);
    world_.bodies().set_gravity(gravity_);
    params_ = make_params();
    if (incompressible_) solve_.retune(s_, params_, rest_rate());
    pointer_.retune(s_.pointer, params_);
    gauges_.retune(params_);
    if (incompressible_ || std::ranges::none_of(s_.fluid, &SphFluid::settled)) return;
    start_ = sph_start(s_, context);  // what a restart begins with is pressed together by the new weight
    make_room();
    sph_settle(start_, s_, gravity_, sound_);
  }

  // Particles that the pointer may add.
  double poured() const {
    return SphPointer::room(s_.pointer, s_.domain.max - s_.domain.min, spacing_, gravity_, begun_);
  }
  double support() const { return s_.support * spacing_; }

  SphParams make_params() const {
    const bool cubic = s_.kernels == SphKernel::cubic;
    const SphLattice lattice = sph_lattice(s_.kernels, s_.support);
    const double h = support(), volume = spacing_ * spacing_ * spacing_;
    const auto f = [](double x) { return static_cast<float>(x); };
    SphParams p{};
    p.grid = grid_.params();
    p.high = glm::vec3(s_.domain.max);
    p.support = f(h);
    p.volume = f(volume / lattice.density);
    // With one kernel for density and force, forces have a potential, and pressure makes no energy.
    p.slope_volume = cubic ? p.volume : f(volume / lattice.slope);
    p.stiffness = incompressible_ ? 0 : f(sound_ * sound_);
    p.viscosity = f(s_.viscosity);
    p.damping = f(s_.damping * 0.5 * h * (incompressible_ ? 0.5 * damped_sound * sound_ : sound_));
    set_tension(p, s_, spacing_);
    p.blending = f(s_.xsph);
    p.gravity = f(gravity_);
    p.restitution = f(s_.restitution);
    p.compression_scale = watch_.compression_scale();
    // Where a particle meets its own image there is no way out of the wall.
    p.skin = incompressible_ ? f(0.25 * spacing_) : 0;
    world_.place_ground(p);
    return p;
  }

  // Blocks of nodes of a clock step: a sub-step each, or some iterations of its pressures.
  struct Blocks {
    std::uint32_t count, iterations;
  };
  // The CPU knows no speed: as many as twice the highest speed of free fall needs; with a solve, which may take
  // several, as many again.
  Blocks blocks(double dt) const {
    const double fastest = (incompressible_ ? 0 : sound_) + 2 * highest_speed_;
    const SphLongest most = longest();
    const double shortest = std::min(reach() / std::max(fastest, 1e-30), most.seconds);
    const double count = sph_sub_steps(context_, dt, shortest, sound_, spacing_, most);
    const auto sub_steps = static_cast<std::uint32_t>(count);
    const std::uint32_t needed = incompressible_ ? std::max(2 * sub_steps, least_blocks) : std::max(sub_steps, 1u);
    const std::uint32_t iterations = s_.block_iterations > 0 ? s_.block_iterations : block_iterations;
    return {s_.blocks > 0 ? s_.blocks : needed, incompressible_ ? iterations : 0};
  }
  // Errors of velocities that make a tenth of the weight, or of what surface tension holds, of the whole water.
  double rest_rate() const {
    const double top = 0.5 * highest_speed_ * highest_speed_, water = std::cbrt(std::pow(spacing_, 3) * begun_);
    const double weight = gravity_ * gravity_ / std::max(top, 1e-30);
    const double tension = s_.surface_tension / s_.density / std::max(std::pow(water, 3), 1e-30);
    return 100 * s_.tolerance * (weight + tension);
  }
  double reach() const { return sph_reach(s_, spacing_); }
  SphLongest longest() const { return sph_longest(s_, spacing_, nozzles_.speed()); }

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

  void block(graph::Graph& g, double step, const Blocks& blocks, std::uint32_t left) {
    plan(g, step, blocks, left);
    grid_.sort(g, control_, position_, velocity_, sorted_position_, sorted_velocity_, nozzles_);
    gather(g);
    if (s_.surface_tension > 0) sph_tension(g, sorted(), sorted_velocity_, params_);
    if (incompressible_)
      solve(g, blocks.iterations);
    else
      move(g);
    gauges_.read(g, *particles(g), incompressible_ ? solve_.pressures() : position_, incompressible_);
    if (step > 0) world_.bodies().move(g, control_, position_, velocity_);
  }

  void plan(graph::Graph& g, double step, const Blocks& blocks, std::uint32_t left) {
    const SphPlanParams plan{.step = static_cast<float>(step),
                             .longest = static_cast<float>(std::min(longest().seconds, 1e6)),
                             .reach = static_cast<float>(reach()),
                             .sound = incompressible_ ? 0 : static_cast<float>(sound_),
                             .head = static_cast<float>(highest_speed_ * highest_speed_),
                             .swing = static_cast<float>(swing * 0.5 * support()),
                             .blocks = left,
                             .iterations = blocks.iterations,
                             .tiles = grid_.tiles()};
    g.compute("plan", "sph/plan.comp")
        .constant("first", left == blocks.count)
        .modify("control", control_)
        .modify("reports", reports_)
        .write("writers", writers_)
        .optional("nozzles", nozzles_.nozzles(), graph::Verb::modify)
        .uniform("clock", nozzles_.clock())
        .params(plan)
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
        .constant("firm", incompressible_)
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
  double spacing_, gravity_ = 0, highest_speed_ = 0, sound_ = 0;
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
  bool incompressible_ = false;
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
    for (const ExchangeSettings& e : context.scene->exchanges) {
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
