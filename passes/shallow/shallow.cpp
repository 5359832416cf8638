#include "passes/shallow/shallow.h"

// Rivers, floods and bores: the shallow-water equations.
//   equation   h_t + div q = rain - sinks,
//              q_t + div(q q / h + g h^2 / 2) = -g h grad bed - (friction + g n^2 |q| / h^(7/3)) q + div(nu h grad u) + wind
//   scheme     finite volumes on columns; HLLC fluxes of values with limited slopes (level, depth, velocities) over a
//              hydrostatic reconstruction of the bed's steps (shaders/shallow/face.glsl); Heun's method; friction
//              by an integrating factor, Manning's point-implicit
//   keeps      the volume, to the rounding rest; a lake at rest, to the last bit of its level; positive depths: the
//              outflow through each side is limited to its share of the column
//   stability  Courant number |u| + sqrt(g h) over the cell under 1/4 (1/2 in channels of one row), by sub-steps that the
//              GPU chooses one after the other
//   sources    [Audusse et al. 2004], [Chen & Noelle 2017], [Toro 2001], [Kurganov & Petrova 2007]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/scene/memory.h"
#include "passes/columns/bed_steps.h"
#include "passes/columns/columns_solver.h"
#include "passes/columns/packing.h"
#include "passes/shallow/cut_walls.h"
#include "passes/shallow/dynamic_pressure.h"
#include "passes/shallow/shallow_ground.h"
#include "passes/shallow/shallow_settings.h"
#include "passes/shallow/shallow_shapes.h"
#include "passes/solids/solid_columns.h"

namespace undine::shallow {

namespace {

constexpr glm::uvec2 threads{64, 4};  // local size of kernels with a thread per column

// Faces of a stage that others count: those at edges that are no walls, and at bed steps over which water falls.
struct Faces {
  graph::Buffer edges, across[2];  // across: along x and z
};
struct Stages {
  Faces now, then;
  graph::Buffer pushed;  // discharge of the first stage before friction on the ground
  graph::Buffer unfed;   // depths before rain, sources and sinks; null: not counted
  ShallowParams params;
};

std::uint64_t schedule_bytes(int sub_steps) {
  return 4 * static_cast<std::uint64_t>(shallow_schedule_header + shallow_schedule_stride * sub_steps);
}

std::uint64_t border_count_of(const glm::uvec2& cells) { return 2 * (std::uint64_t{cells.x} + cells.y); }

ShallowPaceParams pace_params(const glm::uvec2& cells, const Ground& ground, double dt, double gravity,
                              const glm::uvec2& blocks) {
  return {.dt = static_cast<float>(dt),
          .courant = static_cast<float>(ground.courant),
          .sub_step = 0,
          .declared = 0,
          .per_root = static_cast<float>(2 * std::sqrt(gravity) / ground.least_cell),
          .blocks = blocks,
          .edges = {static_cast<std::uint32_t>((border_count_of(cells) + 255) / 256), 1, 1},
          .rectangles = {groups_of(cells.x, threads.x), groups_of(cells.y, threads.y), 1},
          .all = 0};
}

ShallowPointerParams pointer_params(const columns::Press& p, const glm::dvec2& cell, double impulse) {
  return {.count = p.count,
          .motion = glm::vec2(p.motion),
          .cell = glm::vec2(cell),
          .radius = static_cast<float>(p.radius),
          .head = static_cast<float>(p.head),
          .impulse = static_cast<float>(impulse)};
}

class ShallowSolver : public columns::ColumnsSolver {
 public:
  ShallowSolver(graph::State& state, const ShallowSettings& settings, const SceneContext& context, Ground ground)
      : ColumnsSolver(state, settings, context, ground.columns),
        s_(settings),
        ground_(std::move(ground)),
        shape_(state.shapes().of(step_shapes, plane())),
        walls_(state, name("cut_walls"), settings, ground_.columns.walls),
        where_(context.setting("cells")) {
    hulls_.be_pushed();
    edges_.set_solver({.bed_steps =
                           [this](const CouplingBox& box, double drop) {
                             return columns::bed_steps_in(s_, ground_.columns.bed, box, drop, gravity_);
                           },
                       .hold = [this](graph::Graph& g, const LevelEdge& edge) { hold(g, edge); },
                       .check = {}});
    schedule_ = state.buffer(name("schedule"), {.bytes = schedule_bytes(most_sub_steps)});
    peaks_ = state.buffer(name("peaks"), {.bytes = 4 * blocks()});
    wet_ = state.buffer(name("wet"), {.bytes = 4 * blocks()});
    blocks_ = state.buffer(name("blocks"), {.bytes = 8 * blocks()});
    stage_ = state.buffer(name("stage"), {.bytes = 16 * count(), .texel = graph::Format::rgba32_uint},
                          graph::State::Keeps::nothing);
    poured_ = state.buffer(name("poured"), {.bytes = 16});
    if (s_.dispersion == ShallowSettings::Dispersion::nonhydrostatic) dynamic_.emplace(state, name("dynamic"), s_);
    if (!ground_.roughness.empty())
      roughness_ = state.buffer(name("roughness"), {.bytes = 4 * count(), .texel = graph::Format::r32_float});
    if (!ground_.columns.feed.empty()) feed_ = state.buffer(name("feed"), {.bytes = 16 * count()});
    const columns::Edge sides[] = {settings.edges.west, settings.edges.east, settings.edges.north,
                                   settings.edges.south};
    const graph::BufferDesc border{.bytes = 16 * border_count_of(s_.cells), .texel = graph::Format::rgba32_float};
    if (std::ranges::count(sides, columns::Edge::level) > 0) borders_ = state.buffer(name("borders"), border);
    if (ground_.side_waves.any()) incident_ = state.buffer(name("incident"), border);
  }

  void start(graph::Graph& g) override {
    auto scope = this->scope(g);
    forget_surface();
    if (incident_) g.clear("clear_incident", incident_);
    g.upload("fill_water", water_, ground_.columns.water);
    g.upload("fill_bed", bed_, ground_.columns.bed);
    if (feed_) g.upload("fill_feed", feed_, ground_.columns.feed);
    if (roughness_) g.upload("fill_roughness", roughness_, ground_.roughness);
    walls_.start(g, ground_.columns.walls);
    if (borders_) g.clear("clear_borders", borders_);
    std::vector<float> peak(blocks());
    peak[0] = static_cast<float>(ground_.first_rate);
    g.upload("fill_peaks", peaks_, peak);
    g.clear("clear_poured", poured_);
    g.clear("clear_schedule", schedule_);
    g.clear("clear_blocks", blocks_);
    g.clear("clear_stage", stage_);
    if (dynamic_) dynamic_->start(g);
    find_wet(g);
    start_around(g, ground_.columns);
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = this->scope(g);
    if (incident_)
      g.upload("fill_incident", incident_, ground_.side_waves.at(ground_.maker, step.time, step.time + step.dt));
    declared_ = shallow_sub_steps(s_, ground_, step.dt, where_);
    begin_step(g, step, ground_.columns);  // 1) gates, hydrographs, level series, hulls
    pour(g, step.dt);                      // 2) the pointer
    const Stages stages = make_stages(g, step);
    const DynamicPressure::Water dispersed{water_, bed_, hulls_.hull_head(), feed_, gravity_};
    for (const OverflowEdge& e : edges_.overflows())
      if (e.inner > 0) find_overfalls(g, e);  // 3) bed steps with a free overfall
    for (int i = 0; i < declared_; ++i) {
      choose_sub_step(g, i, step.dt);  // 4) CFL condition and blocks to visit, on the GPU
      const auto columns = [&](graph::ComputeNode& node) { each(node, i); };
      if (dynamic_) dynamic_->begin(g, dispersed, columns);
      edge_faces(g, i, water_, stages.now, stages);
      predict(g, i, stages);  // 5) first stage of Heun's method: HLLC fluxes of reconstructed states
      edge_faces(g, i, stage_, stages.then, stages);
      correct(g, i, stages);  // 6) second stage; friction, rain, sources and sinks
      if (dynamic_) dynamic_->end(g, dispersed, schedule_, i, columns);
      account(g, i, stages);                                                       // 7) what the world gives and takes
      for (const OverflowEdge& e : edges_.overflows()) overflow(g, i, e, stages);  // 8) open edges and couplings
      for (const LevelEdge& e : edges_.interfaces()) cross(g, i, e, stages);
    }
    end_step(g, step);
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const auto& next = dynamic_cast<const ShallowSettings&>(settings);
    const double gravity = next.gravity > 0 ? next.gravity : context.gravity;
    const bool fed = !columns::feeds_alike(s_, next);
    const bool flows = next.edges.discharge != s_.edges.discharge || next.edges.series != s_.edges.series;
    if (roughness_ && (gravity != gravity_ || next.manning != s_.manning))
      return false;                                         // g n^2 is uploaded at the start
    if (fed && !edges_.interfaces().empty()) return false;  // what feeds holds the other grid's levels now
    if (fed || flows || gravity != gravity_) ground_ = make_ground(next, context, gravity);
    s_ = next;
    refeed_ |= fed && feed_;
    retune_around(next, context, ground_.columns, fed);
    return true;
  }

  std::vector<Field> fields() override {
    const std::uint64_t pitch = s_.cells.x, padded = columns::pitch_of(s_);
    std::vector<Field> out = fields_of_levels();
    const std::vector<std::uint32_t> pairs{s_.cells.y, s_.cells.x, 2};
    out.push_back(field(
        "velocity", pairs, "m/s", "velocity of the water along x and z, mean over the depth",
        [this, pitch](graph::Graph& g) {
          return FieldView{velocity_of(g, flow(g)), 0, 2 * pitch};
        },
        0.0));
    out.push_back(field(
        "discharge", pairs, "m²/s", "discharge along x and z per meter of width",
        [this, padded](graph::Graph& g) {
          return FieldView{flow(g), 0, 2 * padded};
        },
        0.0));
    traces_.add_fields(out);
    return out;
  }

  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    measure(g, schedule_, std::move(done));
  }

  Cost cost() const override {
    const double feed = feed_ ? 16 : 0, rough = roughness_ ? 4 : 0;
    // Predict: water 16, bed 4, stage 16, pushed 8; correct: stage 16, bed 4, water 16 + 16, pushed 8.
    return {.cells = std::uint64_t{s_.cells.x} * s_.cells.y,
            .bytes_per_cell = 16 + 4 + feed + rough + 16 + 8,
            .traffic_per_cell = (104 + feed + 2 * rough) * std::max(declared_, 1)};
  }

 private:
  GridPort grid_port() override {
    GridPort out = grid_port_of([this](graph::Graph& g, const Deposit& deposit) { receive(g, deposit); });
    out.fastest = std::sqrt(gravity_ * ground_.deepest);
    out.ahead = 0.5;  // at the end of the step it has gone
    return out;
  }
  Kernels kernels() const override { return {.stats = "shallow/stats.comp", .fall = 1e30}; }  // all velocities shown
  graph::Buffer flow(graph::Graph& g) override {
    graph::Buffer out = g.buffer(g.name(name("flow")), {.bytes = 8 * count(), .texel = graph::Format::rg32_float});
    const graph::Buffer water = open_water(g);
    auto node = g.compute("choose", "shallow/flow.comp");
    columns::over_columns(grid(node), s_.cells).read("water", water).write("flow", out);
    return out;
  }
  graph::Buffer find_open_water(graph::Graph& g) override { return walls_.open_water(g, water_, bed_); }
  void tell_stats(graph::ComputeNode& node) override { walls_.tell(node); }

  // Kernels of a sub-step over columns or the border: the GPU decides whether it is taken.
  template <class Node>
  Node& each(Node& node, int sub_step) {
    return grid(node).indirect(schedule_, schedule_bytes(sub_step) + 24);
  }
  template <class Node>
  Node& border(Node& node, int sub_step) {
    return grid(node).indirect(schedule_, schedule_bytes(sub_step) + 12);
  }
  // The same for those over blocks.
  template <class Node>
  Node& over_blocks(Node& node, int sub_step) {
    return grid(node).shape(shape_).indirect(schedule_, schedule_bytes(sub_step));
  }
  // Columns as fluxes see them (shaders/shallow/cells.glsl).
  template <class Node>
  Node& outside(Node& node, graph::Buffer water) {
    const graph::Buffer falling = edges_.falling();
    node.variant("FED", bool(feed_)).variant("HULLS", bool(hulls_)).variant("BED_STEPS", bool(falling));
    node.read("water", water).read("bed", bed_).read("schedule", schedule_);
    if (feed_) node.read("feed", feed_);
    if (hulls_) node.read("hull_head", hulls_.hull_head());
    if (falling) node.read("falling", falling);
    return walls_.tell(node);
  }

  graph::Extent plane() const { return {s_.cells.x, s_.cells.y, 1}; }
  glm::uvec2 block_grid() const { return glm::uvec2(shape_.groups(plane()).x, shape_.groups(plane()).y); }
  std::uint64_t blocks() const { return std::uint64_t{block_grid().x} * block_grid().y; }

  Stages make_stages(graph::Graph& g, const StepInfo& step) {
    const auto plane = [&](const char* what, std::uint64_t faces) {
      return g.buffer(g.name(name(what)), {.bytes = 16 * faces, .texel = graph::Format::rgba32_float});
    };
    const std::uint64_t across_x = std::uint64_t{s_.cells.x + 1} * s_.cells.y,
                        across_z = std::uint64_t{s_.cells.x + 1} * (s_.cells.y + 1);
    const auto faces = [&](const char* edges, const char* x, const char* z) {
      const bool falls = bool(edges_.falling());
      return Faces{
          .edges = s_.edges.are_walls() ? graph::Buffer{} : plane(edges, border_count_of(s_.cells)),
          .across = {falls ? plane(x, across_x) : graph::Buffer{}, falls ? plane(z, across_z) : graph::Buffer{}}};
    };
    return {.now = faces("edge_faces", "faces_x", "faces_z"),
            .then = faces("stage_edge_faces", "stage_faces_x", "stage_faces_z"),
            .pushed = g.buffer(g.name(name("pushed")), {.bytes = 8 * count()}),
            .unfed = account_.feeds() ? account_.unfed(g) : graph::Buffer{},
            .params = kernel_params(s_, ground_, gravity_, step)};
  }

  void pour(graph::Graph& g, double dt) {
    const bool pours = pointer_.pours();
    pointer_.apply(g, {water_, bed_, poured_, account_.come(), has_nested_ ? bed_ : graph::Buffer{}}, dt,
                   ground_.columns.highest + ground_.deepest, ground_.columns.lowest,
                   [&](graph::Graph& to, const columns::Press& p) { press(to, p, dt); });
    if (pours || feed_) find_wet(g);  // sources may begin at any time
  }

  // Blocks with water, after it came by other ways than the sub-steps, which note them themselves.
  void find_wet(graph::Graph& g) {
    auto node = g.compute("wet", "shallow/wet.comp").variant("FED", bool(feed_));
    columns::tell_columns(node, s_).shape(shape_, plane()).read("water", water_).write("wet", wet_);
    if (feed_) node.read("feed", feed_);
  }

  void choose_sub_step(graph::Graph& g, int sub_step, double dt) {
    auto node = g.compute("sub_step", "shallow/sub_step.comp");
    node.modify("peaks", peaks_).modify("schedule", schedule_).modify("poured", poured_).groups({1, 1, 1});
    node.read("wet", wet_).modify("blocks", blocks_);
    ShallowPaceParams pace = pace_params(s_.cells, ground_, dt, gravity_, block_grid());
    pace.sub_step = sub_step;
    pace.declared = declared_;
    pace.all = s_.rain > 0 || account_.feeds() ? 1u : 0u;
    node.params(pace);
  }

  void edge_faces(graph::Graph& g, int sub_step, graph::Buffer water, const Faces& faces, const Stages& stages) {
    if (!faces.edges) return;
    auto node = g.compute("edges", "shallow/edges.comp");
    ShallowParams params = stages.params;
    params.stage = water == stage_ ? 1 : 0;
    border(outside(node, water), sub_step).write("edge_faces", faces.edges).params(params);
    node.optional("borders", edges_.interfaces().empty() ? graph::Buffer{} : borders_);
    node.optional("incident", incident_);
  }

  // Kernels that walk the columns of the blocks.
  template <class Node>
  Node& walk(Node& node, int sub_step, graph::Buffer water, const Faces& faces, const Stages& stages) {
    if (dynamic_) node.read("force", dynamic_->force());
    over_blocks(outside(node, water), sub_step)
        .variant("DISPERSIVE", bool(dynamic_))
        .constant("eddies", static_cast<int>(s_.eddies.model));
    node.constant("has_borders", edges_.interfaces().empty() ? 0 : 1).read("blocks", blocks_);
    node.optional("edge_faces", faces.edges).optional("roughness", roughness_);
    if (faces.across[0]) node.write("faces_x", faces.across[0]).write("faces_z", faces.across[1]);
    return node.params(stages.params);
  }

  void predict(graph::Graph& g, int sub_step, const Stages& stages) {
    auto node = g.compute("predict", "shallow/predict.comp");
    walk(node, sub_step, water_, stages.now, stages).write("stage", stage_).write("pushed", stages.pushed);
  }

  void correct(graph::Graph& g, int sub_step, const Stages& stages) {
    auto node = g.compute("correct", "shallow/correct.comp").variant("COUNTED", account_.feeds());
    walk(node, sub_step, stage_, stages.then, stages).modify("state", water_).read("pushed", stages.pushed);
    node.write("peaks", peaks_).modify("wet", wet_);
    if (hulls_) node.read("calm_flow", hulls_.calm_flow(), graph::Sampler::nearest_clamp);
    if (stages.unfed) node.write("unfed", stages.unfed);
  }

  void account(graph::Graph& g, int sub_step, const Stages& stages) {
    if (account_.feeds())
      account_.count(g, water_, stages.unfed, feed_, schedule_,
                     [&](graph::ComputeNode& node) { each(node, sub_step); });
    if (!account_.edges()) return;
    const columns::BorderParams borders = edges_.borders(context_.name, false);
    if (borders.ranges == 0) return;
    auto node = g.compute("pass", "shallow/border.comp");
    border(node, sub_step).read("faces", stages.now.edges).read("stage_faces", stages.then.edges);
    node.read("schedule", schedule_).modify("passed", account_.passed()).uniform("border", borders);
  }

  // Outflow over an edge, or at bed steps, into the strips of a coupling.
  void overflow(graph::Graph& g, int sub_step, const OverflowEdge& e, const Stages& stages) {
    const bool inside = e.inner > 0;
    auto node = g.compute("overflow", "shallow/overflow.comp").variant("BED_STEPS", inside);
    // As many workgroups as columns have, at least: those beyond the strips have nothing to do.
    each(node, sub_step).read("water", water_).read("bed", bed_);
    node.read("faces", inside ? stages.now.across[0] : stages.now.edges);
    node.read("stage_faces", inside ? stages.then.across[0] : stages.then.edges);
    if (inside) node.read("faces_z", stages.now.across[1]).read("stage_faces_z", stages.then.across[1]);
    if (inside) node.read("reaches", e.reaches).read("falling", e.falling);
    node.read("schedule", schedule_).modify("strips", e.strips);
    node.params(edges_.give_params(e));
  }

  // Bed steps over which water falls freely in this clock step.
  void find_overfalls(graph::Graph& g, const OverflowEdge& e) {
    auto node = g.compute("free_overfall", "shallow/free_overfall.comp");
    columns::tell_columns(node, s_).read("water", water_).read("bed", bed_).read("reaches", e.reaches);
    node.read("room", e.room).modify("falling", e.falling).over({e.inner, 1, 1});
    node.params(ShallowOverfallParams{.strips = static_cast<int>(e.inner), .under = static_cast<float>(e.under)});
  }

  // Flow through an interface, to or from the grid beyond it.
  void cross(graph::Graph& g, int sub_step, const LevelEdge& e, const Stages& stages) {
    auto node = g.compute("interface_crossing", "shallow/interface_crossing.comp");
    border(node, sub_step).read("water", water_).read("faces", stages.now.edges).read("stage_faces", stages.then.edges);
    node.read("schedule", schedule_).modify("crossed", e.crossed).modify("fractions", e.fractions);
    node.params(edges_.give_params(e));
  }

  void hold(graph::Graph& g, const LevelEdge& b) {
    auto scope = this->scope(g);
    if (edges_.take_changed()) g.clear("clear_borders", borders_);
    auto node = g.compute("impose_level", "shallow/impose_level.comp");
    columns::tell_columns(node, s_).read("bed", bed_).read("beyond", b.beyond).modify("feed", feed_);
    node.write("borders", borders_);
    node.over({b.count, 1, 1})
        .params(ShallowImposeLevelParams{b.side, static_cast<int>(b.first), static_cast<int>(b.count)});
  }

  void receive(graph::Graph& g, const Deposit& deposits) {
    auto scope = this->scope(g);
    forget_surface();
    auto node = g.compute("receive", "shallow/receive.comp");
    grid(node).modify("water", water_).read("deposits", deposits.cells).accumulate("poured", poured_);
    node.optional("discarded", deposits.discarded, graph::Verb::accumulate);
    node.over({deposits.count.x + 2, deposits.count.y + 2, 1});
    const grid::LedgerReceiveParams params = receive_params(deposits, ground_.fastest);
    node.params(params);
    find_wet(g);
    traces_.strike(g, deposits, params.momentum);
  }

  void press(graph::Graph& g, const columns::Press& p, double dt) {
    auto node = g.compute("pointer_pressure", "shallow/pointer_pressure.comp");
    columns::tell_columns(node, s_).modify("water", water_).read("found", p.found);
    node.over({static_cast<std::uint32_t>(p.count.x), static_cast<std::uint32_t>(p.count.y), 1});
    node.params(pointer_params(p, s_.cell(), dt * gravity_));
  }

  ShallowSettings s_;
  Ground ground_;
  graph::Shape shape_;
  CutWalls walls_;
  std::string where_;
  graph::Buffer schedule_;  // sub-steps that the GPU has chosen
  graph::Buffer peaks_;     // fastest column of every block
  std::optional<DynamicPressure> dynamic_;
  graph::Buffer wet_;        // blocks that hold water
  graph::Buffer blocks_;     // blocks that the sub-step visits
  graph::Buffer stage_;      // water after the first stage
  graph::Buffer poured_;     // what the pointer poured
  graph::Buffer roughness_;  // g n^2 of each column; null: no map
  graph::Buffer borders_;    // state beyond a level edge with an interface
  graph::Buffer incident_;   // SideWaves::at; none: waves come at a right angle, if any
  int declared_ = 0;
};

}  // namespace

SolverType shallow_solver() {
  return {"shallow", "rivers that surge, jump and swirl: shallow-water equations on a terrain",
          [] { return std::make_unique<ShallowSettings>(); }};
}

std::unique_ptr<Solver> ShallowSettings::create(graph::State& state, const SceneContext& context) const {
  const bool disperses = dispersion != Dispersion::none;  // the multigrid's faces are its largest buffer
  ElementBytes bytes{.buffer = 17, .device = 60, .host = 60};
  if (disperses) bytes = {.buffer = 21, .device = 141u + 8u * layers, .host = 60};
  if (!disperses && solids::has_solids(context.scene)) bytes = {.buffer = 33, .device = 108, .host = 96};
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y, bytes, "columns");
  return std::make_unique<ShallowSolver>(state, *this, context,
                                         make_ground(*this, context, gravity > 0 ? gravity : context.gravity));
}

}  // namespace undine::shallow
