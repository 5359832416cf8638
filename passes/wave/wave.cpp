#include "passes/wave/wave.h"

// Linear waves on a height grid.
//   equation   h_tt + g h_t = div(c^2 grad h)
//   scheme     leapfrog with the 5-point Laplacian on cell centres, three time levels in a ring:
//              (1 + g dt/2) h+ = 2 h - (1 - g dt/2) h- + dt^2 div(c^2 grad h)
//   stability  c dt sqrt(1/dx^2 + 1/dz^2) <= 1, kept by sub-steps
//   edges      wall: mirror at the half cell; fixed: antisymmetric about the border; absorb: one-way flux exact
//              at 0 and 45 degrees
//   sources    [Popov 2003], [Han & Chen 2017], [Engquist & Majda 1977], [Higdon 1987]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <numbers>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "engine/graph/declared.h"
#include "engine/scene/memory.h"
#include "engine/scene/water_solver.h"
#include "passes/grid/edges.h"
#include "passes/ledger/figures.h"
#include "passes/ledger/ledger_params.h"
#include "passes/wave/wave_books.h"
#include "passes/wave/wave_current.h"
#include "passes/wave/wave_feeds.h"
#include "passes/wave/wave_flow.h"
#include "passes/wave/wave_medium.h"
#include "passes/wave/wave_params.h"
#include "passes/wave/wave_pokes.h"
#include "passes/wave/wave_settings.h"
#include "passes/wave/wave_shapes.h"

namespace undine::wave {

namespace {

constexpr std::uint32_t stats_rows = 64;  // of a thread of sums, whatever the shape of the other kernels

class WaveSolver : public WaterSolver {
 public:
  WaveSolver(graph::State& state, const WaveSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(settings),
        medium_(make_wave_medium(settings, context)),
        initial_(wave_initial(settings, medium_, context)),
        books_(state, settings, medium_, context),
        feeds_(state, settings, medium_, context),
        gauges_(state, settings.gauges, context, {settings.origin, settings.size}, settings.cells),
        where_(context.setting("speed")) {
    keepers_ = wave_keepers(medium_, s_.cells);
    land_ = static_cast<std::uint64_t>(std::ranges::count_if(medium_.island, [](std::uint8_t m) { return m != 0; }));
    auto plane = [&](const char* what, std::size_t floats) {
      return state.buffer(fmt::format("{}/{}", context_.name, what), {.bytes = floats * sizeof(float)});
    };
    u_ = graph::History(state, context_.name + "/height", {.bytes = plane_floats() * sizeof(float)}, 3);
    if (medium_.varied) {
      face_x_ = plane("face_x", medium_.face_x.size());
      face_z_ = plane("face_z", medium_.face_z.size());
      drag_ = plane("drag", medium_.drag.size());
    }
    if (!medium_.bed.empty()) {
      bed_ = plane("bed", medium_.bed.size());
      rest_depth_ = plane("rest_depth", medium_.rest_depth.size());
    }
    auto absorbs = [](WaveEdge e) { return e == WaveEdge::absorb; };
    absorbs_ = absorbs(s_.edges.west) || absorbs(s_.edges.east) || absorbs(s_.edges.north) || absorbs(s_.edges.south);
    const auto flows = [](const grid::Gauge& x) {
      return x.measures == grid::Gauge::Measures::velocity || x.measures == grid::Gauge::Measures::discharge;
    };
    if (std::ranges::any_of(s_.gauges, flows)) flow_.make(state, context_.name, plane_floats() * sizeof(float));
    if (absorbs_)
      edge_states_ = plane("edges", std::size_t{4} * longest_side() * (sizeof(WaveEdgeState) / sizeof(float)));
  }

  void start(graph::Graph& g) override {
    forget_surface();
    auto scope = this->scope(g);
    if (initial_.empty()) {
      g.clear("clear_now", u_[0]);
      g.clear("clear_before", u_[-1]);
    } else {
      g.upload("fill_now", u_[0], initial_);
      g.copy("copy_before", u_[0], u_[-1]);
    }
    if (medium_.varied) fill_medium(g);
    if (!medium_.bed.empty()) {
      g.upload("fill_bed", bed_, medium_.bed);
      g.upload("fill_rest_depth", rest_depth_, medium_.rest_depth);
    }
    if (absorbs_) g.clear("clear_edges", edge_states_);
    last_dt_ = 0;
    pokes_.forget();
    displaced_ = {};
    for (const auto& [cells, rests] : rests_) g.clear("clear_rests", rests);
    if (drift_.levels() > 0) g.clear("clear_drift", drift_[0]);
    flow_.start(g);
    if (rise_rests_) g.clear("clear_rise_rests", rise_rests_);
    gauges_.start(g);
    books_.start(g);
    feeds_.start(g);
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    forget_surface();
    auto scope = this->scope(g);
    if (refill_) fill_medium(g);
    clock_step_ = step.dt;
    if (std::exchange(rests_begin_, false)) g.clear("clear_rise_rests", rise_rests_);
    sub_steps_ = wave_sub_steps(s_, medium_.fastest, step.dt, where_);
    const double dt = step.dt / sub_steps_;
    const auto both = [this](graph::ComputeNode& node) {
      grid(node).modify("u_now", u_[0]).modify("u_prev", u_[-1]);
      if (medium_.varied) node.read("drag", drag_);
    };
    pokes_.step(g, step, s_, {context_.seed, medium_.fastest, medium_.varied, books_.tally()}, both);
    feeds_.step(g, step, books_.keeps() ? 0 : sub_steps_, medium_.varied, books_.tally(), both);
    // Bodies keep the volume of a closed water by themselves (wave/displace.comp).
    const auto levels = [this](graph::ComputeNode& node) { grid(node).read("u_now", u_[0]).read("u_prev", u_[-1]); };
    books_.begin_step(g, !displaced_.now, levels);
    for (int i = 0; i < sub_steps_; ++i) {
      const WaveParams params = step_params(dt);
      books_.border(g, params, medium_.varied, [this](graph::ComputeNode& node) {
        grid(node).read("u_now", u_[0]);
        if (medium_.varied) node.read("face_x", face_x_).read("face_z", face_z_).read("drag", drag_);
      });
      auto node =
          g.compute("step", "wave/step.comp").variant("RESTS", bool(rise_rests_)).variant("VARIED", medium_.varied);
      grid(node).shape(shape_of(step_shapes), plane());
      node.read("u_now", u_[0]).read("u_prev", u_[-1]).write("u_next", u_[+1]).params(params);
      if (medium_.varied) node.read("face_x", face_x_).read("face_z", face_z_).read("drag", drag_);
      if (rise_rests_) node.modify("rests", rise_rests_);
      if (absorbs_) edge(g, dt);
      if (flow_)
        flow_.drive(g, context_.gravity, dt, last_dt_ == 0, s_.damping, medium_.varied,
                    [this](graph::ComputeNode& node) {
                      rows(node).read("u_now", u_[0]);
                      if (medium_.varied) node.read("drag", drag_);
                    });
      u_.step();
      last_dt_ = dt;
    }
    books_.end_step(g, levels, u_[0], u_[-1]);
  }

  std::vector<Field> fields() override {
    const std::vector<std::uint32_t> shape{s_.cells.y, s_.cells.x};
    const std::uint64_t pitch = 4 * std::uint64_t{medium_.columns};
    const std::string name = context_.name;
    std::vector<Field> out;
    out.push_back({name + ".height", shape, "m", "elevation of the surface, world y",
                   [this, pitch](graph::Graph&) {
                     return FieldView{u_[0], 0, pitch, 1, static_cast<float>(s_.origin.y)};
                   },
                   s_.origin.y});
    out.push_back({name + ".rate", shape, "m/s", "rate at which the surface rises",
                   [this, pitch](graph::Graph& g) {
                     return FieldView{rate(g), 0, pitch};
                   },
                   0.0});
    if (!medium_.bed.empty()) {
      out.push_back({name + ".depth", shape, "m", "depth of the water; 0 on land", [this, pitch](graph::Graph& g) {
                       return FieldView{depth(g), 0, pitch};
                     }});
      out.push_back({name + ".bed", shape, "m", "elevation of the ground, world y", [this, pitch](graph::Graph&) {
                       return FieldView{bed_, 0, pitch};
                     }});
    }
    return out;
  }

  void disturb(const Disturbance& d) override { pokes_.take(d); }

  Ports ports() override {
    Ports out{.grid = [this] { return grid_port(); },
              .waves = [this] { return wave_port(); },
              .disconnect =
                  [this] {
                    for (const auto& [cells, rests] : rests_) state_->release(rests);
                    rests_.clear();
                  }};
    if (wet_cells() > 0) out.hulls = [this] { return displaceable(); };
    return out;
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const auto& next = dynamic_cast<const WaveSettings&>(settings);
    const bool remade = next.speed != s_.speed || next.damping != s_.damping || next.gravity != s_.gravity ||
                        next.damping_map_max != s_.damping_map_max || context.gravity != context_.gravity;
    if (remade) {
      WaveMedium medium = make_wave_medium(next, context);
      if (clock_step_ > 0) wave_sub_steps(next, medium.fastest, clock_step_, where_);
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
    const glm::dvec2 cell = s_.cell();
    const double dt = last_dt_ > 0 ? last_dt_ : 1, square = medium_.varied ? 1 : s_.speed * s_.speed;
    const std::uint32_t strips = groups_of(s_.cells.y, stats_rows);
    graph::Buffer sums =
        g.buffer(g.name(context_.name + "/sums"), {.bytes = std::uint64_t{medium_.columns} * strips * 16});
    auto node = g.compute("sum", "wave/stats.comp").variant("VARIED", medium_.varied);
    grid(node).constant("rows", stats_rows).read("u_now", u_[0]).read("u_prev", u_[-1]).write("sums", sums);
    if (medium_.varied) node.read("face_x", face_x_).read("face_z", face_z_);
    node.optional("potential", has_bodies() ? flow_.potential() : graph::Buffer{});
    node.params(WaveStatsParams{
        .inverse_dt = static_cast<float>(last_dt_ > 0 ? 1 / dt : 0),
        .stiffness_x = static_cast<float>(square / (cell.x * cell.x)),
        .stiffness_z = static_cast<float>(square / (cell.y * cell.y)),
        .half_push = static_cast<float>(0.5 * context_.gravity * last_dt_),
        .per_gravity = context_.gravity > 0 ? static_cast<float>(1 / (context_.gravity * context_.gravity)) : 0.0f});
    node.groups({groups_of(medium_.columns, 32), strips, 1});
    grid::Figures figures(g, context_.name, gauges_.figures() + (books_.counts() ? WaveBooks::figures_bytes : 0));
    const std::uint32_t sum = figures.sum(sums, medium_.columns * strips);
    const double rest_depth = medium_.fastest * medium_.fastest / std::max(context_.gravity, 1e-30);
    const grid::GaugeReadings readings = gauges_.read(g, figures, [&](grid::Gauge::Measures what) {
      const std::uint64_t pitch = 4 * std::uint64_t{medium_.columns};
      if (what == grid::Gauge::Measures::depth && !medium_.bed.empty()) return grid::Gauged{{depth(g), 0, pitch}};
      if (what == grid::Gauge::Measures::depth)
        return grid::Gauged{{u_[0], 0, pitch, 1, static_cast<float>(rest_depth)}};
      if (what != grid::Gauge::Measures::level)
        return grid::Gauged{{flow(g, what == grid::Gauge::Measures::discharge), 0, 2 * pitch}};
      return grid::Gauged{{u_[0], 0, pitch, 1, static_cast<float>(s_.origin.y)}};
    });
    const std::optional<Taken> taken = sum_taken(g, figures);
    const double area = cell.x * cell.y;
    const double water = rest_depth * area * static_cast<double>(std::uint64_t{s_.cells.x} * s_.cells.y - land_);
    // With bodies, nothing keeps the volume of a water that is open.
    const auto levels = [this](graph::ComputeNode& node) { grid(node).read("u_now", u_[0]).read("u_prev", u_[-1]); };
    WaveBooks::Rests rests = rests_;
    feeds_.add_to(rests);
    const WaveBooks::Readings books =
        books_.open() && displaced_.now ? WaveBooks::Readings{} : books_.read(g, figures, levels, rests);
    figures.receive([done = std::move(done), area, taken, sum, readings, water, books, sub_steps = sub_steps_,
                     joules = has_bodies() && !carried_,
                     weight = 1000 * context_.gravity](const grid::Figures::Reader& reader) {
      Stats out{.volume = (books.volume(reader, reader.value(sum, 0)) - (taken ? taken->metres(reader) : 0)) * area,
                .energy = (reader.value(sum, 1) + reader.value(sum, 2)) * area,
                .budget = books.tell(reader),
                .rest = water,
                .joules = joules ? std::optional(weight * reader.value(sum, 3) * area) : std::nullopt,
                .sub_steps = sub_steps,
                .energy_unit = "m⁴/s²"};
      readings.tell(reader, out);
      done(out);
    });
  }

  Cost cost() const override {
    const double planes = medium_.varied ? 12 : 0;
    return {.cells = std::uint64_t{s_.cells.x} * s_.cells.y,
            .bytes_per_cell = 12 + planes,
            .traffic_per_cell = (12 + planes) * std::max(sub_steps_, 1)};
  }

 private:
  Displaceable displaceable() {
    const glm::dvec2 cell = s_.cell();
    Displaceable out{.area = static_cast<double>(wet_cells()) * cell.x * cell.y,
                     .displace = [this](graph::Graph& g, const Displacement& d) { displace(g, d); }};
    if (has_bodies()) out.parts = [this](double dt) { return wave_sub_steps(s_, medium_.fastest, dt, where_); };
    return out;
  }

  GridPort grid_port() {
    const auto now = [this](graph::Graph& g) { return surface(g); };
    const auto wall = [](WaveEdge e) { return e == WaveEdge::wall; };
    return {.cells = s_.cells,
            .size = s_.size,
            .origin = s_.origin,
            .surface = now,
            .receive = [this](graph::Graph& g, const Deposit& gains) { receive(g, gains); },
            .walls = {wall(s_.edges.west), wall(s_.edges.east), wall(s_.edges.north), wall(s_.edges.south)},
            .fastest = medium_.fastest};
  }

  WavePort wave_port() {
    if (flow_ && !has_bodies())
      throw Error(Exit::bad_input, context_.setting("gauges"),
                  "a flow carries these waves, and so nothing knows how the water moves",
                  "gauges of \"level\" and \"depth\"; velocity and discharge among those of the water that carries");
    if (!rise_rests_) {
      const auto owning = own();
      rise_rests_ = state_->buffer(context_.name + "/rise_rests", {.bytes = plane_floats() * sizeof(float)});
      rests_begin_ = true;
    }
    return {.cells = s_.cells,
            .size = s_.size,
            .origin = s_.origin,
            .carry = [this](graph::Graph& g, const AdvectingFlow& stream) { carry(g, stream); },
            .most = [this](double dt) { return wave_carry_courant * static_cast<double>(most_carried(dt)); }};
  }

  void fill_medium(graph::Graph& g) {
    g.upload("fill_face_x", face_x_, medium_.face_x);
    g.upload("fill_face_z", face_z_, medium_.face_z);
    g.upload("fill_drag", drag_, medium_.drag);
    refill_ = false;
  }

  SurfaceField make_surface(graph::Graph& g) override {
    SurfaceField out;
    out.surface = g.image(g.name(context_.name + "/surface"),
                          {.extent = {s_.cells.x, s_.cells.y, 1}, .format = graph::Format::rgba16_float});
    const glm::dvec2 cell = s_.cell();
    auto node = g.compute("slope", "wave/surface.comp").variant("VARIED", medium_.varied);
    grid(node).shape(shape_of(surface_shapes), plane()).read("u_now", u_[0]).write("surface", out.surface);
    node.params(WaveSurfaceParams{.inverse_cell = glm::vec2(1.0 / cell)});
    if (medium_.varied) node.read("drag", drag_);
    out.cells = s_.cells;
    out.size = s_.size;
    out.origin = s_.origin;
    out.periodic_x = s_.edges.west == WaveEdge::periodic;
    out.periodic_z = s_.edges.north == WaveEdge::periodic;
    out.depth = s_.sides;
    out.level = true;
    return out;
  }

  void displace(graph::Graph& g, const Displacement& d) {
    forget_surface();
    displaced_ = d;
    if (!d.now) return;
    auto scope = this->scope(g);
    const auto owning = own();  // the bodies ask for this
    if (drift_.levels() == 0)
      drift_ =
          graph::History(*state_, context_.name + "/drift", {.bytes = wave_drift_counts * sizeof(std::int32_t)}, 2);
    if (!flow_) {
      flow_.make(*state_, context_.name, plane_floats() * sizeof(float));
      flow_.start(g);
    }
    const bool keeps = wave_keeps_volume(s_);
    if (keeps) g.clear("clear_drift", drift_[+1]);
    auto node = g.compute("displace", "wave/displace.comp").variant("VARIED", medium_.varied);
    grid(node).modify("u_now", u_[0]).modify("u_prev", u_[-1]).read("now", d.now).read("before", d.before);
    if (medium_.varied) node.read("drag", drag_);
    node.optional("drift", keeps ? drift_[0] : graph::Buffer{});
    node.optional("drift_next", keeps ? drift_[+1] : graph::Buffer{}, graph::Verb::accumulate);
    node.params(WaveDisplaceParams{d.quantum, d.level_quantum, keepers_}).over({medium_.columns, s_.cells.y, 1});
    drift_.step();
  }

  // Flows up to twice as fast as the waves.
  int most_carried(double dt) const { return 2 * wave_sub_steps(s_, medium_.fastest, dt, where_); }
  void carry(graph::Graph& g, const AdvectingFlow& stream) {
    forget_surface();
    carried_ = true;
    auto scope = this->scope(g);
    const auto levels = [this](graph::ComputeNode& node) { grid(node).read("u_now", u_[0]).read("u_prev", u_[-1]); };
    books_.begin_step(g, !displaced_.now, levels);
    const auto prepare = [this](graph::ComputeNode& node) {
      grid(node);
      if (medium_.varied) node.read("drag", drag_);
    };
    carry_waves(g,
                {.name = context_.name,
                 .cells = s_.cells,
                 .cell = s_.cell(),
                 .varied = medium_.varied,
                 .most = most_carried(stream.dt),
                 .prepare = prepare,
                 .now = u_[0],
                 .before = u_[-1],
                 .rests = rise_rests_,
                 .edges = absorbs_ ? edge_states_ : graph::Buffer{},
                 .dt = last_dt_},
                stream, books_);
    books_.end_step(g, levels, u_[0], u_[-1]);
  }

  // What came in from particles; the level before lies a sub-step back.
  void receive(graph::Graph& g, const Deposit& gains) {
    forget_surface();
    auto scope = this->scope(g);
    const auto owning = own();
    graph::Buffer& rests = rests_[gains.cells.bits()];
    if (!rests) {
      rests = state_->buffer(fmt::format("{}/rests_{}", context_.name, rests_.size()),
                             {.bytes = 8 * std::uint64_t{gains.count.x + 2} * (gains.count.y + 2)});
      g.clear("clear_rests", rests);
    }
    const double area = s_.cell().x * s_.cell().y, gravity = std::max(context_.gravity, 1e-30);
    auto node = g.compute("receive", "wave/receive.comp")
                    .variant("STRUCK", bool(gains.struck))
                    .variant("VARIED", medium_.varied);
    grid(node).modify("u_now", u_[0]).modify("u_prev", u_[-1]).modify("rests", rests).read("gains", gains.cells);
    node.optional("lost", gains.lost, graph::Verb::accumulate);
    node.optional("tally", books_.tally(), graph::Verb::accumulate);
    if (medium_.varied) node.read("drag", drag_);
    node.params(grid::LedgerReceiveParams{.first = glm::ivec2(gains.first),
                                          .count = glm::ivec2(gains.count),
                                          .cell = glm::vec2(s_.cell()),
                                          .metres = grid::two_floats(CouplingFigures::quantum / area),
                                          .momentum = static_cast<float>(CouplingFigures::quantum / area),
                                          .dt = static_cast<float>(last_dt_),
                                          .depth = static_cast<float>(medium_.fastest * medium_.fastest / gravity),
                                          .gravity = static_cast<float>(gravity),
                                          .fastest = 0,
                                          .sub_steps = gains.struck || books_.keeps() ? 0 : sub_steps_,
                                          .through = {0, 0}});
    if (!gains.struck) node.over({gains.count.x + 2, gains.count.y + 2, 1});
    if (gains.struck) node.read("struck", gains.struck).indirect(gains.struck);
  }

  graph::Extent plane() const { return {4 * medium_.columns, s_.cells.y, 1}; }  // with its padding
  graph::Shape shape_of(const graph::ShapeFamily& family) const { return state_->shapes().of(family, plane()); }
  std::size_t plane_floats() const { return std::size_t{4} * medium_.columns * s_.cells.y; }

  graph::ComputeNode& rows(graph::ComputeNode& node) {
    return grid(node).groups({groups_of(medium_.columns, 32), s_.cells.y, 1});
  }
  template <class Node>
  Node& grid(Node& node) {
    return grid::tell_grid(node, s_.cells, s_.edges, std::identity{});
  }

  // The first step after a start from rest is the Taylor step h + dt^2/2 h_tt; a step of another length than the one
  // before scales the last rise.
  WaveParams step_params(double dt) const {
    const glm::dvec2 cell = s_.cell();
    const bool first = last_dt_ == 0;
    const double g = first || medium_.varied ? 0 : 0.5 * s_.damping * dt;
    const double square = (medium_.varied ? 1 : s_.speed * s_.speed) * (first ? 0.5 : 1.0) / (1 + g);
    const double kept = first ? 0 : dt / last_dt_;
    return {.force_x = static_cast<float>(square * dt * dt / (cell.x * cell.x)),
            .force_z = static_cast<float>(square * dt * dt / (cell.y * cell.y)),
            .inertia = static_cast<float>(kept * (1 - g) / (1 + g)),
            .half_dt = static_cast<float>(first ? 0 : 0.5 * dt)};
  }

  std::uint32_t longest_side() const { return std::max(s_.cells.x, s_.cells.y); }

  void edge(graph::Graph& g, double dt) {
    auto node = g.compute("radiate", "wave/edge.comp").variant("VARIED", medium_.varied);
    grid(node).read("u_now", u_[0]).modify("states", edge_states_).modify("u_next", u_[+1]);
    node.params(WaveEdgeParams{.cell = glm::vec2(s_.cell()),
                               .dt = static_cast<float>(dt),
                               .kick = last_dt_ == 0 ? 0.5f : 1.0f,
                               .speed = static_cast<float>(s_.speed),
                               .half_dt_drag = static_cast<float>(0.5 * dt * (medium_.varied ? 1 : s_.damping)),
                               .longest = static_cast<std::int32_t>(longest_side())});
    if (medium_.varied) node.read("face_x", face_x_).read("face_z", face_z_).read("drag", drag_);
    node.groups({groups_of(longest_side(), 64), 4, 1});
  }

  // Metres of column that bodies stand in for, of all cells that are not land.
  struct Taken {
    std::uint32_t sum = 0, level = 0;  // where they are among the figures
    double quantum = 0, level_metres = 0;
    double metres(const grid::Figures::Reader& reader) const {
      return static_cast<double>(reader.integer(sum)) * quantum + reader.get<std::int32_t>(level) * level_metres;
    }
  };
  std::optional<Taken> sum_taken(graph::Graph& g, grid::Figures& figures) {
    if (!displaced_.now) return {};
    const std::uint64_t cells = std::uint64_t{s_.cells.x} * s_.cells.y;
    const std::uint32_t strips = groups_of(s_.cells.y, stats_rows), parts = s_.cells.x * strips;
    graph::Buffer sums = g.buffer(g.name(context_.name + "/columns"), {.bytes = std::uint64_t{8} * parts});
    auto node = g.compute("sum_columns", "wave/columns.comp");
    node.constant("nx", s_.cells.x).constant("nz", s_.cells.y).constant("rows", stats_rows);
    node.read("now", displaced_.now).write("sums", sums).optional("drag", drag_).over({s_.cells.x, strips, 1});
    return Taken{.sum = figures.sum_integers(sums, parts),
                 .level = figures.copy(displaced_.now, cells * 4, 4),
                 .quantum = static_cast<double>(displaced_.quantum),
                 .level_metres = static_cast<double>(cells - land_) * static_cast<double>(displaced_.level_quantum)};
  }

  graph::Buffer rate(graph::Graph& g) {
    graph::Buffer out = g.buffer(g.name(context_.name + "/rate"), {.bytes = plane_floats() * sizeof(float)});
    const double dt = last_dt_ > 0 ? last_dt_ : 1;
    auto node = g.compute("rate", "wave/rate.comp").variant("VARIED", medium_.varied);
    grid(node).read("u_now", u_[0]).read("u_prev", u_[-1]).write("rate", out);
    if (medium_.varied) node.read("face_x", face_x_).read("face_z", face_z_).read("drag", drag_);
    WaveParams params = step_params(dt);
    node.params(WaveRateParams{.step = params, .inverse_dt = static_cast<float>(last_dt_ > 0 ? 1 / dt : 0)});
    node.groups({groups_of(medium_.columns, 32), s_.cells.y, 1});
    return out;
  }

  std::uint64_t wet_cells() const { return std::uint64_t{s_.cells.x} * s_.cells.y - land_; }
  bool has_bodies() const { return drift_.levels() > 0; }

  graph::Buffer flow(graph::Graph& g, bool discharge) {
    return flow_.read(g, s_, discharge, context_.gravity, last_dt_, s_.speed, medium_.varied,
                      [this](graph::ComputeNode& node) {
                        rows(node).read("u_now", u_[0]);
                        if (medium_.varied) node.read("face_x", face_x_).read("face_z", face_z_).read("drag", drag_);
                      });
  }

  graph::Buffer depth(graph::Graph& g) {
    graph::Buffer out = g.buffer(g.name(context_.name + "/depth"), {.bytes = plane_floats() * sizeof(float)});
    auto node = g.compute("depth", "wave/depth.comp");
    grid(node).read("u_now", u_[0]).read("rest_depth", rest_depth_).write("depth", out);
    node.groups({groups_of(medium_.columns, 32), s_.cells.y, 1});
    return out;
  }

  WaveSettings s_;
  WaveMedium medium_;
  std::uint64_t land_ = 0;  // cells of it
  std::vector<float> initial_;
  WaveBooks books_;
  WaveFeeds feeds_;
  grid::Gauges gauges_;
  std::string where_;
  graph::History u_;
  graph::Buffer face_x_, face_z_, drag_, bed_, rest_depth_, edge_states_;
  WavePokes pokes_;
  Displacement displaced_;  // the last one
  graph::History drift_;    // without levels until bodies move this water
  WaveFlow flow_;
  WaveBooks::Rests rests_;  // what rounding holds back of what came in, by exchange
  glm::ivec4 keepers_{0};   // cells that are water
  bool absorbs_ = false;
  bool carried_ = false;      // by a flow, which has energy of its own
  graph::Buffer rise_rests_;  // of such waves: what rounding holds back of u[0] - u[-1]; else none
  bool rests_begin_ = false;  // they are new
  int sub_steps_ = 0;
  double last_dt_ = 0;     // 0: at rest, nothing stepped yet
  double clock_step_ = 0;  // the last one, seconds
  bool refill_ = false;    // the medium is another than on the device
};

}  // namespace

SolverType wave_solver() {
  return {"wave", "linear waves on a height grid", [] { return std::make_unique<WaveSettings>(); }};
}

std::unique_ptr<Solver> WaveSettings::create(graph::State& state, const SceneContext& context) const {
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y, {.buffer = 4, .device = 20, .host = 8},
               "cells");
  check_wave(*this, context);
  return std::make_unique<WaveSolver>(state, *this, context);
}

}  // namespace undine::wave
