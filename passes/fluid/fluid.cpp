#include "passes/fluid/fluid.h"

// Incompressible flow on a staggered grid, per unit of density.
//   equation   v_t + v . grad v = -grad p + nu lap v + forces,  div v = 0;  dye_t + v . grad dye = k lap dye
//   scheme     semi-Lagrangian with a second-order path: plain (then v, forces, diffusion, projection, of first
//              order in time), or MacCormack's with clamping and cubics, with half of the pressure gradient before
//              and half after the transport, which conserves the energy of steady flows; implicit diffusion
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
#include "engine/graph/memo.h"
#include "engine/scene/memory.h"
#include "engine/scene/scene.h"
#include "engine/scene/water_solver.h"
#include "passes/fluid/fluid_checks.h"
#include "passes/fluid/fluid_deposits.h"
#include "passes/fluid/fluid_initial.h"
#include "passes/fluid/fluid_kernels.h"
#include "passes/fluid/fluid_momentum.h"
#include "passes/fluid/fluid_params.h"
#include "passes/fluid/fluid_pushes.h"
#include "passes/fluid/fluid_views.h"
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

// Check that sides and obstacles of a flow let out as much as they take in.
struct Balance {
  std::string name;
  double tolerance, cells, area, dt;
  bool* warned;
  // Without an open side the solver subtracts the mean of the right side: what sides and obstacles take in or let out
  // in excess stays as divergence.
  void check(const poisson::PoissonReport& solved, Stats& out) const {
    const double kept = std::abs(static_cast<double>(solved.mean)), scale = static_cast<double>(solved.scale);
    const bool balanced = kept * dt * dt < 1e-6 || kept * std::sqrt(cells) <= std::max(tolerance, 1e-3) * scale;
    if (tolerance > 0)
      out.converged = balanced && solved.done == static_cast<std::uint32_t>(poisson::poisson_done_tolerance);
    if (balanced) return;
    out.warnings.push_back(fmt::format(
        "{} {:.3g} m²/s that no side lets {}: the flow keeps a divergence of {:.3g} 1/s. Give it an outflow",
        solved.mean > 0 ? "takes in" : "lets out", kept * dt * cells * area, solved.mean > 0 ? "out" : "in",
        kept * dt));
    if (!std::exchange(*warned, true)) log::warning("water \"{}\" {}", name, out.warnings.back());
  }
};
class FluidSolver : public WaterSolver {
 public:
  FluidSolver(graph::State& state, const FluidSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(among(settings, context)),
        initial_(make_fluid_initial(settings, context)),
        kernels_(state, s_, context.name),
        waves_(state, s_, kernels_, context),
        momentum_(s_, kernels_, context.name),
        pushes_(s_, kernels_, context.seed),
        deposits_(s_, kernels_, context.gravity),
        views_(context.name, s_, kernels_, waves_),
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
    deposits_.start(g);
    momentum_.start(g);
    pushes_.forget();
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = this->scope(g);
    forget_surface();
    s_.edges.move(step.time, step.time + step.dt);
    const FluidParams p = kernels_.params(step.dt);
    last_dt_ = step.dt;
    const FluidPair carried = advect(g, step, p);   // 1) transport of velocity and dye
    push(g, step, carried);                         // 2) emitters, pointer, bodies, deposits of couplings
    const FluidPair forced = force(g, carried, p);  // 3) vorticity confinement, viscosity
    project(g, forced, p);                          // 4) pressure: divergence-free velocity
    if (waves_) waves_.step(g, step, v_, p_[0]);    // 5) ripples
    dye_.step();
    if (s_.diffusion == 0) return;
    kernels_.diffuse_dye(g, dye_[0], dye_[+1], p);  // 6) diffusion of dye
    dye_.step();
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const bool afloat = s_.afloat, walled = s_.walled;
    s_ = dynamic_cast<const FluidSettings&>(settings);
    s_.afloat = afloat;
    s_.walled = walled;
    context_.gravity = context.gravity;
    waves_.set_gravity(context.gravity);
    deposits_.set_gravity(context.gravity);
    forget_surface();
    return true;
  }

  // Kernels for displaced columns are chosen at construction.
  bool continues_with_bodies(const SceneContext& context) const override {
    return s_.afloat || !among(s_, context).afloat;
  }

  std::vector<Field> fields() override {
    const std::uint32_t nx = s_.cells.x, nz = s_.cells.y, channels = s_.dye.channels;
    const std::vector<std::uint32_t> plane{nz, nx};
    std::vector<Field> out;
    out.push_back(field(
        "velocity", {nz, nx, 2}, "m/s", "velocity along x and z at cell centers",
        [this, nx](graph::Graph& g) {
          return FieldView{kernels_.field(g, v_, 0, "mean"), 0, 2 * std::uint64_t{nx}};
        },
        0.0));
    out.push_back(field(
        "pressure", plane, "m²/s²", "pressure over density",
        [this, nx](graph::Graph&) {
          return FieldView{p_[0], 0, nx};
        },
        0.0));
    out.push_back(field(
        "divergence", plane, "1/s", "what the projection left; obstacles counted in",
        [this, nx](graph::Graph& g) {
          return FieldView{divergence(g), 0, nx};
        },
        0.0));
    out.push_back(field(
        "vorticity", plane, "1/s", "dw/dx - du/dz, positive from +x towards +z",
        [this, nx](graph::Graph& g) {
          return FieldView{kernels_.field(g, v_, 1, "curl"), 0, nx};
        },
        0.0));
    out.push_back(field(
        "height", plane, "m", "water surface elevation, world y",
        [this, nx](graph::Graph& g) {
          return FieldView{views_.level(g, p_[0]), 0, nx, 1, static_cast<float>(s_.origin.y)};
        },
        s_.origin.y));
    out.push_back(field("dye", {nz, nx, channels}, "", "dye per unit of volume", [this, nx, channels](graph::Graph& g) {
      return FieldView{channels == 4 ? dye_[0] : views_.packed_dye(g, dye_[0]), 0, std::uint64_t{channels} * nx};
    }));
    return out;
  }

  Ports ports() override {
    Ports out{.grid = [this] { return grid_port(); }, .disconnect = [this] { deposits_.disconnect(); }};
    if (s_.afloat) out.hulls = [this] { return displaceable(); };
    return out;
  }

  void disturb(const Disturbance& d) override { pushes_.take(d); }

  // Energy is sum[|v|^2 / 2] dx dz, per density and depth: m^4/s^2.
  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = this->scope(g);
    const std::uint32_t strips = groups_of(s_.cells.y, stats_rows);
    const graph::Buffer sums = sum(g, strips), passed = deposits_.passed();
    grid::Figures figures(g, context_.name, gauges_.figures() + momentum_.figures() + (passed ? 8 : 0));
    const std::optional<std::uint32_t> passed_at = passed ? std::optional(figures.copy(passed, 0, 8)) : std::nullopt;
    const std::uint32_t sum_at = figures.sum(sums, s_.cells.x * strips, 2),
                        report = figures.copy(poisson_.report(), 0, sizeof(poisson::PoissonReport));
    const grid::GaugeReadings readings =
        gauges_.read(g, figures, [&](grid::Gauge::Measures what) { return gauged(g, what); });
    const FluidMomentum::Reading momentum = momentum_.read(g, figures, v_);
    const double area = s_.cell().x * s_.cell().y;
    figures.receive([done = std::move(done), area, sum_at, report, readings, passed_at, momentum, balance = balance(),
                     counts = context_.accounting != Accounting::none](const grid::Figures::Reader& reader) {
      const auto solved = reader.get<poisson::PoissonReport>(report);
      Stats out{.energy = 0.5 * reader.value(sum_at, 0) * area,
                .max_divergence = reader.value(sum_at, 1),
                .residual = static_cast<double>(solved.residual),
                .budget = counts ? std::optional(Budget{}) : std::nullopt,  // no level that could rise
                .sub_steps = 1,
                .iterations = solved.iterations,
                .energy_unit = "m⁴/s²"};
      // The volume of deposits leaves over the open edges.
      if (passed_at && out.budget)
        out.budget->edges_out = static_cast<double>(reader.get<std::uint64_t>(*passed_at)) * CouplingFigures::quantum;
      out.momentum = momentum.tell(reader);
      balance.check(solved, out);
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
  FluidPair advect(graph::Graph& g, const StepInfo& step, const FluidParams& p) {
    FluidPair from = v_;
    momentum_.begin(g, v_, fluid_momentum_pressure);
    if (p.carried > 0) kernels_.prepare(g, v_, p_[0], from = kernels_.faces(g, "pushed"), p);
    const FluidPair carried = kernels_.faces(g, "carried");
    momentum_.begin(g, from, fluid_momentum_transport);
    momentum_.flow_over(g, v_, p);
    kernels_.carry(g, v_, from, carried, p);
    carry_dye(g, step, p);
    return carried;
  }

  void push(graph::Graph& g, const StepInfo& step, FluidPair v) {
    momentum_.begin(g, v, fluid_momentum_pushes);
    pushes_.step(g, step, {v, dye_[+1]}, waves_);
    kernels_.drag_along(g, v);
    momentum_.begin(g, v, fluid_momentum_exchanges);
    deposits_.push(g, v);
    momentum_.begin(g, v, fluid_momentum_pressure);
  }

  // `carried` itself where there are no such forces.
  FluidPair force(graph::Graph& g, FluidPair carried, const FluidParams& p) {
    FluidPair forced = carried;
    if (kernels_.forces()) {
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
    if (s_.viscosity == 0) return forced;
    const FluidPair smooth = kernels_.faces(g, "smooth");
    kernels_.diffuse(g, FluidPlane::u, false, forced.u, smooth.u, s_.viscosity, p);
    kernels_.diffuse(g, FluidPlane::w, false, forced.w, smooth.w, s_.viscosity, p);
    momentum_.begin(g, smooth, fluid_momentum_pressure);
    return smooth;
  }

  void project(graph::Graph& g, FluidPair forced, const FluidParams& p) {
    const bool unforced = !kernels_.forces();
    graph::Buffer divergence = g.buffer(g.name(name("right")), kernels_.right_plane());
    kernels_.divergence(g, forced, p_[0], divergence, p, false, unforced);
    // The residual of the cycles is divergence of the velocity, and so part of the next step's right side.
    poisson_.solve(g, divergence, p_[0], p_[+1], 0, cycles_);
    cycles_ = std::max(cycles_ / 2, s_.pressure.usual());
    kernels_.project(g, forced, p_[+1], p_[0], v_, p, unforced);
    momentum_.begin(g, v_, -1);
    p_.step();
  }

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
    {
      const auto owning = own();
      if (context_.accounting != Accounting::none) momentum_.open(*state_);
      deposits_.open(*state_, context_.name);
    }
    return {.cells = s_.cells,
            .size = s_.size,
            .origin = s_.origin,
            .surface = [this](graph::Graph& g) { return surface(g); },
            .receive =
                [this](graph::Graph& g, const Deposit& deposit) {
                  forget_surface();
                  auto scope = this->scope(g);
                  deposits_.receive(g, deposit, waves_.now());
                },
            .expect = [this](const Deposit& deposit) { deposits_.expect(deposit); },
            .forget =
                [this](graph::Graph& g, const Deposit& deposit) {
                  auto scope = this->scope(g);
                  deposits_.forget(g, deposit);
                },
            .lacks = out(e.west) || out(e.east) || out(e.north) || out(e.south)
                         ? ""
                         : "the flow cannot rise, and what falls in can leave nowhere"};
  }

  graph::Buffer sum(graph::Graph& g, std::uint32_t strips) {
    const graph::Buffer sums = g.buffer(g.name(name("sums")), {.bytes = std::uint64_t{16} * s_.cells.x * strips});
    const graph::Buffer left = divergence(g);
    auto node = g.compute("sum", "fluid/stats.comp");
    kernels_.grid(node).shape(kernels_.shape()).constant("solids", kernels_.solids()).constant("strip", stats_rows);
    node.read("u", v_.u).read("w", v_.w).read("divergence", left).write("sums", sums).over({s_.cells.x, strips, 1});
    return sums;
  }

  Balance balance() {
    return {
        context_.name, s_.pressure.tolerance, static_cast<double>(s_.cells.x) * s_.cells.y, s_.cell().x * s_.cell().y,
        last_dt_,      &unbalanced_};
  }

  // The field that gauges of a kind are read from.
  grid::Gauged gauged(graph::Graph& g, grid::Gauge::Measures what) {
    const std::uint64_t nx = s_.cells.x;
    if (what == grid::Gauge::Measures::level)
      return {{views_.level(g, p_[0]), 0, nx, 1, static_cast<float>(s_.origin.y)}};
    if (what == grid::Gauge::Measures::depth) return {{views_.level(g, p_[0]), 0, nx, 1, static_cast<float>(s_.depth)}};
    const FieldView velocity{kernels_.field(g, v_, 0, "mean"), 0, 2 * nx};
    return {velocity, what == grid::Gauge::Measures::discharge ? s_.depth : 1};
  }

  SurfaceField make_surface(graph::Graph& g) override { return views_.surface(g, v_, p_[0], dye_[0]); }

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

  graph::Buffer divergence(graph::Graph& g) {
    graph::Buffer out = g.buffer(g.name(context_.name + "/divergence"), kernels_.plane(FluidPlane::cells));
    kernels_.divergence(g, v_, p_[0], out, kernels_.params(last_dt_), true, false);
    return out;
  }

  FluidSettings s_;
  FluidInitial initial_;
  FluidKernels kernels_;
  FluidWaves waves_;
  FluidMomentum momentum_;
  FluidPushes pushes_;
  FluidDeposits deposits_;
  FluidViews views_;
  grid::Gauges gauges_;
  poisson::Poisson poisson_;
  FluidPair v_;
  graph::History p_, dye_;
  graph::Buffer mask_;
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
