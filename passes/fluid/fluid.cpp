#include "passes/fluid/fluid.h"

// Incompressible flow on a staggered grid, per unit of density.
//   equation   v_t + v . grad v = -grad p + nu lap v + forces,  div v = 0;  dye_t + v . grad dye = k lap dye
//   scheme     semi-Lagrangian with a second-order path: plain (then v, forces, diffusion, projection, of first
//              order in time), or MacCormack's with clamping and cubics, where the pressure acts half before and half
//              after the transport, so that steady flows keep their energy; diffusion implicit
//   pressure   -div(open grad p) = -div(open v) / dt, open the share of a face that obstacles leave free
//   edges      walls by mirrored velocity (u = 0 or a lid's on the wall itself), inflow given, outflow at pressure 0
//   stability  for every dt
//   sources    [Stam 1999], [Selle et al. 2008], [Fedkiw, Stam and Jensen 2001], [Batty, Bertails and Bridson 2007],
//              [Shahrabi 2021]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <utility>

#include "engine/core/log.h"
#include "engine/core/round.h"
#include "engine/graph/declared.h"
#include "engine/scene/memory.h"
#include "engine/scene/scene.h"
#include "engine/scene/water_solver.h"
#include "passes/fluid/fluid_checks.h"
#include "passes/fluid/fluid_initial.h"
#include "passes/fluid/fluid_kernels.h"
#include "passes/fluid/fluid_momentum.h"
#include "passes/fluid/fluid_params.h"
#include "passes/fluid/fluid_waves.h"
#include "passes/grid/pointer_queue.h"
#include "passes/ledger/figures.h"
#include "passes/ledger/ledger_params.h"

namespace undine::fluid {

namespace {

constexpr std::uint32_t stats_rows = 16;

FluidSettings among(FluidSettings settings, const SceneContext& context) {
  const auto moves = [](const MeshSettings& m) { return m.solid && m.motion; };
  settings.afloat =
      context.scene && (!context.scene->bodies.empty() || std::ranges::any_of(context.scene->meshes, moves));
  settings.walled = context.scene && fluid_walled(settings, *context.scene);
  return settings;
}

class FluidSolver : public WaterSolver {
 public:
  FluidSolver(graph::State& state, const FluidSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(among(settings, context)),
        initial_(make_fluid_initial(settings, context)),
        kernels_(state, s_, context.name),
        waves_(state, s_, kernels_, context),
        momentum_(s_, kernels_, context.name),
        gauges_(state, settings.gauges, context, {settings.origin, settings.size}, settings.cells),
        poisson_(state, context.name + "/pressure",
                 {s_.cells, s_.cell(), s_.edges.west.periodic(), s_.edges.north.periodic(), true}, s_.pressure) {
    v_ = {state.buffer(name("u"), kernels_.plane(FluidPlane::u)),
          state.buffer(name("w"), kernels_.plane(FluidPlane::w))};
    context_.scene = nullptr;
    p_ = graph::History(state, name("p"), kernels_.pressure_plane(), 2);
    dye_ = graph::History(state, name("dye"), kernels_.dye_plane(), 2);
    initial_.mask.insert(initial_.mask.end(), initial_.split.begin(), initial_.split.end());  // as one buffer
    if (!initial_.mask.empty())
      mask_ = state.buffer(name("mask"), {.bytes = 4 * initial_.mask.size(), .texel = graph::Format::r32_float});
    auto open = [](const FluidEdge& e) { return e.kind == FluidEdge::Kind::outflow; };
    if (!s_.solids())
      poisson_.rectangle({open(s_.edges.west), open(s_.edges.east), open(s_.edges.north), open(s_.edges.south)});
    moving_ = s_.afloat ||
              std::any_of(s_.obstacles.begin(), s_.obstacles.end(), [](const FluidObstacle& o) { return o.moves(); });
  }

  void start(graph::Graph& g) override {
    auto scope = this->scope(g);
    forget_surface();
    cycles_ = s_.pressure.most();  // there is no pressure to begin with
    if (initial_.u.empty()) {
      g.clear("clear_u", v_.u);
      g.clear("clear_w", v_.w);
    } else {
      g.upload("fill_u", v_.u, initial_.u);
      g.upload("fill_w", v_.w, initial_.w);
    }
    if (initial_.dye.empty())
      g.clear("clear_dye", dye_[0]);
    else
      g.upload("fill_dye", dye_[0], initial_.dye);
    if (mask_) g.upload("fill_mask", mask_, initial_.mask);
    g.clear("clear_pressure", p_[0]);
    open(g, 0);
    if (waves_) waves_.start(g);
    gauges_.start(g);
    if (passed_) g.clear("clear_passed", passed_);
    momentum_.start(g);
    pushes_.clear();
    pours_.forget();
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = this->scope(g);
    forget_surface();
    s_.edges.move(step.time, step.time + step.dt);
    const FluidParams p = kernels_.params(step.dt);
    last_dt_ = step.dt;
    FluidPair from = v_;
    momentum_.begin(g, v_, fluid_momentum_pressure);
    if (p.carried > 0) kernels_.prepare(g, v_, p_[0], from = kernels_.faces(g, "pushed"), p);
    FluidPair carried = kernels_.faces(g, "carried");
    momentum_.begin(g, from, fluid_momentum_transport);
    momentum_.flow_over(g, v_, p);
    kernels_.carry(g, v_, from, carried, p);
    carry_dye(g, step, p);
    momentum_.begin(g, carried, fluid_momentum_pushes);
    push(g, step, carried);
    kernels_.drag_along(g, carried);
    momentum_.begin(g, carried, fluid_momentum_exchanges);
    for (const Deposit& gains : expected_) {
      auto take = g.compute("take", "fluid/take.comp");
      gaining(take, gains).modify("u", carried.u).modify("w", carried.w);
    }
    momentum_.begin(g, carried, fluid_momentum_pressure);
    FluidPair forced = carried;
    const bool unforced = !kernels_.forces();
    if (!unforced) {
      forced = kernels_.faces(g, "forced");
      if (momentum_ && s_.vorticity > 0) {
        // Both act in one kernel.
        const FluidPair pressed = kernels_.faces(g, "pressed");
        kernels_.force(g, carried, p_[0], pressed, p, false);
        momentum_.begin(g, pressed, fluid_momentum_pushes);
      }
      kernels_.force(g, carried, p_[0], forced, p, s_.vorticity > 0);
      momentum_.begin(g, forced, s_.viscosity > 0 ? fluid_momentum_friction : fluid_momentum_pressure);
    }
    if (s_.viscosity > 0) {
      FluidPair smooth = kernels_.faces(g, "smooth");
      kernels_.diffuse(g, FluidPlane::u, false, forced.u, smooth.u, s_.viscosity, p);
      kernels_.diffuse(g, FluidPlane::w, false, forced.w, smooth.w, s_.viscosity, p);
      forced = smooth;
      momentum_.begin(g, forced, fluid_momentum_pressure);
    }
    graph::Buffer divergence = g.buffer(g.name(context_.name + "/right"), kernels_.right_plane());
    kernels_.divergence(g, forced, p_[0], divergence, p, false, unforced);
    // What the cycles leave is divergence of the velocity, and so part of the next step's right side.
    poisson_.solve(g, divergence, p_[0], p_[+1], 0, cycles_);
    cycles_ = std::max(cycles_ / 2, s_.pressure.usual());
    kernels_.project(g, forced, p_[+1], p_[0], v_, p, unforced);
    momentum_.begin(g, v_, -1);
    p_.step();
    if (waves_) waves_.step(g, step, v_, p_[0]);
    dye_.step();
    if (s_.diffusion > 0) {
      kernels_.diffuse_dye(g, dye_[0], dye_[+1], p);
      dye_.step();
    }
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const bool afloat = s_.afloat, walled = s_.walled;
    s_ = dynamic_cast<const FluidSettings&>(settings);
    s_.afloat = afloat;
    s_.walled = walled;
    context_.gravity = context.gravity;
    waves_.set_gravity(context.gravity);
    forget_surface();
    return true;
  }

  std::vector<Field> fields() override {
    const std::uint32_t nx = s_.cells.x, nz = s_.cells.y;
    const std::string name = context_.name;
    std::vector<Field> out;
    auto scoped = [this](auto&& make) {
      return [this, make](graph::Graph& g) {
        auto scope = this->scope(g);
        return make(g);
      };
    };
    out.push_back({name + ".velocity",
                   {nz, nx, 2},
                   "m/s",
                   "velocity along x and z at cell centres",
                   scoped([this, nx](graph::Graph& g) {
                     return FieldView{kernels_.field(g, v_, 0, "mean"), 0, 2 * std::uint64_t{nx}};
                   }),
                   0.0});
    out.push_back({name + ".pressure",
                   {nz, nx},
                   "m²/s²",
                   "pressure over density",
                   [this, nx](graph::Graph&) {
                     return FieldView{p_[0], 0, nx};
                   },
                   0.0});
    out.push_back({name + ".divergence",
                   {nz, nx},
                   "1/s",
                   "what the projection left; obstacles counted in",
                   scoped([this, nx](graph::Graph& g) {
                     return FieldView{divergence(g), 0, nx};
                   }),
                   0.0});
    out.push_back({name + ".vorticity",
                   {nz, nx},
                   "1/s",
                   "dw/dx - du/dz, positive from +x towards +z",
                   scoped([this, nx](graph::Graph& g) {
                     return FieldView{kernels_.field(g, v_, 1, "curl"), 0, nx};
                   }),
                   0.0});
    out.push_back({name + ".height",
                   {nz, nx},
                   "m",
                   "water surface elevation, world y",
                   scoped([this, nx](graph::Graph& g) {
                     return FieldView{level(g), 0, nx, 1, static_cast<float>(s_.origin.y)};
                   }),
                   s_.origin.y});
    const std::uint32_t channels = s_.dye.channels;
    std::vector<std::uint32_t> shape{nz, nx, channels};
    out.push_back(
        {name + ".dye", shape, "", "dye per unit of volume", scoped([this, nx, nz, channels](graph::Graph& g) {
           if (channels == 4) return FieldView{dye_[0], 0, 4 * std::uint64_t{nx}};
           graph::Buffer packed =
               g.buffer(g.name(context_.name + "/packed_dye"), {.bytes = std::uint64_t{4} * channels * nx * nz});
           g.compute("pack_dye", "fluid/pack.comp")
               .constant("nx", nx)
               .constant("nz", nz)
               .constant("channels", channels)
               .read("dye", dye_[0])
               .write("field", packed)
               .over({nx, nz, 1});
           return FieldView{packed, 0, std::uint64_t{channels} * nx};
         })});
    return out;
  }

  Ports ports() override {
    Ports out{.grid = [this] { return grid_port(); }, .disconnect = [this] { expected_.clear(); }};
    if (s_.afloat) out.hulls = [this] { return displaceable(); };
    return out;
  }

  void disturb(const Disturbance& d) override {
    constexpr std::size_t most = 64;
    const double sum = d.point.x + d.point.z + d.motion.x + d.motion.z + d.radius + d.strength;
    if (!std::isfinite(sum) || !(d.radius > 0)) return;
    if (d.pour) {
      if (d.seconds > 0) pours_.take(d);
      return;
    }
    if (pushes_.size() < most) pushes_.push_back(d);
  }

  // Energy is sum[|v|^2 / 2] dx dz, per density and depth: m^4/s^2.
  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = this->scope(g);
    const std::uint32_t strips = groups_of(s_.cells.y, stats_rows);
    graph::Buffer sums = g.buffer(g.name(context_.name + "/sums"), {.bytes = std::uint64_t{16} * s_.cells.x * strips});
    const graph::Buffer left = divergence(g);
    auto node = g.compute("sum", "fluid/stats.comp");
    kernels_.grid(node)
        .shape(kernels_.shape())
        .constant("solids", kernels_.solids())
        .constant("strip", stats_rows)
        .read("u", v_.u)
        .read("w", v_.w)
        .read("divergence", left)
        .write("sums", sums)
        .over({s_.cells.x, strips, 1});
    grid::Figures figures(g, context_.name, gauges_.figures() + momentum_.figures() + (passed_ ? 8 : 0));
    const std::optional<std::uint32_t> passed = passed_ ? std::optional(figures.copy(passed_, 0, 8)) : std::nullopt;
    const std::uint32_t sum = figures.sum(sums, s_.cells.x * strips, 2),
                        report = figures.copy(poisson_.report(), 0, sizeof(poisson::PoissonReport));
    const grid::GaugeReadings readings =
        gauges_.read(g, figures, [&](grid::Gauge::Measures what) { return gauged(g, what); });
    const FluidMomentum::Reading momentum = momentum_.read(g, figures, v_);
    const bool aims = s_.pressure.tolerance > 0;
    const double area = s_.cell().x * s_.cell().y;
    const double cells = static_cast<double>(s_.cells.x) * s_.cells.y, tolerance = s_.pressure.tolerance;
    figures.receive([done = std::move(done), area, aims, sum, report, readings, passed, momentum, cells, tolerance,
                     dt = last_dt_, warn = &unbalanced_, name = context_.name,
                     counts = context_.books != Books::none](const grid::Figures::Reader& reader) {
      const auto solved = reader.get<poisson::PoissonReport>(report);
      Stats out{.energy = 0.5 * reader.value(sum, 0) * area,
                .max_divergence = reader.value(sum, 1),
                .residual = static_cast<double>(solved.residual),
                .budget = counts ? std::optional(Budget{}) : std::nullopt,  // no level that could rise
                .sub_steps = 1,
                .iterations = solved.iterations,
                .energy_unit = "m⁴/s²"};
      // What falls in leaves over the open edges.
      if (passed && out.budget)
        out.budget->edges_out = static_cast<double>(reader.get<std::uint64_t>(*passed)) * CouplingFigures::quantum;
      out.momentum = momentum.tell(reader);
      // Without an open side the solver takes the mean off the right side: what sides and obstacles take in or let out
      // in excess stays as divergence.
      const double kept = std::abs(static_cast<double>(solved.mean)), scale = static_cast<double>(solved.scale);
      const bool balanced = kept * dt * dt < 1e-6 || kept * std::sqrt(cells) <= std::max(tolerance, 1e-3) * scale;
      if (aims) out.converged = balanced && solved.done == static_cast<std::uint32_t>(poisson::poisson_done_tolerance);
      if (!balanced) {
        out.warnings.push_back(fmt::format(
            "{} {:.3g} m²/s that no side lets {}: the flow keeps a divergence of {:.3g} 1/s. Give it an outflow",
            solved.mean > 0 ? "takes in" : "lets out", kept * dt * cells * area, solved.mean > 0 ? "out" : "in",
            kept * dt));
        if (!std::exchange(*warn, true)) log::warning("water \"{}\" {}", name, out.warnings.back());
      }
      readings.tell(reader, out);
      done(out);
    });
  }

  Cost cost() const override {
    // Velocity: prepare 20, carry 16, correct 24, project 24, force 20 where there are forces; dye: 16 + 16, 16 + 16 +
    // 16; right side 16.
    return {.cells = std::uint64_t{s_.cells.x} * s_.cells.y,
            .bytes_per_cell = 8 + 8 + 32 + 12 + (kernels_.solids() ? 16.0 : 0.0),
            .traffic_per_cell = 84 + (kernels_.forces() ? 20.0 : 0.0) + 80 + 16};
  }

 private:
  Displaceable displaceable() {
    Displaceable out{.area = s_.size.x * s_.size.y,
                     .near_share = 1,
                     .displace = [this](graph::Graph&, const Displacement& d) { kernels_.displace(d); }};
    out.depth = std::max(s_.depth, 1e-3);
    out.moved = out.pushed = true;
    return out;
  }

  GridPort grid_port() {
    const auto out = [](const FluidEdge& e) { return e.kind == FluidEdge::Kind::outflow; };
    const FluidEdges& e = s_.edges;
    if (!passed_) {
      const auto owning = own();
      if (context_.books != Books::none) momentum_.open(*state_);
      passed_ = state_->buffer(context_.name + "/passed", {.bytes = 8});
    }
    return {.cells = s_.cells,
            .size = s_.size,
            .origin = s_.origin,
            .surface = [this](graph::Graph& g) { return surface(g); },
            .receive = [this](graph::Graph& g, const Deposit& gains) { receive(g, gains); },
            .expect = [this](const Deposit& gains) { expected_.push_back(gains); },
            .forget = [this](graph::Graph& g, const Deposit& gains) { forget(g, gains); },
            .lacks = out(e.west) || out(e.east) || out(e.north) || out(e.south)
                         ? ""
                         : "the flow cannot rise, and what falls in can leave nowhere"};
  }

  graph::Buffer level(graph::Graph& g) {
    graph::Buffer height = g.buffer(g.name(context_.name + "/height"), kernels_.plane(FluidPlane::cells));
    auto node = g.compute("level", "fluid/height.comp");
    raised(node).write("field", height).params(waves_.level());
    return height;
  }

  // The field that gauges of a kind are read from.
  grid::Gauged gauged(graph::Graph& g, grid::Gauge::Measures what) {
    const std::uint64_t nx = s_.cells.x;
    if (what == grid::Gauge::Measures::level) return {{level(g), 0, nx, 1, static_cast<float>(s_.origin.y)}};
    if (what == grid::Gauge::Measures::depth) return {{level(g), 0, nx, 1, static_cast<float>(s_.depth)}};
    const FieldView velocity{kernels_.field(g, v_, 0, "mean"), 0, 2 * nx};
    return {velocity, what == grid::Gauge::Measures::discharge ? s_.depth : 1};
  }

  SurfaceField make_surface(graph::Graph& g) override {
    const graph::Extent cells{s_.cells.x, s_.cells.y, 1};
    auto image = [&](const char* what) {
      return g.image(g.name(fmt::format("{}/{}", context_.name, what)),
                     {.extent = cells, .format = graph::Format::rgba16_float});
    };
    SurfaceField out;
    out.surface = image("surface");
    out.flow = image("velocity");
    out.dye = image("tint");
    if (s_.afloat && !waves_) out.calm = image("calm");
    auto node = g.compute("shape", "fluid/surface.comp");
    raised(node)
        .read("u", v_.u)
        .read("w", v_.w)
        .read("dye", dye_[0])
        .write("surface", out.surface)
        .write("velocity", out.flow)
        .write("tint", out.dye)
        .optional("calm", out.calm, graph::Verb::write)
        .params(FluidSurfaceParams{.inverse_cell = glm::vec2(1.0 / s_.cell()),
                                   .level = waves_.level(),
                                   .density = static_cast<float>(s_.dye.density),
                                   .depth = static_cast<float>(s_.depth)});
    out.level = true;
    out.cells = s_.cells;
    out.size = s_.size;
    out.origin = s_.origin;
    out.periodic_x = s_.edges.west.periodic();
    out.periodic_z = s_.edges.north.periodic();
    out.depth = s_.sides;
    return out;
  }

  // What came in from particles.
  void receive(graph::Graph& g, const Deposit& gains) {
    forget_surface();
    auto scope = this->scope(g);
    auto node = g.compute("receive", "fluid/receive.comp");
    gaining(node, gains).optional("waves", waves_.now(), graph::Verb::modify).accumulate("passed", passed_);
    node.optional("lost", gains.lost, graph::Verb::accumulate);
  }

  void forget(graph::Graph& g, const Deposit& gains) {
    auto scope = this->scope(g);
    auto node = g.compute("forget", "fluid/forget.comp");
    gaining(node, gains).optional("lost", gains.lost, graph::Verb::accumulate);
  }

  template <class Node>
  Node& gaining(Node& node, const Deposit& gains) {
    const glm::dvec2 cell = s_.cell();
    const double area = cell.x * cell.y, speed = s_.waves.speed;
    kernels_.grid(node).constant("solids", kernels_.solids());
    node.read("solid", kernels_.solid()).read("open_x", kernels_.open_x()).read("open_z", kernels_.open_z());
    node.read("gains", gains.cells).read("struck", gains.struck).indirect(gains.struck);
    return node.params(
        FluidReceiveParams{.first = glm::ivec2(gains.first),
                           .count = glm::ivec2(gains.count),
                           .cell = glm::vec2(cell),
                           .metres = grid::two_floats(CouplingFigures::quantum / area),
                           .momentum = static_cast<float>(CouplingFigures::quantum / area),
                           .depth = static_cast<float>(std::max(s_.depth, 1e-3)),
                           .felt = static_cast<float>(speed * speed / std::max(context_.gravity, 1e-30))});
  }

  void open(graph::Graph& g, double time) {
    int count = 0;
    const FluidObstacles obstacles = fluid_obstacles_at(s_, time, count);
    kernels_.open(g, obstacles, count, mask_);
    if (kernels_.solids()) poisson_.faces(g, kernels_.open_x(), kernels_.open_z());
  }

  // Obstacles move on after the transport, which goes through the flow around where they were.
  void carry_dye(graph::Graph& g, const StepInfo& step, const FluidParams& p) {
    if (!s_.dye.conservative) {
      kernels_.carry_dye(g, v_, dye_[0], dye_[+1], p);
      if (moving_) open(g, step.time + step.dt);
      return;
    }
    kernels_.carry_dye_by_flux(g, v_, dye_[0], dye_[+1], p);
    if (!moving_) return;
    open(g, step.time + step.dt);
    for (int passes = fluid_expel_passes(s_, step.time + step.dt, step.dt); passes > 0; --passes) {
      dye_.step();
      kernels_.expel(g, dye_[0], dye_[+1]);
    }
  }

  template <class Node>
  Node& raised(Node& node) {
    return kernels_.owning(node, {s_.cells.x, s_.cells.y, 1})
        .constant("solids", kernels_.solids())
        .read("pressure", p_[0])
        .optional("waves", waves_.now())
        .read("solid", kernels_.solid());
  }

  graph::Buffer divergence(graph::Graph& g) {
    graph::Buffer out = g.buffer(g.name(context_.name + "/divergence"), kernels_.plane(FluidPlane::cells));
    kernels_.divergence(g, v_, p_[0], out, kernels_.params(last_dt_), true, false);
    return out;
  }

  // Emitters, then the pointer.
  void push(graph::Graph& g, const StepInfo& step, FluidPair v) {
    const double pi = std::numbers::pi, time = step.time + 0.5 * step.dt;
    for (std::size_t i = 0; i < s_.emitters.size(); ++i) {
      const FluidEmitter& e = s_.emitters[i];
      if (time < e.begin || time > e.end) continue;
      const double turn = e.swing * pi / 180 * std::sin(2 * pi * time / e.period);
      glm::dvec2 velocity(e.velocity.x * std::cos(turn) - e.velocity.y * std::sin(turn),
                          e.velocity.x * std::sin(turn) + e.velocity.y * std::cos(turn));
      if (e.noise > 0) velocity += e.noise * fluid_gust(context_.seed, i, time / e.period);
      push(g, "emit", v, e.center, e.radius, velocity, 1 - std::exp(-e.push * step.dt), e.dye * step.dt);
    }
    for (const Disturbance& d : pushes_) {
      const glm::dvec2 at(d.point.x - s_.origin.x, d.point.z - s_.origin.z);
      push(g, "push", v, at, d.radius, 8 * d.strength * glm::dvec2(d.motion.x, d.motion.z), -1,
           d.strength * s_.dye.pointer);
      if (waves_) waves_.poke(at, d.radius, -0.1 * d.radius * d.strength, true);
    }
    pushes_.clear();
    // Water in a plane takes no more in: a pour is dye, and a mound on the ripples.
    pours_.step(step.dt, [&](const Disturbance& d, double seconds, double) {
      constexpr double dye_rate = 30, mound_rate = 4;  // per second, of the pointer's dye; in radii of height
      const glm::dvec2 at(d.point.x - s_.origin.x, d.point.z - s_.origin.z);
      push(g, "pour", v, at, d.radius, {0, 0}, -1, d.strength * dye_rate * seconds * s_.dye.pointer);
      if (waves_) waves_.poke(at, d.radius, mound_rate * seconds * d.radius * d.strength, false);
    });
  }

  void push(graph::Graph& g, std::string_view verb, FluidPair v, glm::dvec2 center, double radius, glm::dvec2 velocity,
            double follow, glm::dvec3 dye) {
    const glm::dvec2 cell = s_.cell(), at = 0.5 * s_.size + center;
    const double reach = std::max(radius, 1.5 * std::max(cell.x, cell.y));
    glm::ivec2 first{}, count{};
    if (!kernels_.around(at, reach, first, count)) return;
    auto node = g.compute(verb, "fluid/push.comp");
    kernels_.owning(node, {static_cast<std::uint32_t>(count.x), static_cast<std::uint32_t>(count.y), 1})
        .constant("solids", kernels_.solids())
        .modify("u", v.u)
        .modify("w", v.w)
        .modify("dye", dye_[+1])
        .read("solid", kernels_.solid())
        .read("open_x", kernels_.open_x())
        .read("open_z", kernels_.open_z())
        .params(FluidPushParams{.first = first,
                                .count = count,
                                .middle = glm::vec2(at),
                                .cell = glm::vec2(cell),
                                .velocity = glm::vec2(velocity),
                                .radius = static_cast<float>(reach),
                                .follow = static_cast<float>(follow),
                                .dye = glm::vec4(glm::vec3(dye), 0)});
  }

  FluidSettings s_;
  FluidInitial initial_;
  FluidKernels kernels_;
  FluidWaves waves_;
  FluidMomentum momentum_;
  grid::Gauges gauges_;
  std::vector<Deposit> expected_;
  graph::Buffer passed_;  // 64 bits: quanta that particles have brought; none: nobody falls in
  poisson::Poisson poisson_;
  FluidPair v_;
  graph::History p_, dye_;
  graph::Buffer mask_;
  std::vector<Disturbance> pushes_;
  grid::PointerQueue pours_;
  bool moving_ = false, unbalanced_ = false;
  std::uint32_t cycles_ = 0;  // of the next step
  double last_dt_ = 0;
};

}  // namespace

SolverType fluid_solver() {
  return {"fluid", "incompressible flow seen from above, with dye and obstacles",
          [] { return std::make_unique<FluidSettings>(); }};
}

std::unique_ptr<Solver> FluidSettings::create(graph::State& state, const SceneContext& context) const {
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y, {.buffer = 4, .device = 60, .host = 8},
               "cells");
  check_fluid(*this, context);
  return std::make_unique<FluidSolver>(state, *this, context);
}

}  // namespace undine::fluid
