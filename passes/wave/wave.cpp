#include "passes/wave/wave.h"

// Linear waves on a height grid.
//   equation   h_tt + g h_t = div(c^2 grad h)
//   scheme     leapfrog with the 5-point Laplacian on cell centers, three time levels in a ring:
//              (1 + g dt/2) h+ = 2 h - (1 - g dt/2) h- + dt^2 div(c^2 grad h)
//   stability  c dt sqrt(1/dx^2 + 1/dz^2) <= 1, kept by sub-steps
//   edges      wall: mirror at the half cell; fixed: antisymmetric about the border; absorb: one-way flux exact
//              at 0 and 45 degrees
//   sources    [Popov 2003], [Han & Chen 2017], [Engquist & Majda 1977], [Higdon 1987]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "engine/scene/memory.h"
#include "engine/scene/water_solver.h"
#include "passes/grid/surface_heights.h"
#include "passes/ledger/figures.h"
#include "passes/wave/wave_account.h"
#include "passes/wave/wave_airy.h"
#include "passes/wave/wave_current.h"
#include "passes/wave/wave_deposits.h"
#include "passes/wave/wave_feeds.h"
#include "passes/wave/wave_flow.h"
#include "passes/wave/wave_hulls.h"
#include "passes/wave/wave_kernels.h"
#include "passes/wave/wave_medium.h"
#include "passes/wave/wave_params.h"
#include "passes/wave/wave_planes.h"
#include "passes/wave/wave_pokes.h"
#include "passes/wave/wave_sea.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

namespace {

class WaveSolver : public WaterSolver {
 public:
  WaveSolver(graph::State& state, const WaveSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(settings),
        medium_(make_wave_medium(settings, context)),
        incident_(settings.waves, context.seed, context.setting("waves/file")),
        initial_(wave_initial(settings, medium_, context)),
        account_(state, settings, medium_, context),
        feeds_(state, settings, medium_, context),
        gauges_(state, settings.gauges, context, {settings.origin, settings.size}, settings.cells),
        where_(context.setting("speed")),
        planes_(state, context.name, s_, medium_),
        kernels_(state, context.name, s_, planes_),
        hulls_(context.name, s_, medium_),
        deposits_(context.name, s_) {
    const auto flows = [](const grid::Gauge& x) {
      return x.measures == grid::Gauge::Measures::velocity || x.measures == grid::Gauge::Measures::discharge;
    };
    if (std::ranges::any_of(s_.gauges, flows)) flow_.make(state, context_.name, planes_.bytes());
    if (s_.dispersion == WaveSettings::Dispersion::airy) airy_.emplace(state, context, s_, planes_);
    if (absorbs(s_.edges.west) || absorbs(s_.edges.east) || absorbs(s_.edges.north) || absorbs(s_.edges.south))
      if (!airy_)
        edge_states_ = state.buffer(
            name("edges"), {.bytes = std::uint64_t{4} * std::max(s_.cells.x, s_.cells.y) * sizeof(WaveEdgeState)});
  }

  void start(graph::Graph& g) override {
    forget_surface();
    sea_.forget();
    auto scope = this->scope(g);
    planes_.start(g, medium_, initial_);
    if (airy_) airy_->start(g);
    refill_ = false;
    if (edge_states_) g.clear("clear_edges", edge_states_);
    last_dt_ = 0;
    pokes_.forget();
    deposits_.start(g);
    hulls_.start(g);
    flow_.start(g);
    if (rise_rests_) g.clear("clear_rise_rests", rise_rests_);
    gauges_.start(g);
    account_.start(g);
    feeds_.start(g);
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    forget_surface();
    sea_.forget();
    auto scope = this->scope(g);
    if (std::exchange(refill_, false)) planes_.fill_medium(g, medium_);
    if (std::exchange(rests_begin_, false)) g.clear("clear_rise_rests", rise_rests_);
    clock_step_ = step.dt;
    sub_steps_ = sub_steps(step.dt);
    excite(g, step);  // 1) drops, makers, pointer, hydrographs
    // Bodies keep the volume of a closed water by themselves (wave/displace.comp).
    account_.begin_step(g, !hulls_.displaces(), reads_levels());
    const double dt = step.dt / sub_steps_;
    for (int i = 0; i < sub_steps_; ++i) {
      account_borders(g, dt);  // 2) what passes the borders
      advance(g, dt);          // 3) wave equation
      const WaveKernels::Incident sea{s_.waves.any() ? static_cast<int>(s_.waves.from) : -1,
                                      incident_.elevation(step.time + (i + 1) * dt)};
      if (edge_states_) kernels_.edge(g, dt, last_dt_, edge_states_, sea);  // 4) absorbing edges
      if (flow_) drive_flow(g, dt);                                         // 5) velocity potential
      planes_.advance();
      last_dt_ = dt;
    }
    account_.end_step(g, reads_levels(), planes_.now(), planes_.before());  // 6) rounding of the volume
  }

  std::vector<Field> fields() override {
    const std::vector<std::uint32_t> shape{s_.cells.y, s_.cells.x};
    const std::uint64_t pitch = planes_.pitch();
    std::vector<Field> out;
    out.push_back(field(
        "height", shape, "m", "elevation of the surface, world y",
        [this, pitch](graph::Graph&) {
          return FieldView{planes_.now(), 0, pitch, 1, static_cast<float>(s_.origin.y)};
        },
        s_.origin.y));
    if (sea_)
      out.push_back(field(
          "level", shape, "m", "elevation of the surface with the sea's, world y",
          [this](graph::Graph& g) { return level_on_sea(g); }, s_.origin.y));
    if (airy_) return out;
    out.push_back(field(
        "rate", shape, "m/s", "rate at which the surface rises",
        [this, pitch](graph::Graph& g) {
          return FieldView{kernels_.rate(g, last_dt_), 0, pitch};
        },
        0.0));
    if (!planes_.bed()) return out;
    out.push_back(field("depth", shape, "m", "depth of the water; 0 on land", [this, pitch](graph::Graph& g) {
      return FieldView{kernels_.depth(g), 0, pitch};
    }));
    out.push_back(field("bed", shape, "m", "elevation of the ground, world y", [this, pitch](graph::Graph&) {
      return FieldView{planes_.bed(), 0, pitch};
    }));
    return out;
  }

  void disturb(const Disturbance& d) override { pokes_.take(d); }

  Ports ports() override {
    Ports out{.grid = [this] { return grid_port(); },
              .waves = [this] { return wave_port(); },
              .disconnect = [this] { deposits_.disconnect(*state_); },
              .carried_by = [this](Ports::SurfaceOn sea) { sea_.connect(std::move(sea)); }};
    if (hulls_.wet_cells() > 0) out.hulls = [this] { return displaceable(); };
    return out;
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    WaveSettings next = dynamic_cast<const WaveSettings&>(settings);
    if (airy_ && (next.gravity != s_.gravity || context.gravity != context_.gravity)) return false;
    if (airy_) next = next.of_long_waves(context.gravity);
    const bool remade = next.speed != s_.speed || next.damping != s_.damping || next.gravity != s_.gravity ||
                        next.damping_map_max != s_.damping_map_max || context.gravity != context_.gravity;
    if (remade) {
      WaveMedium medium = make_wave_medium(next, context);
      if (clock_step_ > 0 && !airy_) wave_sub_steps(next, medium.fastest, clock_step_, where_);
      medium_ = std::move(medium);
      refill_ = medium_.varied;
    }
    s_ = next;
    feeds_.retune(next);
    context_.gravity = context.gravity;
    forget_surface();
    return true;
  }

  // Volume is over the rest level, less what bodies stand in for: it changes with what enters and leaves alone.
  // Energy is the scheme's invariant 1/2 sum[(h - h_prev)^2 / dt^2 + c^2 grad h . grad h_prev] dx dz in m^4/s^2.
  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = this->scope(g);
    graph::Buffer sums = g.buffer(g.name(name("sums")), {.bytes = std::uint64_t{16} * kernels_.parts()});
    if (airy_)
      airy_->sum(g, sums, last_dt_);
    else
      kernels_.sum(g, sums, context_.gravity, last_dt_, hulls_ ? flow_.potential() : graph::Buffer{});
    grid::Figures figures(g, context_.name, gauges_.figures() + (account_.counts() ? WaveAccount::figures_bytes : 0));
    const std::uint32_t sum = figures.sum(sums, kernels_.parts());
    const grid::GaugeReadings readings =
        gauges_.read(g, figures, [&](grid::Gauge::Measures what) { return gauged(g, what); });
    const std::optional<WaveHulls::Displaced> displaced = hulls_.sum(g, figures, planes_);
    const double area = s_.cell().x * s_.cell().y, water = rest_depth() * area * hulls_.wet_cells();
    WaveAccount::Rests rests = deposits_.rests();
    feeds_.add_to(rests);
    // With bodies, the volume of an open water is not conserved.
    const WaveAccount::Readings account = account_.open() && hulls_.displaces()
                                              ? WaveAccount::Readings{}
                                              : account_.read(g, figures, reads_levels(), rests);
    figures.receive([done = std::move(done), area, displaced, sum, readings, water, account, sub_steps = sub_steps_,
                     joules = bool(hulls_) && !carried_ && !airy_,
                     weight = 1000 * context_.gravity](const grid::Figures::Reader& reader) {
      const double taken = displaced ? displaced->meters(reader) : 0;
      Stats out{.volume = (account.volume(reader, reader.value(sum, 0)) - taken) * area,
                .energy = (reader.value(sum, 1) + reader.value(sum, 2)) * area,
                .budget = account.tell(reader),
                .rest = water,
                .joules = joules ? std::optional(weight * reader.value(sum, 3) * area) : std::nullopt,
                .sub_steps = sub_steps,
                .energy_unit = "m⁴/s²"};
      readings.tell(reader, out);
      done(out);
    });
  }

  Cost cost() const override {
    const double planes = planes_.varied() ? 12 : 0;
    return {.cells = std::uint64_t{s_.cells.x} * s_.cells.y,
            .bytes_per_cell = 12 + planes,
            .traffic_per_cell = (12 + planes) * std::max(sub_steps_, 1)};
  }

 private:
  using Prepare = std::function<void(graph::ComputeNode&)>;
  Prepare reads_levels() const {
    return [this](graph::ComputeNode& node) { planes_.read_levels(node); };
  }
  void advance(graph::Graph& g, double dt) {
    if (airy_)
      airy_->step(g, dt, last_dt_);
    else
      kernels_.leapfrog(g, dt, last_dt_, rise_rests_);
  }
  // CFL condition; steps of waves with exact dispersion have none.
  int sub_steps(double dt) const { return airy_ ? 1 : wave_sub_steps(s_, medium_.fastest, dt, where_); }
  double gravity() const { return s_.gravity > 0 ? s_.gravity : context_.gravity; }
  double rest_depth() const { return medium_.fastest * medium_.fastest / std::max(context_.gravity, 1e-30); }

  void excite(graph::Graph& g, const StepInfo& step) {
    const Prepare both = [this](graph::ComputeNode& node) { planes_.read_drag(planes_.modify_levels(node)); };
    WavePokes::Water water{
        .seed = context_.seed, .fastest = medium_.fastest, .varied = medium_.varied, .totals = account_.totals()};
    if (airy_)
      water.group_velocity = [this](double period) { return airy_group_velocity(gravity(), s_.airy_depth(), period); };
    pokes_.step(g, step, s_, water, both);
    feeds_.step(g, step, account_.keeps() ? 0 : sub_steps_, medium_.varied, account_.totals(), both);
  }

  void account_borders(graph::Graph& g, double dt) const {
    account_.border(g, kernels_.params(dt, last_dt_), medium_.varied, [this](graph::ComputeNode& node) {
      planes_.read_medium(planes_.grid(node).read("u_now", planes_.now()));
    });
  }

  void drive_flow(graph::Graph& g, double dt) const {
    flow_.drive(g, context_.gravity, dt, last_dt_ == 0, s_.damping, medium_.varied, [this](graph::ComputeNode& node) {
      planes_.read_drag(planes_.rows(node).read("u_now", planes_.now()));
    });
  }

  SurfaceField make_surface(graph::Graph& g) override {
    SurfaceField out;
    out.surface = g.image(g.name(name("surface")),
                          {.extent = {s_.cells.x, s_.cells.y, 1}, .format = graph::Format::rgba16_float});
    kernels_.surface(g, out.surface);
    out.cells = s_.cells;
    out.size = s_.size;
    out.origin = s_.origin;
    out.periodic_x = s_.edges.west == WaveEdge::periodic;
    out.periodic_z = s_.edges.north == WaveEdge::periodic;
    out.depth = s_.sides;
    out.level = !sea_;
    if (!sea_) return out;
    sea_.add(g, name("on_sea"), out);
    return out;
  }

  Displaceable displaceable() {
    Displaceable out{.area = hulls_.wet_cells() * s_.cell().x * s_.cell().y,
                     .displace = [this](graph::Graph& g, const Displacement& d) {
                       forget_surface();
                       auto scope = this->scope(g);
                       const auto owning = own();
                       hulls_.displace(*state_, g, d, planes_, flow_);
                     }};
    if (hulls_) out.parts = [this](double dt) { return sub_steps(dt); };
    return out;
  }

  GridPort grid_port() {
    const auto wall = [](WaveEdge e) { return e == WaveEdge::wall; };
    return {.cells = s_.cells,
            .size = s_.size,
            .origin = s_.origin,
            .surface = [this](graph::Graph& g) { return surface(g); },
            .receive =
                [this](graph::Graph& g, const Deposit& deposit) {
                  forget_surface();
                  auto scope = this->scope(g);
                  const auto owning = own();
                  deposits_.receive(*state_, g, deposit, planes_, account_,
                                    {std::max(context_.gravity, 1e-30), rest_depth(), last_dt_, sub_steps_});
                },
            .walls = {wall(s_.edges.west), wall(s_.edges.east), wall(s_.edges.north), wall(s_.edges.south)},
            .fastest = medium_.fastest};
  }

  WavePort wave_port() {
    if (flow_ && !hulls_)
      throw Error(
          Exit::bad_input, context_.setting("gauges"), "a flow advects these waves, so their velocity is not known",
          "gauges of \"level\" and \"depth\"; velocity and discharge gauges belong to the water that advects them");
    if (!rise_rests_) {
      const auto owning = own();
      rise_rests_ = state_->buffer(name("rise_rests"), {.bytes = planes_.bytes()});
      rests_begin_ = true;
    }
    return {.cells = s_.cells,
            .size = s_.size,
            .origin = s_.origin,
            .carry = [this](graph::Graph& g, const AdvectingFlow& flow) { advect(g, flow); },
            .most = [this](double dt) { return wave_carry_courant * static_cast<double>(most_advected(dt)); }};
  }

  // Flows up to twice as fast as the waves.
  int most_advected(double dt) const { return 2 * wave_sub_steps(s_, medium_.fastest, dt, where_); }
  void advect(graph::Graph& g, const AdvectingFlow& flow) {
    forget_surface();
    carried_ = true;
    auto scope = this->scope(g);
    account_.begin_step(g, !hulls_.displaces(), reads_levels());
    carry_waves(g,
                {.name = context_.name,
                 .cells = s_.cells,
                 .cell = s_.cell(),
                 .varied = medium_.varied,
                 .most = most_advected(flow.dt),
                 .prepare = [this](graph::ComputeNode& node) { planes_.read_drag(planes_.grid(node)); },
                 .now = planes_.now(),
                 .before = planes_.before(),
                 .rests = rise_rests_,
                 .edges = edge_states_,
                 .dt = last_dt_},
                flow, account_);
    account_.end_step(g, reads_levels(), planes_.now(), planes_.before());
  }

  // The field that gauges of a kind are read from.
  grid::Gauged gauged(graph::Graph& g, grid::Gauge::Measures what) {
    using Measures = grid::Gauge::Measures;
    const std::uint64_t pitch = planes_.pitch();
    if (what == Measures::depth && planes_.bed()) return {{kernels_.depth(g), 0, pitch}};
    if (what == Measures::depth) return {{planes_.now(), 0, pitch, 1, static_cast<float>(rest_depth())}};
    if (what == Measures::level && sea_) return {level_on_sea(g)};
    if (what == Measures::level) return {{planes_.now(), 0, pitch, 1, static_cast<float>(s_.origin.y)}};
    return {{velocity(g, what == Measures::discharge), 0, 2 * pitch}};
  }

  FieldView level_on_sea(graph::Graph& g) {
    return {grid::surface_heights(g, name("levels"), surface(g)), 0, s_.cells.x, 1, static_cast<float>(s_.origin.y)};
  }

  graph::Buffer velocity(graph::Graph& g, bool discharge) {
    return flow_.read(
        g, s_, discharge, context_.gravity, last_dt_, s_.speed, medium_.varied,
        [this](graph::ComputeNode& node) { planes_.read_medium(planes_.rows(node).read("u_now", planes_.now())); });
  }

  WaveSettings s_;
  WaveMedium medium_;
  grid::IncidentElevation incident_;
  std::vector<float> initial_;
  WaveAccount account_;
  WaveFeeds feeds_;
  grid::Gauges gauges_;
  std::string where_;
  WavePlanes planes_;
  WaveKernels kernels_;
  std::optional<WaveAiry> airy_;  // with dispersion
  WaveHulls hulls_;
  WaveDeposits deposits_;
  WavePokes pokes_;
  WaveFlow flow_;
  WaveOnSea sea_;
  graph::Buffer edge_states_;  // WaveEdgeState of absorbing sides; null: there are none
  graph::Buffer rise_rests_;   // rounding residuals of u[0] - u[-1], of waves that a flow advects; null: none does
  bool carried_ = false;       // a flow has advected them: it has energy of its own
  bool rests_begin_ = false;   // rise_rests_ is new
  bool refill_ = false;        // the medium differs from that on the device
  int sub_steps_ = 0;
  double last_dt_ = 0;     // of the last sub-step, s; 0: at rest, without a step
  double clock_step_ = 0;  // the last one, s
};

}  // namespace

SolverType wave_solver() {
  return {"wave", "linear waves on a height grid", [] { return std::make_unique<WaveSettings>(); }};
}

std::unique_ptr<Solver> WaveSettings::create(graph::State& state, const SceneContext& context) const {
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y, {.buffer = 4, .device = 20, .host = 8},
               "cells");
  check_wave(*this, context);
  if (dispersion == Dispersion::none) return std::make_unique<WaveSolver>(state, *this, context);
  SceneContext uncounted = context;  // absorbing edges do not count what passes them
  const auto passes = [](WaveEdge e) { return absorbs(e) || e == WaveEdge::fixed; };
  if (passes(edges.west) || passes(edges.east) || passes(edges.north) || passes(edges.south))
    uncounted.accounting = Accounting::none;
  return std::make_unique<WaveSolver>(state, of_long_waves(context.gravity), uncounted);
}

WaveSettings WaveSettings::of_long_waves(double scene_gravity) const {
  WaveSettings out = *this;
  const double g = gravity > 0 ? gravity : scene_gravity;
  out.speed = std::sqrt(g * (depth_from == Depth::deep ? 0.5 * std::min(size.x, size.y) : depth));
  out.speed_from = Speed::number;
  return out;
}

}  // namespace undine::wave
